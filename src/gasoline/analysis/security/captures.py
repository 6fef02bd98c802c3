"""What the audit looks at, and every text in it with the place where it stands."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, Literal

import msgspec
from msgspec import UNSET

from gasoline.analysis.security.finding import SEVERITIES
from gasoline.analysis.security.scan_texts import Scan
from gasoline.kernel.secrets.candidates import MAX_SECURITY_CANDIDATES, UNEXAMINED, Budgets
from gasoline.kernel.secrets.find_secrets import find_secrets, secret_places
from gasoline.kernel.secrets.hit import Hit
from gasoline.kernel.secrets.verdict import Verdict
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
from gasoline.model.units import KIB

SECURITY_SCAN_CHARS = 10 * KIB  # SEC-05: of each URL, body, message
MAX_SECURITY_SECRETS = 1_000  # distinct secrets that the audit evaluates; the worst, then the newest, come first

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


class CapturedText(msgspec.Struct, frozen=True, eq=False):
    """A text of a capture. Full buffers have ten thousand of them."""

    field: Field
    text: str
    event: Any
    name: str = ""
    """The name of the header, if the text is one."""
    is_truncated: bool = False


@dataclass(frozen=True)
class FoundSecret:
    """A secret in a text of a capture."""

    text: CapturedText
    hit: Hit
    value: str
    others: tuple[CapturedText, ...] = ()
    """Other texts of this kind that contain it; `text` is the newest."""

    @property
    def count(self) -> int:
        return 1 + len(self.others)


@dataclass(frozen=True)
class Captures:
    """The events, oldest first, as far as `url_filter` lets them pass."""

    bodies: Sequence[NetworkBody] = ()
    requests: Sequence[RequestTiming] = ()
    logs: Sequence[AnyLogEntry] = ()
    websocket: Sequence[WebSocketEvent] = ()
    actions: Sequence[EnhancedAction] = ()
    not_examined: list[str] = field(default_factory=list)
    """What of these captures was not looked at, in sentences; filled while the rules run."""
    stop_if_cancelled: Callable[[], None] = lambda: None
    """Called between texts; raises if the call was canceled."""

    @property
    def is_empty(self) -> bool:
        return not any((self.bodies, self.requests, self.logs, self.websocket, self.actions))

    def each_body(self) -> Iterator[NetworkBody]:
        """Iterates over the bodies and stops if the call was canceled."""
        for body in self.bodies:
            self.stop_if_cancelled()
            yield body

    @cached_property
    def exchanges(self) -> list[NetworkBody | RequestTiming | NetworkEntry]:
        """Every request once: its body's entry, else that of the waterfall, else the failure in the log."""
        known = {body.id for body in self.bodies if body.id}
        answered: list[NetworkBody | RequestTiming] = [
            *self.bodies,
            *(timing for timing in self.requests if timing.id not in known),
        ]
        return [*answered, *_only_logged(self.logs, answered)]

    @cached_property
    def console(self) -> list[CapturedText]:
        """What was logged and thrown, as JSON text."""
        return [text for entry in self.logs if (text := _log_text(entry)) is not None]

    @cached_property
    def secrets(self) -> list[FoundSecret]:
        """Found once, for all rules that ask."""
        raw = [
            *_address_texts(self),
            *_body_texts(self.bodies),
            *_frame_texts(self.websocket),
            *_action_texts(self.actions),
        ]
        self._note_truncated([*raw, *self.console])
        budgets = Budgets(), Budgets()
        scans = (
            self._secret_scan(raw, budgets[0], in_json=False),
            self._secret_scan(self.console, budgets[1], in_json=True),
        )
        found = list(_distinct(chain.from_iterable(scan.hits() for scan in scans)))
        is_spent = any(budget.is_spent for budget in budgets)
        self._note_unexamined(sum(scan.partly_searched for scan in scans), len(found), is_spent=is_spent)
        return sorted(found, key=lambda secret: _rank(secret.hit))[:MAX_SECURITY_SECRETS]

    def _secret_scan(self, texts: Sequence[CapturedText], budgets: Budgets, *, in_json: bool) -> Scan[CapturedText]:
        def find(text: str) -> list[Hit]:
            return sorted(find_secrets(text, in_json=in_json, budgets=budgets), key=_rank)

        return Scan(texts, find, lambda text: secret_places(text, budgets), stop_if_cancelled=self.stop_if_cancelled)

    def _note_truncated(self, texts: Sequence[CapturedText]) -> None:
        if count := sum(text.is_truncated for text in texts):
            self.not_examined.append(f"Only the first 10 KB of each of {count} longer texts were examined.")

    def _note_unexamined(self, partly_searched: int, secrets: int, *, is_spent: bool) -> None:
        if is_spent:
            self.not_examined.append(
                f"Only the newest {MAX_SECURITY_CANDIDATES:,} places that look like a secret were examined."
            )
        if partly_searched:
            self.not_examined.append(f"{partly_searched} texts have more that looks like a secret than is examined.")
        if secrets > MAX_SECURITY_SECRETS:
            self.not_examined.append(f"Of the secrets found, {secrets - MAX_SECURITY_SECRETS} are not evaluated.")


def _rank(hit: Hit) -> tuple[bool, bool, int]:
    """From the worst to the least. What says that a text was not examined to its end is never cut off."""
    return hit.rule != UNEXAMINED, hit.verdict is not Verdict.SURE, -SEVERITIES.index(hit.severity)


def _only_logged(
    logs: Iterable[AnyLogEntry], answered: Iterable[NetworkBody | RequestTiming]
) -> Iterator[NetworkEntry]:
    """Failures in the log that are in no other buffer. They have ids of their own, so address and status decide."""
    known = Counter((exchange.url, exchange.status) for exchange in answered)
    for entry in logs:
        if not isinstance(entry, NetworkEntry):
            continue
        key = next((key for key in ((entry.url, entry.status), (entry.url, UNSET)) if known[key] > 0), None)
        if key is None:
            yield entry
        else:
            known[key] -= 1


def _distinct(found: Iterable[tuple[CapturedText, Hit]]) -> Iterable[FoundSecret]:
    seen: dict[tuple[str, str, str], tuple[Hit, list[CapturedText]]] = {}
    for text, hit in found:
        value = text.text[hit.start : hit.stop]
        seen.setdefault((hit.rule, text.field, value), (hit, []))[1].append(text)
    for (_, _, value), (hit, (newest, *others)) in seen.items():
        yield FoundSecret(newest, hit, value, tuple(others))


def _address_texts(captures: Captures) -> Iterator[CapturedText]:
    for exchange in captures.exchanges:
        yield _text("url", exchange.url, exchange)
        if redirected := _redirected(exchange):
            yield _text("url", redirected.url, redirected)
    for event in captures.websocket:
        if event.event == "open":
            yield _text("url", event.url, event)


def _redirected(exchange: NetworkBody | RequestTiming | NetworkEntry) -> RequestTiming | None:
    """The request to the address that a server named instead; by which method is not known."""
    address = getattr(exchange, "redirected_to", None)
    if not isinstance(address, str) or address in {"", exchange.url}:
        return None
    return RequestTiming(ts=exchange.ts, url=address, status=exchange.status)


def _body_texts(bodies: Iterable[NetworkBody]) -> Iterator[CapturedText]:
    for body in bodies:
        if body.request_body:
            yield _text("request_body", body.request_body, body)
        if body.response_body:
            yield _text("response_body", body.response_body, body)
        yield from _header_texts("request_header", body.request_headers, body)
        yield from _header_texts("response_header", body.response_headers, body)


def _header_texts(where: Field, headers: Any, body: NetworkBody) -> Iterator[CapturedText]:
    for name, value in headers.items() if isinstance(headers, dict) else ():
        yield _text(where, value, body, name)


def _frame_texts(events: Iterable[WebSocketEvent]) -> Iterator[CapturedText]:
    for event in events:
        if isinstance(event.data, str):
            yield _text("websocket", event.data, event)


def _action_texts(actions: Iterable[EnhancedAction]) -> Iterator[CapturedText]:
    for action in actions:
        for value in (action.value, action.to_url, action.form_action):
            if isinstance(value, str):
                yield _text("action", value, action)


def _log_text(entry: AnyLogEntry) -> CapturedText | None:
    if isinstance(entry, ConsoleEntry):
        return _text("console", _json(entry.args), entry)
    if isinstance(entry, ExceptionEntry):
        return _text("error", _json([entry.message, entry.stack or ""]), entry)
    if isinstance(entry, ResourceEntry):
        return _text("error", _json([entry.message, entry.source]), entry)
    return _text("error", _json([entry.response]), entry) if entry.response not in {None, UNSET} else None


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _text(where: Field, text: str, event: Any, name: str = "") -> CapturedText:
    """Keeps the first 10 KB of the text (SEC-05)."""
    is_truncated = len(text) > SECURITY_SCAN_CHARS
    return CapturedText(where, text[:SECURITY_SCAN_CHARS] if is_truncated else text, event, name, is_truncated)
