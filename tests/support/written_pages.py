"""A session and a live page with one text wherever a page writes: a hostile one, or one that is easy to read."""

import json
from typing import Any

import msgspec
from parts import Parts

from gasoline.browser.query_broker import PageReply
from gasoline.model.wire import HelloMessage

SITE = "http://localhost:5173"
PAGE = f"{SITE}/cart"


def at(seconds: float) -> str:
    return f"2026-01-31T12:00:{seconds:06.3f}Z"


def a_session(parts: Parts, text: str) -> None:
    """The text wherever a page writes."""
    url, where = f"{SITE}/{text}?q={text}", {"tabId": 17, "pageUrl": PAGE}
    lines = [{"line": 4, "text": text, "isError": True}]
    context = {
        "_sourceSnippets": [{"file": text, "line": 4, "column": 1, "function": text, "snippet": lines}] * 2,
        "_componentAncestry": {"framework": "react", "components": [{"name": text}]},
        "_stateSnapshot": {"source": "redux", "keys": {}, "relevantSlice": {text: text}},
        "_context": {text: text},
        "_causes": [{"name": text, "message": text}],
    }
    thrown = {"type": "exception", "errorType": text, "message": text, "stack": f"{text}\n    at {text} (a.js:4:1)"}
    parts.send("logs", {**thrown, "ts": at(9), "url": PAGE, "tabId": 17, **context})
    for seconds in range(2):
        parts.log(text, f"%s {text}", {text: text}, level="error", ts=at(seconds), url=url, tabId=17)
    call = {"method": "POST", "url": url, **where}
    parts.send("logs", {**call, "type": "network", "ts": at(3), "status": 500, "response": text, "error": text})
    parts.send("logs", {"type": "resource", "ts": at(4), "url": PAGE, "message": text, "element": text, "source": url})
    for number, status in enumerate((200, 200, 200, 422)):
        sent = {**call, "id": f"n{number}", "ts": at(5 + number / 10), "status": status, "duration": 15.0}
        parts.send("network", {**sent, "initiator": "fetch", "redirectedTo": url})
        body = json.dumps({text: [text]} if number < 3 else text)
        headers = {"requestHeaders": {"location": text}, "responseHeaders": {"location": text}}
        bodies = {"requestBody": text, "responseBody": body, "contentType": "application/json"}
        parts.send("network_bodies", {**sent, **bodies, **headers})
    parts.send("network", {**call, "method": text, "ts": at(5.9), "status": 200, "initiator": "fetch", "id": "n9"})
    parts.send(
        "network_bodies", {**call, "method": text, "ts": at(5.9), "status": 200, "responseBody": "{}", "id": "n9"}
    )
    socket = {"id": "s1", "url": url, "tabId": 17}
    for number, data in enumerate((text, json.dumps({text: text}))):
        message = {"event": "message", "direction": "incoming", "data": data, "ts": at(6 + number)}
        parts.send("websocket_events", {**socket, **message})
    parts.send("websocket_events", {**socket, "event": "close", "code": 1006, "reason": text, "ts": at(8)})
    closed = {"state": "closed", "closedAt": at(8), "closeCode": 1006, "closeReason": text}
    parts.send("websocket_status", {"id": "s1", "url": url, **closed})
    traffic = {"total": 1, "bytes": 9, "preview": text, "at": at(7)}
    parts.send("websocket_status", {"id": "s2", "url": url, "state": "open", "incoming": traffic, "keys": [text]})
    selectors = {"id": text, "testId": text, "role": {"role": "button", "name": text}, "cssPath": text}
    parts.send(
        "actions", {"type": "click", "ts": at(8), "url": PAGE, "tabId": 17, "text": text, "selectors": selectors}
    )
    parts.send("actions", {"type": "navigate", "ts": at(8.5), "url": PAGE, "tabId": 17, "toUrl": url})
    printed = {"ts": at(9), "name": "api", "level": "error", "text": f"{text}\n{text}"}
    exception = {"type": "ValueError", "message": text, "file": text, "line": 3, "function": text}
    parts.send("server_logs", printed, {**printed, "exception": exception})
    parts.send("performance", {"url": f"/{text}", "timing": {"load": 900.0, "largestContentfulPaint": 500.0}})


def a_browser(parts: Parts, text: str) -> None:
    """The live page, with the text in every field of its answers."""
    element = {"tag": text, "attributes": {text: text, "id": text}, "text": text, "visible": True, "selector": text}
    live = {"role": text, "name": f"{text} {text}", "value": text, "checked": True, "disabled": True, "focused": True}
    styled = {**element, "live": live, "styles": {text: text}, "boundingBox": {"x": 1, "y": 1, "width": 1, "height": 1}}
    node = {"selector": text, "html": text, "fix": text, "failureSummary": text, "frame": text}
    rule = {"id": "label", "impact": "serious", "description": "No label", "wcag": ["wcag2a"], "helpUrl": "https://axe"}
    report = {
        **{"url": f"{SITE}/{text}", "summary": {"violations": 1, "passes": 1, "incomplete": 0, "inapplicable": 0}},
        **{"violations": [{**rule, "nodes": [node]}], "passes": [{"id": "list"}], "framesLeftOut": 1},
    }
    tab = {"tabId": 1, "url": f"{SITE}/{text}", "title": text, "active": True}
    counts = dict.fromkeys(("links", "images", "interactiveElements"), 1)
    shape = {"viewport": {"width": 1, "height": 1}, "scroll": {"x": 0, "y": 0}, "documentHeight": 1, **counts}
    state = {"name": text, "url": tab["url"], "timestamp": at(9), "size_bytes": 9}
    answers: dict[str, Any] = {
        "dom": {"url": tab["url"], "matchCount": 1, "returnedCount": 1, "matches": [{**styled, "children": [element]}]},
        "page_info": {
            **{**tab, **shape, "headings": [text], "visibleText": f"{text}\n{text}"},
            "forms": [{"id": text, "action": text, "fields": [text]}],
        },
        "accessibility": {"url": tab["url"], "report": report},
        "screenshot": {**tab, "width": 1, "height": 1, "format": "png", "bytes": 1, "data": "AA=="},
        "visible_text": {"url": PAGE, "landmarks": [{"landmark": text, "lines": [text]}], "isThere": True},
        "execute": {"success": True, "result": {text: text}},
        "highlight": {"success": True, "selector": text, "bounds": {"x": 1, "y": 1, "width": 1, "height": 1}},
        "manage_state": {"snapshots": [state], "half_loaded": [text], "snapshot_name": text},
    }

    async def ask_page(probe: str, *_: Any, **__: Any) -> PageReply:
        return PageReply(msgspec.Raw(msgspec.json.encode(answers[probe])))

    async def ask(probe: str, *_: Any, **__: Any) -> msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode(answers[probe]))

    async def ask_all(*_: Any, **__: Any) -> list[msgspec.Raw]:
        return [msgspec.Raw(msgspec.json.encode([tab]))]

    async def flush(*_: Any, **__: Any) -> list[int]:
        return []

    parts.store.extension.record_contact()
    parts.store.extension.record_hello(HelloMessage("1", pilot=True))
    for name, method in (("ask", ask), ("ask_page", ask_page), ("ask_all", ask_all), ("flush", flush)):
        setattr(parts.store.queries, name, method)
