"""What a page received just before an error: requests that ended, socket messages, and fields that were not as used."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

import msgspec

from gasoline.analysis.causes.failing_names import FailingNames, failing_names
from gasoline.analysis.causes.find_call_site import call_places
from gasoline.analysis.causes.suspects import (
    Received,
    WrongField,
    milliseconds,
    missing_field,
    rank_received,
    suspicion,
    wrong_field,
)
from gasoline.analysis.errors.event_time import is_same_page, is_untrusted
from gasoline.analysis.errors.read_error_context import context_of
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.kernel.partial_json import parse_partial_json
from gasoline.kernel.quoted import method_in_prose
from gasoline.kernel.secrets.redaction import redacted_prefix
from gasoline.kernel.urls import endpoint_of, without_query
from gasoline.model.events import (
    AnyLogEntry,
    Event,
    NetworkBody,
    NetworkEntry,
    RequestTiming,
    ResourceEntry,
    WebSocketEvent,
    parse_time,
)

BEFORE_ERROR_S = 2.0  # ERR-24
MAX_REQUESTS_BEFORE = 5  # ERR-24: requests shown with an error
MAX_MESSAGES_BEFORE = 3  # ERR-24: socket events shown with an error
MAX_SUSPECTS = 3  # fields that are named
MESSAGE_CHARS = 200  # of a socket message
FAILURE = 400
CALLS = frozenset({"fetch", "xmlhttprequest"})
SWITCH = "Capture Network Bodies"
UNDEFINED = "[undefined]"  # as the extension writes it

_WITHIN = timedelta(seconds=BEFORE_ERROR_S)
ROUNDING = timedelta(milliseconds=5)  # times are rounded, and an error may follow its answer at once
Json = dict[str, Any]


class BeforeErrors:
    """What came before errors, by time. The events are newest first."""

    def __init__(
        self,
        network: Iterable[tuple[int, RequestTiming]],
        bodies: Iterable[NetworkBody],
        sockets: Iterable[tuple[int, WebSocketEvent]],
        *,
        has_bodies: bool,
    ) -> None:
        self._network = [(seq, event) for seq, event in network if event.initiator in CALLS]
        self._bodies = list(bodies)
        self._sockets = _without_hot_reload(list(sockets))
        self._has_bodies = has_bodies

    def of(self, error: AnyLogEntry) -> Json:
        """The fields that an error gets; without those that are empty."""
        if isinstance(error, NetworkEntry | ResourceEntry):
            return {}
        moment = parse_time(error.ts)
        found = {
            "_requestsBefore": list(self._requests(error, moment)),
            "_messagesBefore": list(self._messages(error, moment)),
            "_suspects": self._suspects(error, moment),
        }
        return {name: value for name, value in found.items() if value}

    def _requests(self, error: AnyLogEntry, moment: datetime) -> Iterator[Json]:
        """The nearest first."""
        ended = [(_span(_end(event), moment), seq, event) for seq, event in self._network if is_same_page(event, error)]
        near = sorted((each for each in ended if timedelta(0) <= each[0] <= _WITHIN), key=lambda each: each[0])
        for before, seq, event in near[:MAX_REQUESTS_BEFORE]:
            request = {"id": f"r{seq}", "method": event.method or "GET", "url": event.url, "status": event.status or 0}
            places = msgspec.to_builtins(call_places(event))
            yield {**request, "msBefore": milliseconds(before), **({} if places is None else {"calledFrom": places})}

    def _messages(self, error: AnyLogEntry, moment: datetime) -> Iterator[Json]:
        count = 0
        for seq, event in self._sockets:
            before = moment - parse_time(event.ts)
            if before < timedelta(0) or not _is_near(event, error) or event.direction == "outgoing":
                continue
            if before > _WITHIN or count == MAX_MESSAGES_BEFORE:
                return
            count += 1
            said = {"data": redacted_prefix(event.data, MESSAGE_CHARS)} if isinstance(event.data, str) else {}
            code = {"code": event.code} if isinstance(event.code, int) else {}
            reason = {"reason": event.reason} if isinstance(event.reason, str) and event.reason else {}
            named = {"id": f"w{seq}", "event": event.event, "url": event.url}
            yield {**named, "msBefore": milliseconds(before), **said, **code, **reason}

    def _suspects(self, error: AnyLogEntry, moment: datetime) -> list[str]:
        failing = failing_names(error)
        if failing is None:
            return []
        received = rank_received(failing, sorted(self._received(error, moment), key=lambda each: each.before))
        newest: dict[str, str] = {}
        for each in received:
            if each.name not in newest and (said := suspicion(failing, each, self._others(each))):
                newest[each.name] = said
        found = [*newest.values()]
        found += _in_state(failing, error)
        if found or self._has_bodies or not self._could_explain(error, moment):
            return list(dict.fromkeys(found))[:MAX_SUSPECTS]
        wrong = "of another type" if failing.what == "type" else "null or missing"
        return [f"turn on “{SWITCH}” to see whether `{failing.names[0]}` was {wrong} in an answer"]

    def wrong_fields(self, error: AnyLogEntry) -> list[tuple[str, WrongField]]:
        """Fields that the failing expression names and that were not as it used them, after the endpoint they came
        from."""
        failing = failing_names(error)
        if failing is None:
            return []
        nearest_first = sorted(self._received(error, parse_time(error.ts)), key=lambda each: each.before)
        received = rank_received(failing, nearest_first)
        wrong = ((each, wrong_field(failing, each.value) or self._missing(failing, each)) for each in received)
        return [(each.endpoint, field) for each, field in wrong if field]

    def _missing(self, failing: FailingNames, received: Received) -> WrongField | None:
        """Messages of a socket are of many kinds: any of them lacks most fields."""
        is_answer = "://" not in received.endpoint
        return missing_field(failing, received, self._others(received)) if is_answer else None

    def _could_explain(self, error: AnyLogEntry, moment: datetime) -> bool:
        """Whether bodies could say more: there were answers, and none of them failed."""
        statuses = [request["status"] for request in self._requests(error, moment)]
        return bool(statuses) and all(0 < status < FAILURE for status in statuses)

    def _received(self, error: AnyLogEntry, moment: datetime) -> Iterator[Received]:
        for body in self._bodies:
            before = _span(_end(body), moment)
            if timedelta(0) <= before <= _WITHIN and is_same_page(body, error):
                name = f"the answer of {method_in_prose(body.method)} {path_in_sentence(body.url)}"
                endpoint = endpoint_of(body.method, body.url)
                value, is_complete = _json(body.response_body)
                yield Received(before, name, endpoint, value, body.status >= FAILURE, is_complete)
        for _, event in self._sockets:
            before = moment - parse_time(event.ts)
            if timedelta(0) <= before <= _WITHIN and event.direction == "incoming" and _is_near(event, error):
                value, is_complete = _json(event.data if isinstance(event.data, str) else None)
                name = f"a message of {path_in_sentence(event.url)}"
                yield Received(before, name, without_query(event.url), value, is_failure=False, is_complete=is_complete)

    def _others(self, received: Received) -> Iterator[Any]:
        """Other answers of the endpoint, parsed one by one as long as they are asked for."""
        return (
            _json(body.response_body)[0]
            for body in self._bodies
            if endpoint_of(body.method, body.url) == received.endpoint
        )


def _in_state(failing: FailingNames, error: AnyLogEntry) -> list[str]:
    """A field of the state that changed shortly before and is null now."""
    state = context_of(error).state_snapshot
    changed = state.changed if state and isinstance(state.changed, list) else []
    return [
        f"`{name}` became {'null' if state.relevant_slice[path] is None else 'undefined'} in the {state.source} state "
        f"within {BEFORE_ERROR_S:g} s before"
        for path in changed
        for name in failing.names
        if state and path.rpartition(".")[2] == name and state.relevant_slice.get(path, path) in (None, UNDEFINED)
    ]


def _json(text: str | None) -> tuple[Any, bool]:
    """The value, and whether it is all of it: of a text that was truncated, what is complete."""
    try:
        return msgspec.json.decode(text or ""), True
    except (msgspec.DecodeError, ValueError, RecursionError):
        partial = parse_partial_json(text or "")
        return partial.value if partial else None, False


def _end(event: RequestTiming | NetworkBody) -> datetime:
    return parse_time(event.ts) + timedelta(milliseconds=event.duration or 0.0)


def _span(earlier: datetime, moment: datetime) -> timedelta:
    """How long before; negative for what came later."""
    span = moment - earlier
    return timedelta(0) if -ROUNDING <= span < timedelta(0) else span


def _is_near(event: Event, error: Event) -> bool:
    """A socket event has no page: without tabs, any may be the page's."""
    if is_untrusted(event) is not is_untrusted(error):
        return False
    if isinstance(event.tab_id, int) and isinstance(error.tab_id, int):
        return event.tab_id == error.tab_id
    return True


def _without_hot_reload(events: list[tuple[int, WebSocketEvent]]) -> list[tuple[int, WebSocketEvent]]:
    noise = hot_reload_connections(event for _, event in events)
    return [(seq, event) for seq, event in events if event.id not in noise]
