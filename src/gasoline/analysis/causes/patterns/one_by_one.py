"""N+1 requests: a list, and then one request for each of its items."""

from datetime import timedelta
from urllib.parse import parse_qsl

from gasoline.analysis.causes.patterns.pattern import Call, Pattern, bursts
from gasoline.kernel.urls import ID, is_id, split_url

KIND = "n_plus_one"
MANY_ITEMS = 5  # from so many requests for single items on
NEXT_WITHIN = timedelta(milliseconds=500)  # a loop over items sends the next one this soon

Query = tuple[tuple[str, str], ...]


def one_by_one(calls: list[Call]) -> list[Pattern]:
    """Reads of one endpoint with different ids, in its path or its query, near to each other."""
    by_endpoint: dict[tuple[object, str, Query], list[Call]] = {}
    for call in calls:
        query = _query(call.event.url)
        if call.method == "GET" and (ID in call.endpoint or any(value == ID for _, value in query)):
            by_endpoint.setdefault((call.event.tab_id, call.endpoint, query), []).append(call)
    return [found for group in by_endpoint.values() if (found := _newest_burst(group))]


def _query(url: str) -> Query:
    """The parameters, with ids taken out of those that are named as ids."""
    pairs = parse_qsl(split_url(url).query)
    return tuple((name, ID if name.lower().endswith("id") and is_id(value) else value) for name, value in pairs)


def _newest_burst(calls: list[Call]) -> Pattern | None:
    for burst in bursts(calls, NEXT_WITHIN):
        if len({call.event.url for call in burst}) >= MANY_ITEMS:
            last = burst[-1]
            return Pattern(
                KIND,
                f"one request for each item: {len(burst)} of {last.endpoint}, such as {last.name}{last.place}",
                tuple(call.id for call in burst[:MANY_ITEMS]),
            )
    return None
