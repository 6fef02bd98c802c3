"""Patterns of requests and sockets that may explain what is wrong; each is a pure function in a module of its own."""

from collections import Counter
from collections.abc import Iterable

from gasoline.analysis.causes.patterns.changed_message import changed_message
from gasoline.analysis.causes.patterns.left_waiting import left_waiting
from gasoline.analysis.causes.patterns.no_render import no_render
from gasoline.analysis.causes.patterns.one_by_one import one_by_one
from gasoline.analysis.causes.patterns.out_of_order import out_of_order
from gasoline.analysis.causes.patterns.page_stopped import page_stopped
from gasoline.analysis.causes.patterns.page_watch import watched_actions
from gasoline.analysis.causes.patterns.pattern import Pattern, calls_of
from gasoline.analysis.causes.patterns.reconnect_loop import reconnect_loop
from gasoline.analysis.causes.patterns.repeated_request import repeated_request
from gasoline.analysis.causes.patterns.stale_answer import stale_answer
from gasoline.model.actions import DomSnapshot, EnhancedAction
from gasoline.model.events import NetworkBody, RequestTiming, WebSocketEvent, parse_time

MAX_PATTERNS = 3  # shown with an answer


def request_patterns(
    network: Iterable[tuple[int, RequestTiming]],
    bodies: Iterable[NetworkBody] = (),
    actions: Iterable[EnhancedAction] = (),
) -> list[Pattern]:
    """Finds all patterns among requests in any order, with their bodies as far as they were captured."""
    known = list(network)
    calls = calls_of(known, bodies)
    watched = watched_actions(actions)
    documents = [(event.tab_id, parse_time(event.ts)) for _, event in known if event.initiator == "navigation"]
    return [
        *out_of_order(calls, watched),
        *repeated_request(calls),
        *stale_answer(calls),
        *one_by_one(calls),
        *left_waiting(calls, documents),
        *no_render(calls, watched),
    ]


def socket_patterns(
    sockets: Iterable[tuple[int, WebSocketEvent]], snapshots: Iterable[DomSnapshot] = ()
) -> list[Pattern]:
    """Finds all patterns among socket events, which must be sorted oldest first."""
    known = list(sockets)
    return [*changed_message(known), *reconnect_loop(known), *page_stopped(known, snapshots)]


def texts_of(patterns: Iterable[Pattern]) -> list[str]:
    """What an answer shows of them: one of each kind first, and how many are left out."""
    numbered: list[tuple[int, Pattern]] = []
    of_kind: Counter[str] = Counter()
    for pattern in patterns:
        numbered.append((of_kind[pattern.kind], pattern))
        of_kind[pattern.kind] += 1
    ordered = [pattern for _, pattern in sorted(numbered, key=lambda each: each[0])]
    texts, left_out = [pattern.text for pattern in ordered[:MAX_PATTERNS]], ordered[MAX_PATTERNS:]
    if left_out:
        kinds = dict.fromkeys(pattern.kind.replace("_", " ") for pattern in left_out)
        texts.append(f"{len(left_out)} more, not listed here: {', '.join(kinds)}")
    return texts
