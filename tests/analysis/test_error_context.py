"""One question about errors answers with everything around each: source, components, state, request and actions."""

import json
from pathlib import Path
from typing import Any

import pytest
from parts import NOW, Parts

from gasoline.analysis.errors.failed_request import FAILED_REQUEST_RESPONSE_CHARS
from gasoline.analysis.errors.recent_actions import RECENT_ACTIONS_WITHIN_S
from gasoline.analysis.errors.show_error import STACK_FRAMES_SHOWN
from gasoline.ingest.error_screenshots import ErrorScreenshotIntake
from gasoline.model.wire import HelloMessage
from gasoline.store.screenshot_folder import ScreenshotFolder

PAGE = "http://localhost:3000/login"
STACK = "TypeError: x is not a function\n" + "\n".join(
    f"    at f{n} (http://localhost/app.js:1:{n})" for n in range(1, 20)
)
SNIPPETS = [
    {"file": "src/a.ts", "line": 2, "column": 0, "snippet": [{"line": 2, "text": "x()", "isError": True}]},
]
ANCESTRY = {
    "framework": "react",
    "components": [{"name": "App", "propKeys": ["theme"]}, {"name": "Form", "hasState": True}],
}
STATE = {
    "source": "redux",
    "keys": {"auth": {"type": "object", "keys": ["user"]}},
    "relevantSlice": {"auth.user": None},
}


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def at(seconds: float) -> str:
    return f"2026-01-31T12:00:{seconds:06.3f}Z"


def error(seconds: float = 10, **more: Any) -> dict[str, Any]:
    return {
        **{"type": "exception", "id": "e1", "ts": at(seconds), "url": PAGE, "tabId": 1},
        **{"message": "x is not a function", "errorType": "TypeError", "stack": STACK},
        **more,
    }


def failed(seconds: float, path: str = "/api/login", **more: Any) -> dict[str, Any]:
    return {
        **{"type": "network", "ts": at(seconds), "method": "POST", "url": f"http://localhost:3000{path}"},
        **{"status": 401, "duration": 12.5, "tabId": 1, "pageUrl": PAGE, "response": '{"error":"expired"}'},
        **more,
    }


def click(seconds: float, **more: Any) -> dict[str, Any]:
    return {"type": "click", "ts": at(seconds), "url": PAGE, "tabId": 1, "selectors": {"id": "submit"}, **more}


async def the_exception(parts: Parts, **arguments: Any) -> dict[str, Any]:
    shown = await parts.ask("get_browser_errors", **arguments)
    found: dict[str, Any] = next(entry for entry in shown if entry["type"] == "exception")
    return found


async def test_pieces_that_came_one_by_one_are_composed_and_nothing_is_said_twice(parts: Parts) -> None:
    parts.send("logs", error(_context={"build": "7"}))
    for piece in ({"_sourceSnippets": SNIPPETS}, {"_componentAncestry": ANCESTRY}, {"_stateSnapshot": STATE}):
        parts.send("logs", {"id": "e1", "type": "exception", **piece})
    parts.send("actions", click(9, text="Login"))
    shown = await the_exception(parts)
    context = shown["_aiContext"]
    assert list(context) == ["summary", "sourceSnippets", "componentAncestry", "stateSnapshot"]
    assert context["sourceSnippets"] == SNIPPETS
    assert context["componentAncestry"] == ANCESTRY
    assert context["stateSnapshot"] == STATE
    assert shown["_enrichments"] == ["context", "userActions", "sourceMap", "aiContext"]
    assert not {"id", "_sourceSnippets", "_componentAncestry", "_stateSnapshot"} & set(shown)


async def test_what_a_sender_composed_is_completed_by_its_pieces(parts: Parts) -> None:
    parts.send("logs", error(_aiContext={"sourceSnippets": SNIPPETS}, _stateSnapshot=STATE))
    context = (await the_exception(parts))["_aiContext"]
    assert context["sourceSnippets"] == SNIPPETS and context["stateSnapshot"] == STATE
    assert context["summary"].startswith("TypeError in src/a.ts:2")


async def test_an_error_of_which_nothing_more_is_known_has_only_its_summary(parts: Parts) -> None:
    parts.send("logs", error())
    shown = await the_exception(parts)
    assert shown["_enrichments"] == ["aiContext"]
    assert list(shown["_aiContext"]) == ["summary"]
    assert "_actions" not in shown and "_failedRequest" not in shown


async def test_a_plain_console_error_has_no_summary_and_one_with_an_error_has(parts: Parts) -> None:
    parts.log("only words", level="error", url=PAGE)
    logged = {"name": "RangeError", "message": "too far", "stack": "RangeError: too far\n    at go (http://h/a.js:3:4)"}
    parts.log("caught:", logged, level="error", url=PAGE)
    with_error, words = await parts.ask("get_browser_errors")
    assert "_aiContext" not in words and "_enrichments" not in words
    assert with_error["_aiContext"]["summary"] == "RangeError in a.js:3:4 — too far."


async def test_causes_of_a_logged_error_are_shown(parts: Parts) -> None:
    cause = {
        "name": "Error",
        "message": "inner",
        "stack": "Error: inner",
        "cause": {"name": "E", "message": "i", "stack": ""},
    }
    parts.log({"name": "Error", "message": "outer", "stack": "Error: outer", "cause": cause}, level="error")
    (shown,) = await parts.ask("get_browser_errors")
    assert "Caused by Error: inner, by E: i." in shown["_aiContext"]["summary"]


async def test_the_stack_is_short_where_the_source_is_shown_and_whole_on_request(parts: Parts) -> None:
    parts.send("logs", error(_sourceSnippets=SNIPPETS))
    assert (await the_exception(parts))["stack"].split("\n")[STACK_FRAMES_SHOWN + 1 :] == ["    at … 14 more"]
    assert (await the_exception(parts, full=True))["stack"] == STACK


async def test_the_stacks_of_causes_are_short_unless_all_is_asked_for(parts: Parts) -> None:
    parts.send("logs", error(_causes=[{"name": "Error", "message": "deep", "stack": STACK}]))
    (cause,) = (await the_exception(parts))["_causes"]
    assert cause["stack"].endswith("    at … 14 more") and cause["message"] == "deep"
    (whole,) = (await the_exception(parts, full=True))["_causes"]
    assert whole["stack"] == STACK


async def test_an_image_that_did_not_load_is_not_blamed_on_a_request(parts: Parts) -> None:
    parts.send("logs", failed(9.9), {"type": "resource", "message": "no img", "ts": at(10), "url": PAGE, "tabId": 1})
    assert all("_failedRequest" not in entry for entry in await parts.ask("get_browser_errors"))


async def test_the_stack_is_whole_where_no_source_is_known(parts: Parts) -> None:
    parts.send("logs", error())
    assert (await the_exception(parts))["stack"] == STACK


# ERR-18
async def test_the_request_that_failed_just_before_is_joined_and_listed_as_its_own_error(parts: Parts) -> None:
    parts.send("logs", failed(9.5, id="n1"), error())
    shown, request = await parts.ask("get_browser_errors")
    assert shown["_failedRequest"] == {
        **{"method": "POST", "url": "http://localhost:3000/api/login", "status": 401, "duration": 12.5},
        **{"response": '{"error":"expired"}', "id": "n1"},
    }
    assert "failedRequest" in shown["_enrichments"]
    assert request["type"] == "network" and "_failedRequest" not in request and "_aiContext" not in request


@pytest.mark.parametrize(
    ("why", "request_entry"),
    [
        ("too early", failed(7.9)),
        ("after the error", failed(10.001)),
        ("in another tab", failed(9.9, tabId=2)),
        ("on another page, without tabs", failed(9.9, tabId=None, pageUrl="http://localhost:3000/other")),
    ],
)
async def test_a_request_that_has_nothing_to_do_with_it_is_not_joined(
    parts: Parts, why: str, request_entry: dict[str, Any]
) -> None:
    parts.send("logs", request_entry, error())
    assert "_failedRequest" not in await the_exception(parts), why


async def test_without_tabs_the_page_decides(parts: Parts) -> None:
    parts.send("logs", failed(9.9, tabId=None), error())
    assert (await the_exception(parts))["_failedRequest"]["status"] == 401


async def test_of_several_requests_the_nearest_is_joined(parts: Parts) -> None:
    parts.send("logs", failed(9.9, "/b", status=0, error="Failed to fetch"), failed(9.1, "/a"), error())
    joined = (await the_exception(parts))["_failedRequest"]
    assert joined["url"].endswith("/b") and joined["error"] == "Failed to fetch"


async def test_the_request_that_the_error_names_is_preferred(parts: Parts) -> None:
    parts.send(
        "logs", failed(9.1, "/api/a"), failed(9.9, "/api/b"), error(_causes=[{"name": "E", "message": "GET /api/a"}])
    )
    assert (await the_exception(parts))["_failedRequest"]["url"].endswith("/api/a")


async def test_a_request_that_failed_again_counts_by_its_last_time(parts: Parts) -> None:
    parts.send("logs", failed(5, _aggregatedCount=3, _firstSeen=at(5), _lastSeen=at(9)), error())
    assert (await the_exception(parts))["_failedRequest"]["status"] == 401


async def test_a_long_answer_is_truncated_and_a_captured_body_stands_in(parts: Parts) -> None:
    body = {"id": "w7", "ts": at(9), "method": "POST", "url": "http://localhost:3000/api/login", "status": 401}
    parts.send("network_bodies", {**body, "type": "network_body", "tabId": 1, "responseBody": "z" * 9_000})
    parts.send("logs", {**failed(9.5), "response": None}, error())
    joined = (await the_exception(parts))["_failedRequest"]
    assert joined["response"] == "z" * FAILED_REQUEST_RESPONSE_CHARS + "…"
    assert joined["id"] == "w7"


async def test_the_last_actions_in_the_tab_are_joined_newest_first(parts: Parts) -> None:
    parts.send(
        "actions",
        click(1, text="too many"),
        {**click(2), "type": "input", "inputType": "password", "value": "slipped", "selectors": {"testId": "pw"}},
        {**click(3), "type": "select", "selectedText": "Tea", "selectors": {"cssPath": "form > select"}},
        {**click(4), "type": "keypress", "key": "Enter", "selectors": {"ariaLabel": "Search"}},
        {**click(5), "type": "navigate", "toUrl": "http://localhost:3000/login", "selectors": None},
        click(6, text="  Log\n in "),
        click(7, tabId=2),
        click(11),
    )
    parts.send("logs", error())
    assert (await the_exception(parts))["_actions"] == [
        {"ts": at(6), "type": "click", "target": "#submit", "text": "Log in"},
        {"ts": at(5), "type": "navigate", "target": "http://localhost:3000/login"},
        {"ts": at(4), "type": "keypress", "target": "Search", "value": "Enter"},
        {"ts": at(3), "type": "select", "target": "form > select", "value": "Tea"},
        {"ts": at(2), "type": "input", "target": '[data-testid="pw"]', "inputType": "password", "value": "[redacted]"},
    ]


async def test_actions_of_one_millisecond_are_newest_first_too(parts: Parts) -> None:
    parts.send("actions", click(6), {**click(6), "type": "submit"})
    parts.send("logs", error())
    assert [each["type"] for each in (await the_exception(parts))["_actions"]] == ["submit", "click"]


@pytest.mark.parametrize("ts", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00"])
async def test_a_year_that_no_clock_shows_costs_its_event_alone(parts: Parts, ts: str) -> None:
    assert parts.send("actions", click(9), {**click(9), "ts": ts}).rejected == 1
    received = parts.send("logs", failed(9), error(), {**failed(9), "ts": ts}, error(id="e2", ts=ts, message="other"))
    assert (received.received, received.rejected) == (2, 2)
    assert len(await parts.ask("get_browser_errors")) == 2


async def test_actions_of_long_ago_are_not_joined(parts: Parts) -> None:
    parts.send("actions", click(9))
    parts.send("logs", error(9 + RECENT_ACTIONS_WITHIN_S + 1))
    assert "_actions" not in await the_exception(parts)


async def test_the_log_names_what_is_known_and_does_not_repeat_it(parts: Parts) -> None:
    parts.send("logs", error(_sourceSnippets=SNIPPETS, _stateSnapshot=STATE))
    parts.log("plain")
    plain, entry = await parts.ask("get_browser_logs")
    assert entry["_enrichments"] == ["sourceMap", "aiContext"]
    assert not {"_aiContext", "_sourceSnippets", "_stateSnapshot"} & set(entry)
    assert "_enrichments" not in plain
    assert len(await parts.ask("get_browser_logs", contains="src/a.ts")) == 1


async def test_what_came_piece_by_piece_is_whole_after_a_restart(parts: Parts) -> None:
    parts.send("logs", error())
    parts.send("logs", {"id": "e1", "type": "exception", "_sourceSnippets": SNIPPETS})
    parts.send("logs", {"id": "e1", "type": "exception", "_componentAncestry": ANCESTRY})
    before = await parts.ask("get_browser_errors")
    assert await Parts(parts.folder).ask("get_browser_errors") == before
    lines = (parts.folder / "logs.jsonl").read_text().splitlines()
    assert len(lines) == 3 and json.loads(lines[-1])["_sourceSnippets"] == SNIPPETS


# ERR-19
async def test_errors_are_plain_while_the_error_context_is_off(parts: Parts) -> None:
    causes = [{"name": "Error", "message": "inner"}]
    parts.send("actions", {"type": "click", "ts": at(9), "url": PAGE, "selectors": {"id": "go"}}, tabId=1)
    context: dict[str, Any] = {
        "_sourceSnippets": SNIPPETS,
        "_componentAncestry": ANCESTRY,
        "_causes": causes,
        "_failedRequest": UNREAD,
    }
    parts.send("logs", failed(9.5), error(**context))
    parts.store.extension.record_hello(HelloMessage("1", pilot=False, switches={"aiContextEnabled": False}))
    shown = (await parts.ask("get_browser_errors", limit=1))[0]
    assert set(shown) == {
        *("type", "level", "ts", "url", "tabId", "message", "stack"),
        *("count", "firstSeen", "lastSeen"),
    }
    assert shown["stack"] == STACK
    log = (await parts.ask("get_browser_logs", limit=1))[0]
    assert [name for name in log if name.startswith("_")] == []
    parts.store.extension.record_hello(HelloMessage("1", pilot=False, switches={"aiContextEnabled": True}))
    assert {"_aiContext", "_failedRequest", "_actions"} <= set((await parts.ask("get_browser_errors", limit=1))[0])


# ERR-19
async def test_while_the_error_context_is_off_only_what_the_page_said_itself_accompanies_an_entry(
    parts: Parts,
) -> None:
    worker = {"kind": "dedicated", "url": "http://localhost:3000/worker.js"}
    parts.send("logs", error(worker=worker, _context={"user": "u1"}))
    ErrorScreenshotIntake(ScreenshotFolder(parts.folder), parts.store, lambda: NOW).accept(
        b'{"errorId": "e1", "data": "/9j/4AAQ"}'
    )
    parts.send("logs", {**failed(9.5), "id": "r1", "traceId": "a" * 32, "spanId": "b" * 16})
    parts.store.extension.record_hello(HelloMessage("1", pilot=False, switches={"aiContextEnabled": False}))
    for tool in ("get_browser_errors", "get_browser_logs"):
        request, thrown = await parts.ask(tool)
        assert not {"traceId", "spanId"} & set(request)
        assert not {"worker", "_screenshot"} & set(thrown)
        assert thrown["_context"] == {"user": "u1"}


async def test_the_text_explains_no_error_while_the_error_context_is_off(parts: Parts) -> None:
    message = "Cannot read properties of undefined (reading 'name')"
    line = {"line": 2, "text": "x.name()", "isError": True}
    parts.send("logs", error(message=message, _sourceSnippets=[{**SNIPPETS[0], "snippet": [line]}]))
    explained = await parts.read("get_browser_errors")
    parts.store.extension.record_hello(HelloMessage("1", pilot=False, switches={"aiContextEnabled": False}))
    plain = await parts.read("get_browser_errors")
    assert "`x` is undefined" in explained
    assert message in plain
    assert "`x` is undefined" not in plain


UNREAD = {
    **{"id": "r7", "method": "GET", "url": "http://localhost:3000/api/items", "status": 200, "duration": 3.5},
    **{"error": "the response was text/html, not JSON", "response": "<!doctype html>"},
}


async def test_the_response_that_could_not_be_read_comes_before_a_request_that_failed_nearby(parts: Parts) -> None:
    parts.send("logs", failed(9.9), error(_failedRequest=UNREAD))
    shown = await the_exception(parts)
    assert shown["_failedRequest"] == UNREAD
    said = shown["_aiContext"]["summary"]
    assert said.startswith("TypeError in ") and "— the response was text/html, not JSON" in said
    assert "It answered GET /api/items with status 200 and begins with `<!doctype html>`." in said


async def test_of_a_long_response_that_could_not_be_read_the_start_is_shown(parts: Parts) -> None:
    parts.send("logs", error(_failedRequest={**UNREAD, "response": "x" * 9_000}))
    shown = (await the_exception(parts))["_failedRequest"]["response"]
    assert len(shown) == FAILED_REQUEST_RESPONSE_CHARS + 1 and shown.endswith("…")


async def test_the_same_error_for_two_responses_is_two(parts: Parts) -> None:
    users = {**UNREAD, "url": "http://localhost:3000/api/users"}
    parts.send("logs", error(_failedRequest=UNREAD), error(id="e2", _failedRequest=users))
    assert len(await parts.ask("get_browser_errors")) == 2


async def test_an_error_of_a_worker_names_it(parts: Parts) -> None:
    parts.send("logs", error(worker={"kind": "shared", "url": "http://localhost:3000/js/sync.js"}))
    said = (await the_exception(parts))["_aiContext"]["summary"]
    assert said.endswith("It happened in the shared worker /js/sync.js.")
