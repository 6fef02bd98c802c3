"""The same request again: a change that was sent twice, or a read that is sent again and again."""

from datetime import timedelta
from itertools import pairwise

from gasoline.analysis.causes.patterns.pattern import Call, Pattern, bursts, milliseconds
from gasoline.analysis.causes.patterns.telemetry_address import is_telemetry
from gasoline.kernel.urls import raw_path

KIND = "repeated_request"
SENT_TWICE = "the same change was sent twice"
CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
TWICE_WITHIN = timedelta(seconds=1)  # two changes this near to each other may have been one intention
MANY_READS = 5  # from so many on a read is sent again and again
NEXT_READ_WITHIN = timedelta(milliseconds=750)  # who asks less often is polling
POLLS_EVERY = timedelta(milliseconds=250)  # at least, and with an even rhythm
POLL_JITTER = timedelta(milliseconds=50)
FAILURE = 400
GRAPHQL = "graphql"


def repeated_request(calls: list[Call]) -> list[Pattern]:
    """One pattern for each address: the latest occurrence."""
    by_address: dict[tuple[object, str, str], list[Call]] = {}
    for call in calls:
        by_address.setdefault((call.event.tab_id, call.method, call.event.url), []).append(call)
    return [found for group in by_address.values() if (found := _twice(group) or _again_and_again(group))]


def _twice(calls: list[Call]) -> Pattern | None:
    if calls[0].method not in CHANGES:
        return None
    for first, second in reversed(list(pairwise(calls))):
        apart = second.start - first.start
        if apart > TWICE_WITHIN or _is_retry(first, second) or not (what := _what(first, second)):
            continue
        return Pattern(
            KIND,
            f"{what}: {first.name} and {second.id} {milliseconds(apart)} later"
            f"{' while the first was under way' if second.start < first.end else ''}{second.place}",
            (first.id, second.id),
            first.endpoint if what == SENT_TWICE else "",
        )
    return None


def _is_retry(first: Call, second: Call) -> bool:
    """A request that failed may be retried."""
    status = first.event.status
    return not status or (status >= FAILURE and first.end <= second.start)


def _what(first: Call, second: Call) -> str:
    """What the two are; empty if they are different changes, or if their address says nothing about them."""
    one, other = first.exchange, second.exchange
    if one is None or other is None:
        is_any_change = GRAPHQL in raw_path(first.event.url).lower() or is_telemetry(first.event.url)
        return "" if is_any_change else "two changes to the same address"
    if one.request_body != other.request_body or first.operation != second.operation:
        return ""
    # Of long bodies only the beginnings are known to be equal, and of binary ones only the sizes.
    is_known = one.truncated is not True and not (one.request_body or "").startswith("[Binary")
    return SENT_TWICE if is_known else "two changes to the same address"


def _again_and_again(calls: list[Call]) -> Pattern | None:
    if calls[0].method in CHANGES:
        return None
    for burst in bursts(calls, NEXT_READ_WITHIN):
        if len(burst) >= MANY_READS and len({call.operation for call in burst}) == 1 and not _is_poll(burst):
            last = burst[-1]
            span = milliseconds(last.start - burst[0].start)
            return Pattern(
                KIND,
                f"the same request was sent {len(burst)} times in {span}: {last.name}{last.place}",
                tuple(call.id for call in burst[-MANY_READS:]),
            )
    return None


def _is_poll(burst: list[Call]) -> bool:
    """A timer asks with an even rhythm, and has long been answered when it asks again; a loop asks with the answer."""
    gaps = [later.start - earlier.start for earlier, later in pairwise(burst)]
    pauses = [later.start - earlier.end for earlier, later in pairwise(burst)]
    return min(gaps) >= POLLS_EVERY and max(gaps) - min(gaps) <= POLL_JITTER < min(pauses)
