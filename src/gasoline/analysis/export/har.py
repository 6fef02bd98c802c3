"""Captured traffic as HAR 1.2, the archive format that browsers' network panels import.

What is not known is -1, as the format has it, or left out. Fields that begin with an underscore are Chrome's.
"""

from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from gasoline.kernel.secrets.mask import mask
from gasoline.kernel.secrets.redaction import is_hidden_argument, redact
from gasoline.kernel.text import drop_partial_word
from gasoline.model.events import Maybe, NetworkBody, RequestTiming

Json = dict[str, Any]

UNKNOWN = -1
UNKNOWN_VERSION = "unknown"
PLACEHOLDERS = ("[Binary: ", "[Event stream", "[Stream", "[JSON: null", "[object")
"""How the text begins that stands for a body which is not text."""
UNTRUSTED = "Of an untrusted frame: another page of its site may have made it up."

# What the browser calls an initiator, as the resource type of Chrome's network panel.
RESOURCE_TYPES = {
    "fetch": "fetch",
    "xmlhttprequest": "xhr",
    "script": "script",
    "img": "image",
    "css": "stylesheet",
    "link": "stylesheet",
    "navigation": "document",
    "beacon": "ping",
    "iframe": "document",
}


class Exchange(Struct, frozen=True):
    """A request by its timing, by its bodies, or by both."""

    timing: RequestTiming | None
    body: NetworkBody | None

    @property
    def event(self) -> RequestTiming | NetworkBody:
        event = self.timing or self.body
        assert event is not None
        return event

    @property
    def page_url(self) -> str:
        return self.event.page_url or ""


def join_exchanges(timings: Iterable[RequestTiming], bodies: Iterable[NetworkBody]) -> list[Exchange]:
    """Each request once, newest first: timing and bodies of one request have the same id."""
    by_id = {body.id or str(number): body for number, body in enumerate(bodies)}
    timed = [Exchange(timing, by_id.pop(timing.id, None)) for timing in timings]
    untimed = [Exchange(None, body) for body in by_id.values()]
    return sorted(timed + untimed, key=lambda exchange: exchange.event.ts, reverse=True)


def har_archive(newest_first: list[Exchange], entries: list[Json], version: str) -> Json:
    """The whole file, oldest entry first; the entries are those of the exchanges, in the same order."""
    pages = _pages(newest_first)
    for exchange, entry in zip(newest_first, entries, strict=True):
        if exchange.page_url:
            entry["pageref"] = pages[exchange.page_url]["id"]
    return {
        "log": {
            "version": "1.2",
            "creator": {"name": "Gasoline", "version": version},
            "pages": list(pages.values()),
            "entries": entries[::-1],
        }
    }


def har_entry(exchange: Exchange) -> Json:
    """One request of the archive, without the page it belongs to."""
    timings = _timings(exchange)
    return {
        "startedDateTime": exchange.event.ts,
        "time": _total(timings),
        "request": _request(exchange),
        "response": _response(exchange),
        "cache": {},
        "timings": timings,
        **_chrome_fields(exchange.timing),
        **({"comment": UNTRUSTED} if exchange.event.untrusted_frame is True else {}),
    }


def without_texts(entry: Json) -> Json:
    """The entry without its bodies, for one that is too long as it is."""
    request = {key: value for key, value in entry["request"].items() if key != "postData"}
    content = {key: value for key, value in entry["response"]["content"].items() if key != "text"}
    content["comment"] = "Left out: too long for one answer."
    return {**entry, "request": request, "response": {**entry["response"], "content": content}}


def _pages(newest_first: list[Exchange]) -> dict[str, Json]:
    pages: dict[str, Json] = {}
    for exchange in reversed(newest_first):
        if exchange.page_url and exchange.page_url not in pages:
            pages[exchange.page_url] = {
                "startedDateTime": exchange.event.ts,
                "id": f"page_{len(pages) + 1}",
                "title": exchange.page_url,
                "pageTimings": {"onContentLoad": UNKNOWN, "onLoad": UNKNOWN},
            }
    return pages


def _request(exchange: Exchange) -> Json:
    event, body = exchange.event, exchange.body
    request: Json = {
        "method": event.method or "GET",
        "url": event.url,
        "httpVersion": UNKNOWN_VERSION,
        "cookies": [],
        "headers": _headers(body.request_headers if body else None),
        "queryString": [
            {"name": name, "value": mask(value) if is_hidden_argument(name, value) else value}
            for name, value in parse_qsl(_query(event.url), keep_blank_values=True)
        ],
        "headersSize": UNKNOWN,
        "bodySize": _sent_size(body),
    }
    if body and body.request_body is not None:
        request["postData"] = {"mimeType": _sent_type(body), "text": _safe(body, body.request_body)}
    return request


def _response(exchange: Exchange) -> Json:
    event, body = exchange.event, exchange.body
    response: Json = {
        "status": event.status or 0,
        "statusText": "",
        "httpVersion": UNKNOWN_VERSION,
        "cookies": [],
        "headers": _headers(body.response_headers if body else None),
        "content": _content(exchange),
        "redirectURL": event.redirected_to or "",
        "headersSize": UNKNOWN,
        "bodySize": UNKNOWN,
    }
    if exchange.timing and isinstance(exchange.timing.transfer_size, int):
        response["_transferSize"] = exchange.timing.transfer_size
    if event.aborted or (body and body.error):
        response["_error"] = "net::ERR_ABORTED" if event.aborted else body.error if body else ""
    return response


def _content(exchange: Exchange) -> Json:
    timing, body = exchange.timing, exchange.body
    content: Json = {"size": 0, "mimeType": (body and body.content_type) or ""}
    text = body.response_body if body else None
    if text is not None and not text.startswith(PLACEHOLDERS):
        content["text"] = _safe(body, text)
        content["size"] = _size(text)
    elif text is not None:
        content["comment"] = text
    if timing and isinstance(timing.decoded_size, int):
        content["size"] = timing.decoded_size
    if body and body.truncated and "text" in content:
        content["comment"] = "Longer than what was captured."
    return content


def _timings(exchange: Exchange) -> Json:
    """Milliseconds of each phase. `connect` contains `ssl`; what the phases do not cover was waiting in a queue."""
    duration = max(exchange.event.duration or 0, 0)
    phases = (exchange.timing and exchange.timing.phases) or None
    if not phases:
        return {"blocked": UNKNOWN, "dns": UNKNOWN, "connect": UNKNOWN, "ssl": UNKNOWN} | {
            "send": 0,
            "wait": duration,
            "receive": 0,
        }
    known = {name: max(phases.get(name, 0), 0) for name in ("dns", "connect", "wait", "receive")}
    tls = phases.get("tls", 0)
    return {
        "blocked": round(max(duration - sum(known.values()), 0), 1),
        "dns": known["dns"],
        "connect": known["connect"],
        "ssl": tls if tls > 0 else UNKNOWN,
        "send": 0,
        "wait": known["wait"],
        "receive": known["receive"],
    }


def _total(timings: Json) -> float:
    total: float = sum(value for name, value in timings.items() if name != "ssl" and value > 0)
    return round(total, 1)


def _chrome_fields(timing: RequestTiming | None) -> Json:
    if timing is None:
        return {"_resourceType": "fetch"}
    return {"_resourceType": RESOURCE_TYPES.get(timing.initiator, "other"), "_initiator": {"type": timing.initiator}}


def _headers(headers: Maybe[dict[str, str]]) -> list[Json]:
    return [{"name": name, "value": value} for name, value in (headers or {}).items()]


def _sent_type(body: NetworkBody) -> str:
    return (body.request_headers or {}).get("content-type", "") or "text/plain"


def _safe(body: NetworkBody | None, text: str) -> str:
    """Drops the partial word at the end of a truncated body."""
    return drop_partial_word(text) if body and body.truncated is True else text


def _sent_size(body: NetworkBody | None) -> int:
    text = body.request_body if body else None
    if body is None or (text is not None and (body.truncated or text.startswith(PLACEHOLDERS))):
        return UNKNOWN
    return _size(text or "")


def _size(text: str) -> int:
    """The size in bytes as the archive shows the text, with its secrets masked."""
    return len(redact(text).encode())


def _query(url: str) -> str:
    try:
        return urlsplit(url).query
    except ValueError:  # the page chose the address
        return ""
