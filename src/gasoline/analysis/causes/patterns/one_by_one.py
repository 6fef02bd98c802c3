"""N+1 requests: a list, and then one request for each of its items."""

from datetime import timedelta

from gasoline.analysis.causes.patterns.pattern import Call, Pattern

KIND = "n_plus_one"
MANY_ITEMS = 5  # from so many requests for single items on
TOGETHER = timedelta(seconds=2)


def one_by_one(calls: list[Call]) -> list[Pattern]:
    """Reads of one endpoint with different ids, near to each other."""
    by_endpoint: dict[tuple[object, str], list[Call]] = {}
    for call in calls:
        if call.method == "GET" and ":" in call.endpoint:
            by_endpoint.setdefault((call.event.tab_id, call.endpoint), []).append(call)
    return [found for group in by_endpoint.values() if (found := _burst(group))]


def _burst(calls: list[Call]) -> Pattern | None:
    last = calls[-1]
    near = [call for call in calls if last.start - call.start <= TOGETHER]
    if len({call.event.url for call in near}) < MANY_ITEMS:
        return None
    return Pattern(
        KIND,
        f"one request for each item: {len(near)} of {last.endpoint}, such as {last.name}{last.place}",
        tuple(call.id for call in near[:MANY_ITEMS]),
    )
