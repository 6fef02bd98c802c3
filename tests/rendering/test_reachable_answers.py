"""Nothing that JSON shows is unreachable in text: answers other than lists of entries have every text of their JSON."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from every_question import AGAIN, BY_ID, QUESTIONS, session_of
from fake_browser import FakeBrowser, returning
from parts import Parts
from written_pages import a_browser, a_session

from gasoline.rendering.moment import clock
from gasoline.rendering.outline import BLOCK_CHARS
from gasoline.rendering.quote import quoted

SITE = "http://localhost:5173"
LONG = "word " * 90
"""Longer than any bound of a line, and as long as the extension sends a text."""
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, str):
        yield value


def missing(as_json: Any, text: str) -> list[str]:
    return [value for value in texts(as_json) if (clock(value) if TIME.fullmatch(value) else value) not in text]


def element(number: int, size: int) -> dict[str, Any]:
    attributes = {"id": f"e{number}", "data-state": f"{number} {LONG[:size]}"}
    return {"tag": "p", "attributes": attributes, "text": f"{number} {LONG[:size]}", "selector": f"#e{number}"}


# ANS-05
async def test_every_value_of_few_elements_is_shown(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    matches = [{**element(number, 440), "children": [element(number + 10, 440)]} for number in range(3)]
    answer = {"url": f"{SITE}/", "matchCount": 3, "returnedCount": 3, "matches": matches}
    FakeBrowser(parts, returning(answer))
    text = await parts.read("observe", what="dom", selector="p")
    shown = [each for match in matches for each in (match, *match["children"])]
    assert missing([[each["attributes"], each["text"]] for each in shown if not each.get("children")], text) == []
    assert missing([match["attributes"] for match in matches], text) == []


# ANS-05
async def test_a_list_of_elements_says_how_to_see_one_complete(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    matches = [element(number, 440) for number in range(4)]
    FakeBrowser(parts, returning({"url": f"{SITE}/", "matchCount": 4, "returnedCount": 4, "matches": matches}))
    text = await parts.read("observe", what="dom", selector="p")
    assert LONG[:440] not in text
    assert "a selector with at most 3 matches (complete texts and values)" in text


async def test_every_heading_and_field_of_a_page_is_shown(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    page = {
        **{"url": f"{SITE}/", "title": f"Shop {LONG[:200]}", "viewport": {"width": 1, "height": 1}},
        **{"scroll": {"x": 0, "y": 0}, "documentHeight": 1, "links": 1, "images": 1, "interactiveElements": 1},
        "headings": [f"heading {number} {LONG[:180]}" for number in range(60)],
        "forms": [{"id": "order", "action": f"{SITE}/order", "fields": [f"field-{number}" for number in range(50)]}],
    }
    FakeBrowser(parts, returning(page))
    assert missing(page, await parts.read("observe", what="page")) == []


async def test_every_title_of_a_tab_is_shown(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    tabs = [{"tabId": 17, "url": f"{SITE}/", "title": LONG[:400], "active": True, "captured": True}]
    FakeBrowser(parts, returning(tabs))
    assert missing(tabs, await parts.read("observe", what="tabs")) == []


async def test_everything_about_a_socket_is_shown(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    opened, closed = "2026-01-31T11:59:58.000Z", "2026-01-31T11:59:59.000Z"
    reason = "word " * 24
    data = {"event": "message", "direction": "incoming", "data": '{"a":1,"b":"' + LONG[:150] + '"}'}
    live = {"id": "s1", "url": "ws://localhost:5173/feed"}
    ended = {"id": "s2", "url": "ws://localhost:5173/old", "openedAt": opened, "closedAt": closed}
    parts.send("websocket_status", {**live, "state": "open", "openedAt": opened, "ts": opened})
    parts.send("websocket_events", {**live, **data, "ts": "2026-01-31T11:59:59.500Z"})
    parts.send("websocket_status", {**ended, "state": "closed", "closeCode": 1006, "closeReason": reason, "ts": closed})
    as_json = await parts.ask("get_websocket_status")
    text = await parts.read("observe", what="websocket_status")
    previews = [side["preview"] for each in as_json["connections"] for side in each["lastMessage"].values() if side]
    for each in as_json["connections"]:
        del each["lastMessage"]
    assert missing(as_json, text) == []
    assert all(quoted(preview) in text for preview in previews)
    assert as_json["connections"][0]["openedAt"] == opened and as_json["closed"][0]["closeReason"] == reason


@pytest.mark.parametrize(("mode", "script"), [("reproduction", "script"), ("test", "test_script")])
async def test_a_script_says_what_it_was_made_of(mode: str, script: str, tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    page = {"url": f"{SITE}/cart", "tabId": 17}
    click = {"type": "click", "text": "Buy", "selectors": {"testId": "buy"}}
    parts.send("actions", {**page, **click, "ts": "2026-01-31T12:00:01.000Z"})
    thrown = {"type": "exception", "message": "no total", "filename": f"{SITE}/a.js", "lineno": 4, "colno": 1}
    parts.send("logs", {**page, **thrown, "ts": "2026-01-31T12:00:02.000Z"})
    as_json = await parts.ask("generate", what=mode)
    text = await parts.read("generate", what=mode)
    assert as_json.pop(script) in f"{text}\n"
    assert text.startswith("// Made of 1 action")
    assert missing([as_json["warnings"], as_json.get("selectors_used"), as_json.get("error_context")], text) == []
    if mode == "test":
        assert f"; {as_json['assertion_count']} assertion" in text


def node(number: int) -> dict[str, str]:
    html = f'<p class="{number} {LONG}'[:200]
    return {"selector": f"#p{number}", "html": html, "fix": f"fix {number}", "failureSummary": f"Fix {number}:\n  one"}


def audit_report(rules: int) -> dict[str, Any]:
    rule = {"impact": "serious", "description": "No label", "wcag": ["wcag2a"], "helpUrl": "https://axe/label"}

    def failed(name: str) -> dict[str, Any]:
        return {**rule, "id": name, "nodes": [node(number) for number in range(10)], "nodeCount": 12}

    passes = {"id": "list", "description": "Lists are well made", "helpUrl": "https://axe/list", "wcag": ["1.3.1"]}
    report = {
        "url": f"{SITE}/",
        "summary": {"violations": rules, "passes": 1, "incomplete": 0, "inapplicable": 0},
        "violations": [failed(f"rule-{number}") for number in range(rules)],
        "passes": [{**passes, "nodeCount": 3}],
    }
    return {"url": f"{SITE}/", "report": report}


# ANS-09
async def test_every_element_of_a_few_violations_is_shown(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    answer = audit_report(2)
    FakeBrowser(parts, returning(answer))
    text = await parts.read("analyze", what="accessibility")
    for violation in answer["report"]["violations"]:
        for each in violation["nodes"]:
            del each["failureSummary"]
    assert missing(answer["report"], text) == []
    assert text.count("  and 2 more elements\n") == 2
    assert "more: scope=SELECTOR (one part complete, and why each element fails)" in text


# ANS-09
async def test_every_value_of_a_part_of_the_page_is_shown(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    answer = audit_report(9)
    FakeBrowser(parts, returning(answer))
    short = await parts.read("analyze", what="accessibility")
    assert short.count("  and 7 more elements\n") == 9
    assert "more: scope=SELECTOR (one part complete, and why each element fails)" in short
    complete = await parts.read("analyze", what="accessibility", scope="main")
    for violation in answer["report"]["violations"]:
        for each in violation["nodes"]:
            each["failureSummary"] = each["failureSummary"].split("\n  ")
    assert missing(answer["report"], complete) == []


def leaked(parts: Parts, secrets: int, places: int) -> None:
    """Each secret in several responses."""
    for number in range(secrets):
        for place in range(places):
            path = f"/api/{number}-{place}/{'long-' * 30}"
            response = {"responseBody": json.dumps({"password": f"q7Zt4mXcV9pLw2RkYb8N{number}"})}
            exchange = {"url": f"{SITE}{path}", "method": "GET", "status": 200, "contentType": "application/json"}
            parts.send("network_bodies", {**exchange, **response, "pageUrl": f"{SITE}/"})


def places_in(answer: Any) -> list[str]:
    found = [finding["evidence"].get("places", []) for finding in answer["findings"]]
    return [place["url"] for places in found for place in places]


# ANS-09
async def test_every_place_of_a_secret_is_shown(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    leaked(parts, secrets=1, places=9)
    places = places_in(await parts.ask("analyze", what="security", checks=["credentials"]))
    assert len(places) == 9
    assert missing(places, await parts.read("analyze", what="security")) == []


# ANS-09
async def test_places_that_are_left_out_are_counted_and_shown_for_a_part(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    leaked(parts, secrets=8, places=9)
    short = await parts.read("analyze", what="security")
    assert "  and in 4 more places\n" in short
    assert "more: checks=… or url_filter=… (every place, complete values)" in short
    places = places_in(await parts.ask("analyze", what="security", checks=["credentials"]))
    assert len(places) >= 40
    assert missing(places, await parts.read("analyze", what="security", checks=["credentials"])) == []


def fields(number: int) -> dict[str, str]:
    return {f"a_long_name_of_field_{number}_{each}": "x" for each in range(30)}


# ANS-09
async def test_every_field_of_a_learned_shape_is_shown(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    exchange = {"method": "GET", "status": 200, "contentType": "application/json", "pageUrl": f"{SITE}/"}
    for number in range(20):
        body = json.dumps(fields(number))
        parts.send("network_bodies", {**exchange, "url": f"{SITE}/api/list{number}", "responseBody": body})
        if number == 0:
            assert missing(list(fields(0)), await parts.read("analyze", what="api", action="report")) == []
    short = await parts.read("analyze", what="api", action="report")
    assert missing(list(fields(7)), short) != []
    assert "more: analyze what=api action=report url_filter=… (complete shapes)" in short
    complete = await parts.read("analyze", what="api", action="report", url_filter="list7")
    assert missing(list(fields(7)), complete) == []


async def test_a_learned_shape_says_of_which_site_it_is(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    exchange = {"method": "GET", "status": 200, "contentType": "application/json", "responseBody": "{}"}
    for port in (5173, 3000):
        parts.send("network_bodies", {**exchange, "url": f"http://localhost:{port}/api/list"})
    text = await parts.read("analyze", what="api", action="report")
    for port in (5173, 3000):
        assert f"endpoint GET /api/list of http://localhost:{port} ×1" in text


@pytest.mark.parametrize("what", ["verify_fix", "sessions"])
async def test_two_messages_that_differ_at_their_end_are_two_lines(what: str, tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    messages = [f"{LONG[:160]}ends with {end}" for end in ("one", "two")]
    for message in messages:
        parts.send("logs", {"type": "exception", "ts": "2026-01-31T12:00:01.000Z", "message": message})
    if what == "verify_fix":
        text = await parts.read("analyze", what=what, action="start")
    else:
        await parts.ask("analyze", what=what, action="capture", name="a")
        text = await parts.read("analyze", what=what, action="compare", compare_a="a", compare_b="current")
    assert missing(messages, text) == []


async def test_a_block_that_is_too_long_says_how_much_is_missing(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    stack = "Error: x\n" + "    at run (http://localhost:5173/a.js:1:1)\n" * 1_000
    parts.send("logs", {"type": "exception", "ts": "2026-01-31T12:00:01.000Z", "message": "x", "stack": stack})
    [entry] = await parts.ask("get_browser_errors", id="e1")
    text = await parts.read("observe", what="errors", id="e1")
    assert f"… {len(entry['stack']) - BLOCK_CHARS} more characters" in text


async def test_an_answer_without_a_next_page_says_how_much_was_left_out(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    tabs = [{"tabId": number, "url": f"{SITE}/{number}", "title": LONG, "captured": True} for number in range(200)]
    FakeBrowser(parts, returning(tabs))
    text = await parts.read("observe", what="tabs")
    shown = len(re.findall(r"^\d+ \"word", text, re.MULTILINE))
    assert f"more: {200 - shown} more lines were left out to keep this answer short" in text


LISTS = {"timeline", *(what for what, _ in BY_ID)}
"""Their entries are complete when they are asked for by their ids; the timeline has the ids of the others."""
FILES = {"har", "sarif", "report", "capsule"}
ONCE = {"start", "cancel", "capture", "delete"}
"""What answers otherwise the second time."""
IN_OTHER_WORDS = {
    **dict.fromkeys(("action", "status", "type"), "a verb, a word of the first line"),
    "id": "of a problem of health, which its message names",
    "report": "line by line",
    "change": "of equal numbers",
}
"""What a text says otherwise, by the name that JSON has for it."""


def unsaid(value: Any, text: str, name: str = "") -> Iterator[str]:
    """The texts of an answer that its text form does not have, each with its name."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from unsaid(item, text, key)
    elif isinstance(value, list):
        for item in value:
            yield from unsaid(item, text, name)
    elif isinstance(value, str) and name not in IN_OTHER_WORDS:
        yield from (f"{name}: {one}" for one in missing(value, text))


# ANS-05
async def test_every_text_of_an_answer_without_ids_is_shown(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    a_session(parts, "Buy")
    a_browser(parts, "Buy")
    found: dict[str, list[str]] = {}
    for tool, arguments in QUESTIONS:
        if (tool, arguments) == AGAIN:
            a_session(parts, "Buy")
            continue
        given = {**arguments, **session_of(parts, arguments)}
        text = await parts.read(tool, **given)
        if arguments.get("what") in LISTS | FILES or arguments.get("action") in ONCE:
            continue
        found[f"{tool} {arguments}"] = list(unsaid(await parts.ask(tool, **given), text))
    assert {question: texts for question, texts in found.items() if texts} == {}
    assert len(found) > len(LISTS)


# ERR-20
@pytest.mark.parametrize(
    ("stack", "expected"),
    [
        ("TypeError: boom\n    at pay (a.js:4:1)\n    at buy (b.js:2:1)", ["at pay (a.js:4:1)", "at buy (b.js:2:1)"]),
        ("pay@a.js:4:1\nbuy@b.js:2:1\n", ["pay@a.js:4:1", "buy@b.js:2:1"]),
    ],
)
async def test_every_occurrence_has_its_full_stack(stack: str, expected: list[str], tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for _ in range(2):
        parts.send("logs", {"type": "exception", "errorType": "TypeError", "message": "boom", "stack": stack})
    text = await parts.read("observe", what="errors", full=True)
    frames = "\n".join(["  stack:", *(f"    | {line}" for line in expected), ""])
    assert text.count(frames) == 2
    assert text.startswith("2 errors")


# ERR-20
async def test_an_occurrence_says_as_much_as_its_group(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    thrown = {"type": "exception", "errorType": "TypeError", "url": "http://localhost:5173/"}
    parts.send("logs", {**thrown, "message": "Cannot read properties of undefined (reading 'amount')"})
    for full in (False, True):
        assert "undefined when reading `amount`" in await parts.read("observe", what="errors", full=full), full
