"""What a finding shows of where it was found; never more of a secret than its mask."""

from functools import lru_cache
from typing import Any

import msgspec

from gasoline.analysis.causes.find_call_site import call_places
from gasoline.analysis.errors.read_error_context import snippets_of
from gasoline.analysis.security.captures import CapturedText, FoundSecret
from gasoline.analysis.security.url_facts import is_not_production, shown_path
from gasoline.kernel.quoted import method_in_prose, quoted
from gasoline.kernel.secrets.mask import mask
from gasoline.kernel.urls import origin_of
from gasoline.model.actions import EnhancedAction
from gasoline.model.events import ConsoleEntry, ExceptionEntry, WebSocketEvent

MAX_SECURITY_PLACES = 10  # SEC-07: listed places of one secret

LEAD_CHARS = 24  # of the text before a secret
DEPTH = 32  # levels of a JSON text that are searched for the place of a secret
STAGING = " The address looks like a staging or development system: check that production does not do the same."

_OF_ONE_EVENT = frozenset({"ts", "status", "level"})

Json = dict[str, Any]
Places = dict[tuple[str, ...], CapturedText]


def location_evidence(text: CapturedText) -> Json:
    """Identifies the event and its field."""
    if text.field in {"console", "error"}:
        return _log_place(text)
    if isinstance(text.event, WebSocketEvent):
        direction = {"direction": text.event.direction} if isinstance(text.event.direction, str) else {}
        return {
            "url": shown_path(text.event.url),
            "origin": origin_of(text.event.url),
            "field": text.field,
            **direction,
        }
    if isinstance(text.event, EnhancedAction):
        return {
            "type": text.event.type,
            "field": text.field,
            "page_url": origin_of(text.event.url) + shown_path(text.event.url),
        }
    place = request_evidence(text.event)
    place["field"] = text.field
    if text.name:
        place["header"] = text.name
    return place


def places(secret: FoundSecret) -> Places:
    """Every place where a secret stands, once: which event does not matter, only what a person would look up."""
    return {_place_key(text): text for text in (*secret.others, secret.text)}


def _place_key(text: CapturedText) -> tuple[str, ...]:
    method = str(getattr(text.event, "method", "") or "")
    return text.field, method, text.event.url or "", text.name, source_of(text.event)


def shown_places(found: Places) -> list[Json]:
    """The newest first."""
    newest = list(found.values())[::-1][:MAX_SECURITY_PLACES]
    return [
        {name: value for name, value in location_evidence(text).items() if name not in _OF_ONE_EVENT} for text in newest
    ]


def request_evidence(event: Any) -> Json:
    """Identifies the request."""
    place: Json = {"method": getattr(event, "method", None) or "GET", "url": shown_path(event.url)}
    if origin := origin_of(event.url):
        place["origin"] = origin
    if isinstance(status := getattr(event, "status", None), int):
        place["status"] = status
    if event.ts:
        place["ts"] = event.ts
    return place


def _log_place(text: CapturedText) -> Json:
    entry = text.event
    place: Json = {"type": text.field, "field": text.field, "level": entry.level}
    if source := source_of(entry):
        place["source"] = source
    if entry.url:
        place["page_url"] = _page_address(entry.url)
    return place


@lru_cache(maxsize=256)
def _page_address(url: str) -> str:
    return origin_of(url) + shown_path(url)


def source_of(entry: Any) -> str:
    """The file and line of the source, where they are known; else those that the browser ran."""
    if isinstance(entry, ExceptionEntry) and (snippets := snippets_of(entry)):
        return f"{shown_path(snippets[0].file).rpartition('/')[2]}:{snippets[0].line}"
    if isinstance(entry, ExceptionEntry) and isinstance(entry.filename, str):
        return f"{shown_path(entry.filename).rpartition('/')[2]}:{entry.lineno or 0}"
    if isinstance(entry, ConsoleEntry) and (places := call_places(entry)):
        return f"{shown_path(places[0].file).rpartition('/')[2]}:{places[0].line}"
    return ""


def secret_evidence(secret: FoundSecret) -> Json:
    """Says where a secret is, and what may be shown of it."""
    shown = location_evidence(secret.text)
    if secret.hit.key and secret.text.field not in {"console", "error"}:
        shown["param_name"] = secret.hit.key
    if path := json_path(secret.text, secret.value):
        shown["path"] = path
    shown["pattern"] = secret.hit.rule.replace("-", "_")
    shown["redacted_value"] = mask(secret.value)
    if isinstance(secret.text.event, ConsoleEntry):
        shown["redacted_preview"] = preview(secret)
    return shown


def preview(secret: FoundSecret) -> str:
    """A few words before the secret, if they cannot be part of another."""
    before = secret.text.text[: secret.hit.start]
    text = before[before.rfind('"') + 1 :][-LEAD_CHARS:]
    is_prose = (
        all(char.isalpha() or char in " :=_-" for char in text)
        and len(max(text.split(), key=len, default="")) <= LEAD_CHARS // 2
    )
    return (text if is_prose else "") + mask(secret.value)


def json_path(text: CapturedText, value: str) -> str:
    """The path to a value in a body that is JSON: `$.user.token`."""
    if text.field not in {"request_body", "response_body", "websocket"} or text.text.lstrip()[:1] not in {"{", "["}:
        return ""
    try:
        data = msgspec.json.decode(text.text)
    except (msgspec.DecodeError, RecursionError):
        return ""
    return _path_to(data, _unescaped(value), "$", DEPTH) or ""


def _unescaped(value: str) -> str:
    """Decodes the escapes that separate the lines of a private key."""
    try:
        return msgspec.json.decode(f'"{value}"', type=str)
    except msgspec.DecodeError:
        return value


def _path_to(data: Any, value: str, path: str, depth: int) -> str | None:
    if isinstance(data, str):
        return path if value in data else None
    if depth == 0 or not isinstance(data, dict | list):
        return None
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, item in items:
        step = f"[{key}]" if isinstance(data, list) else f".{str(key)[: LEAD_CHARS * 2]}"
        if found := _path_to(item, value, path + step, depth - 1):
            return found
    return None


def request_name(event: Any) -> str:
    """A request in a sentence: the page chose its path."""
    return f"{method_in_prose(event.method)} {quoted(shown_path(event.url))}"


def advice(text: str, url: str) -> str:
    """If the URL says staging or dev, the recommendation says so."""
    return text + STAGING if is_not_production(url) else text


def is_response(text: CapturedText) -> bool:
    return text.field in {"response_body", "response_header"}
