"""What the audit looks at, and every text in it with the place where it stands."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from gasoline.analysis.security.scan_texts import scan_texts
from gasoline.kernel.secrets.find_secrets import find_secrets
from gasoline.kernel.secrets.hit import Hit
from gasoline.model import limits
from gasoline.model.actions import EnhancedAction
from gasoline.model.events import (
    AnyLogEntry,
    ConsoleEntry,
    ExceptionEntry,
    NetworkBody,
    NetworkEntry,
    RequestTiming,
    ResourceEntry,
    WebSocketEvent,
)

Field = Literal[
    "url",
    "request_body",
    "response_body",
    "request_header",
    "response_header",
    "console",
    "error",
    "websocket",
    "action",
]


@dataclass(frozen=True)
class Text:
    """A text of a capture."""

    field: Field
    text: str
    event: Any
    name: str = ""
    """Of a header."""


@dataclass(frozen=True)
class Secret:
    """A secret in a text of a capture."""

    text: Text
    hit: Hit
    value: str
    count: int = 1
    """How often it was seen in texts of this kind; `text` is the newest of them."""


@dataclass(frozen=True)
class Captures:
    """The events, oldest first, as far as `url_filter` lets them pass."""

    bodies: Sequence[NetworkBody] = ()
    requests: Sequence[RequestTiming] = ()
    logs: Sequence[AnyLogEntry] = ()
    websocket: Sequence[WebSocketEvent] = ()
    actions: Sequence[EnhancedAction] = ()

    @cached_property
    def exchanges(self) -> list[NetworkBody | RequestTiming | NetworkEntry]:
        """Every request once: its body's entry, else that of the waterfall, else the failure in the log."""
        known = {body.id for body in self.bodies if body.id}
        failed = [entry for entry in self.logs if isinstance(entry, NetworkEntry)]
        return [*self.bodies, *(timing for timing in self.requests if timing.id not in known), *failed]

    @cached_property
    def console(self) -> list[Text]:
        """What was logged and thrown, as JSON text."""
        return [text for entry in self.logs if (text := _log_text(entry)) is not None]

    @cached_property
    def secrets(self) -> list[Secret]:
        """Found once, for all rules that ask."""
        raw = [
            *_address_texts(self),
            *_body_texts(self.bodies),
            *_frame_texts(self.websocket),
            *_action_texts(self.actions),
        ]
        logged = scan_texts(self.console, lambda text: find_secrets(text, in_json=True))
        return _counted(chain(scan_texts(raw, find_secrets), logged))


def _counted(found: Iterable[tuple[Text, Hit]]) -> list[Secret]:
    seen: dict[tuple[str, str, str], Secret] = {}
    for text, hit in found:
        value = text.text[hit.start : hit.stop]
        key = (hit.rule, text.field, value)
        known = seen.get(key)
        seen[key] = replace(known, count=known.count + 1) if known else Secret(text, hit, value)
    return list(seen.values())


def _address_texts(captures: Captures) -> Iterator[Text]:
    for exchange in captures.exchanges:
        yield Text("url", exchange.url, exchange)
    for event in captures.websocket:
        if event.event == "open":
            yield Text("url", event.url, event)


def _body_texts(bodies: Iterable[NetworkBody]) -> Iterator[Text]:
    for body in bodies:
        if body.request_body:
            yield Text("request_body", _cut(body.request_body), body)
        if body.response_body:
            yield Text("response_body", _cut(body.response_body), body)
        yield from _header_texts("request_header", body.request_headers, body)
        yield from _header_texts("response_header", body.response_headers, body)


def _header_texts(where: Field, headers: Any, body: NetworkBody) -> Iterator[Text]:
    for name, value in headers.items() if isinstance(headers, dict) else ():
        yield Text(where, value, body, name)


def _frame_texts(events: Iterable[WebSocketEvent]) -> Iterator[Text]:
    for event in events:
        if isinstance(event.data, str):
            yield Text("websocket", _cut(event.data), event)


def _action_texts(actions: Iterable[EnhancedAction]) -> Iterator[Text]:
    for action in actions:
        for value in (action.value, action.to_url, action.form_action):
            if isinstance(value, str):
                yield Text("action", _cut(value), action)


def _log_text(entry: AnyLogEntry) -> Text | None:
    if isinstance(entry, ConsoleEntry):
        return Text("console", _json(entry.args), entry)
    if isinstance(entry, ExceptionEntry):
        return Text("error", _json([entry.message, entry.stack or ""]), entry)
    if isinstance(entry, ResourceEntry):
        return Text("error", _json([entry.message, entry.source]), entry)
    return Text("error", _json([entry.response]), entry) if entry.response not in {None, UNSET} else None


def _json(value: Any) -> str:
    return _cut(msgspec.json.encode(value).decode())


def _cut(text: str) -> str:
    return text if len(text) <= limits.SECURITY_SCAN_CHARS else text[: limits.SECURITY_SCAN_CHARS]
