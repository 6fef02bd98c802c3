"""Whatever a page chose as its texts, names and addresses, the lines of a text answer begin as for a harmless page."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from parts import Parts

from gasoline.browser.query_broker import PageReply

SITE = "http://localhost:5173"
PAGE = f"{SITE}/cart"
MARK = "Z"
"""What every text of the page begins with; no words of ours have it at the beginning of a line."""
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    *(("observe", {"what": what}) for what in ("errors", "logs", "network", "network_bodies", "websocket_events")),
    *(("observe", {"what": what}) for what in ("websocket_status", "actions", "timeline", "server_logs")),
    *(("observe", {"what": what}) for what in ("page", "tabs", "screenshot")),
    ("observe", {"what": "dom", "selector": "p", "include_styles": True, "include_children": True}),
    *(("analyze", {"what": what}) for what in ("accessibility", "security", "performance")),
    ("analyze", {"what": "security", "severity_min": "info"}),
    *(("analyze", {"what": "api", "action": action}) for action in ("analyze", "report")),
    *(("generate", {"what": what}) for what in ("har", "report")),
    *(("generate", {"what": "sarif", "source": source}) for source in ("accessibility", "security")),
]
OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("generate", {"what": "reproduction"}),
    ("observe", {"what": "errors", "id": "e1"}),
    ("observe", {"what": "logs", "id": "l2"}),
    ("observe", {"what": "network", "id": "r7"}),
]
"""Their lines depend on the text: a long value is several lines, and code has the quotes that fit."""
FORGED = f"{MARK}\ne1 12:00:00.000 {MARK}\n\nmore: {MARK}"
INVISIBLE = f"{MARK}\u2028{MARK}\u0085{MARK}\u202e{MARK}\x1b[2J{MARK}\r\x0b{MARK}"


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
    styled = {**element, "styles": {text: text}, "boundingBox": {"x": 1, "y": 1, "width": 1, "height": 1}}
    node = {"selector": text, "html": text, "fix": text, "failureSummary": text, "frame": text}
    rule = {"id": "label", "impact": "serious", "description": "No label", "wcag": ["wcag2a"], "helpUrl": "https://axe"}
    report = {
        **{"url": f"{SITE}/{text}", "summary": {"violations": 1, "passes": 1, "incomplete": 0, "inapplicable": 0}},
        **{"violations": [{**rule, "nodes": [node]}], "passes": [{"id": "list"}], "framesLeftOut": 1},
    }
    tab = {"tabId": 1, "url": f"{SITE}/{text}", "title": text, "active": True}
    counts = dict.fromkeys(("links", "images", "interactiveElements"), 1)
    shape = {"viewport": {"width": 1, "height": 1}, "scroll": {"x": 0, "y": 0}, "documentHeight": 1, **counts}
    answers: dict[str, Any] = {
        "dom": {"url": tab["url"], "matchCount": 1, "returnedCount": 1, "matches": [{**styled, "children": [element]}]},
        "page_info": {
            **{**tab, **shape, "headings": [text], "visibleText": f"{text}\n{text}"},
            "forms": [{"id": text, "action": text, "fields": [text]}],
        },
        "accessibility": {"url": tab["url"], "report": report},
        "screenshot": {**tab, "width": 1, "height": 1, "format": "png", "bytes": 1, "data": "AA=="},
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
    for name, method in (("ask", ask), ("ask_page", ask_page), ("ask_all", ask_all), ("flush", flush)):
        setattr(parts.store.queries, name, method)


def beginnings(text: str) -> list[str]:
    """How each line begins, which is ours: the first word, without what the page wrote. A text of several lines has as
    many lines behind a gutter."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("| ")]
    return [(line.split(None, 1) or [""])[0].partition(MARK)[0] for line in lines]


async def answers(folder: Path, text: str, questions: list[tuple[str, dict[str, Any]]]) -> dict[str, str]:
    parts = Parts(folder)
    a_session(parts, text)
    a_browser(parts, text)
    return {f"{tool} {arguments}": await parts.read(tool, **arguments) for tool, arguments in questions}


@pytest.fixture(scope="module")
def harmless(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    found = asyncio.run(answers(tmp_path_factory.mktemp("harmless"), f"{MARK}z", QUESTIONS))
    return {question: beginnings(text) for question, text in found.items()}


# ANS-03
@settings(max_examples=15, deadline=None)
@given(text=st.text(max_size=30).map(lambda text: f"{MARK}{text}"))
@example(text=FORGED)
@example(text=INVISIBLE)
def test_the_lines_of_an_answer_begin_as_for_a_harmless_page(
    text: str, harmless: dict[str, list[str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = asyncio.run(answers(tmp_path_factory.mktemp("hostile"), text, QUESTIONS))
    assert {question: beginnings(answer) for question, answer in found.items()} == harmless


# ANS-03
@pytest.mark.parametrize("text", [f"{MARK}z", FORGED, INVISIBLE])
async def test_no_line_of_an_answer_begins_with_what_a_page_wrote(text: str, tmp_path: Path) -> None:
    found = await answers(tmp_path, text, QUESTIONS + OTHERS)
    forged = ("e1 12:00:00.000 ", f"more: {MARK}", MARK)
    assert [line for answer in found.values() for line in answer.splitlines() if line.startswith(forged)] == []
