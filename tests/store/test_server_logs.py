"""What servers printed: listed, filtered, and joined with the requests that failed meanwhile."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.dashboard.feed import Feed
from gasoline.dashboard.rows import row_of
from gasoline.dashboard.view import Query
from gasoline.dashboard.views import server, timeline
from gasoline.store.server_runs import ServerRun

PAGE = "http://localhost:5173/cart"
URL = "http://localhost:8000/api/orders?id=7"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def at(seconds: float) -> str:
    return f"2026-01-31T12:00:{seconds:06.3f}Z"


def printed(parts: Parts, seconds: float, text: str, name: str = "api", **more: Any) -> None:
    received = parts.send("server_logs", {"ts": at(seconds), "name": name, "text": text, **more})
    assert received.received == 1, received


def traceback(parts: Parts, seconds: float, message: str = "no stock", name: str = "api") -> None:
    exception = {"type": "ValueError", "message": message, "file": "shop/api.py", "line": 34, "function": "order"}
    text = f"Traceback (most recent call last):\n  …\nValueError: {message}"
    printed(parts, seconds, text, name, level="error", exception=exception)


def failed_request(parts: Parts, end: float, duration: float = 100.0) -> None:
    parts.send(
        "logs",
        {
            **{"type": "network", "id": "l1", "ts": at(end), "method": "POST", "url": URL, "status": 500},
            **{"duration": duration, "pageUrl": PAGE, "tabId": 1},
        },
    )


async def joined(parts: Parts, number: int = 0) -> Any:
    return (await parts.ask("get_browser_errors"))[number].get("_serverLog")


async def test_entries_are_a_bare_list_newest_first(parts: Parts) -> None:
    printed(parts, 1, "starting", stream="stderr")
    traceback(parts, 2)
    newest, oldest = await parts.ask("get_server_logs")
    assert oldest == {"ts": at(1), "name": "api", "stream": "stderr", "level": "log", "text": "starting"}
    assert newest["exception"] == {
        **{"type": "ValueError", "message": "no stock", "file": "shop/api.py", "line": 34, "function": "order"},
    }


# RUN-07
async def test_the_filters_narrow_the_list(parts: Parts) -> None:
    printed(parts, 1, "starting")
    printed(parts, 2, "slow query", "db", level="warn")
    traceback(parts, 3)

    async def texts(**arguments: Any) -> list[str]:
        return [entry["text"].split("\n")[0] for entry in await parts.ask("observe", what="server_logs", **arguments)]

    assert await texts(name="db") == ["slow query"]
    assert len(await texts(level="warn")) == 2
    assert await texts(contains="SLOW") == ["slow query"]
    assert await texts(since=at(2.5)) == ["Traceback (most recent call last):"]
    assert await texts(before="c2") == ["starting"]
    assert len(await texts(limit=1)) == 1


async def test_without_a_server_the_answer_says_how_to_capture_one(parts: Parts) -> None:
    assert "gasoline run -- npm run dev" in await parts.read("observe", what="server_logs")


async def test_text_has_one_line_for_each_entry_and_an_id_for_the_rest(parts: Parts) -> None:
    printed(parts, 1, "two\nlines")
    traceback(parts, 2)
    text = await parts.read("observe", what="server_logs")
    assert "s2 12:00:02.000 error ValueError: no stock at shop/api.py:34 in order" in text
    assert "s1 12:00:01.000 two (+1 line)" in text
    assert "Traceback (most recent call last)" in await parts.read("observe", what="server_logs", id="s2")


async def test_the_error_that_follows_a_failed_request_has_it_too(parts: Parts) -> None:
    traceback(parts, 9.95)
    failed_request(parts, 10)
    parts.send("logs", {"type": "exception", "message": "TypeError: x", "url": PAGE, "tabId": 1, "ts": at(10.02)})
    assert (await joined(parts))["entries"][0]["exception"]["line"] == 34
    text = await parts.read("observe", what="errors")
    assert "  server api (at that time): ValueError: no stock at shop/api.py:34 in order" in text


async def test_a_clock_that_was_set_back_does_not_hide_entries(parts: Parts) -> None:
    printed(parts, 50, "from the future")
    traceback(parts, 9.95)
    failed_request(parts, 10)
    assert (await joined(parts))["entries"][0]["exception"]["type"] == "ValueError"


async def test_clearing_empties_the_list(parts: Parts) -> None:
    printed(parts, 1, "x")
    cleared = await parts.ask("clear_browser_logs", what="server_logs")
    assert cleared == {"cleared": {"server_logs": 1}}
    assert await parts.ask("get_server_logs") == []


async def test_a_server_cannot_forge_one_of_our_lines(parts: Parts) -> None:
    printed(parts, 1, "\u2028s9 forged\x1b[2J\u202eevil")
    lines = (await parts.read("observe", what="server_logs")).splitlines()
    assert [line for line in lines if line.startswith("s")] == [line for line in lines if line.startswith("s1 ")]


async def test_the_timeline_has_warnings_and_errors_of_servers(parts: Parts) -> None:
    printed(parts, 1, "starting")
    traceback(parts, 2)
    (entry,) = (await parts.ask("get_session_timeline"))["timeline"]
    assert (entry["kind"], entry["name"], entry["exception"]["line"]) == ("server", "api", 34)
    text = await parts.read("observe", what="timeline")
    assert "server api: error ValueError: no stock at shop/api.py:34 in order" in text


async def test_a_new_exception_is_significant_once(parts: Parts) -> None:
    traceback(parts, 1)
    traceback(parts, 2)
    traceback(parts, 3, "out of money")
    traceback(parts, 4, "out of money\nprinted by somebody else")
    notices = [numbered.notice for numbered in parts.store.notices.after(0)]
    assert [notice.message for notice in notices] == ["Server exception: ValueError at shop/api.py:34"] * 2
    assert notices[0].context == {"text": "no stock", "server": "api", "type": "ValueError"}


async def test_a_server_error_that_stopped_is_resolved(parts: Parts) -> None:
    traceback(parts, 1)
    started = await parts.ask("verify_fix", action="start")
    details = started["baseline"]["error_details"]
    assert details == [{"type": "server", "message": "server api: ValueError: no stock at shop/api.py:34", "count": 1}]
    session = started["session_id"]
    await parts.ask("verify_fix", action="watch", session_id=session)
    result = (await parts.ask("verify_fix", action="compare", session_id=session))["result"]
    assert result["verdict"] == "fixed"
    assert result["before"] == {"console_errors": 0, "network_errors": 0, "server_errors": 1, "total_issues": 1}
    assert [(change["type"], change["category"]) for change in result["changes"]] == [("resolved", "server")]


async def test_a_logged_error_without_a_stack_trace_is_resolved_when_it_stops(parts: Parts) -> None:
    for second in (1, 2):
        printed(parts, second, f"2026-01-31 12:00:0{second},123 ERROR: database is down\n  retrying", level="error")
    printed(parts, 3, '"GET / HTTP/1.1" 500', level="error", request={"method": "GET", "path": "/", "status": 500})
    printed(parts, 3, "slow", level="warn")
    started = await parts.ask("verify_fix", action="start")
    (detail,) = started["baseline"]["error_details"]
    assert (detail["type"], detail["count"]) == ("server", 2)
    assert detail["message"].startswith("server api: ") and detail["message"].endswith("ERROR: database is down")
    session = started["session_id"]
    await parts.ask("verify_fix", action="watch", session_id=session)
    result = (await parts.ask("verify_fix", action="compare", session_id=session))["result"]
    assert result["verdict"] == "fixed"


async def test_a_server_error_that_comes_again_is_not_fixed(parts: Parts) -> None:
    traceback(parts, 1)
    session = (await parts.ask("verify_fix", action="start"))["session_id"]
    await parts.ask("verify_fix", action="watch", session_id=session)
    traceback(parts, 5)
    result = (await parts.ask("verify_fix", action="compare", session_id=session))["result"]
    assert result["verdict"] == "unchanged"


async def test_the_dashboard_has_a_lane_and_a_view(parts: Parts) -> None:
    traceback(parts, 1)
    ((seq, event),) = Feed(parts.store)._remembered(0)
    row = row_of(seq, event)
    assert row is not None
    assert (row.kind, row.label, row.severity, row.text) == ("server", "api", "error", "ValueError: no stock")
    context = parts.dispatcher.context(parts.client)
    listed = await server.VIEW.read(context, Query())
    assert [(entry["id"], entry["level"]) for entry in listed["entries"]] == [("s1", "error")]
    complete = await server.VIEW.read(context, Query("s1"))
    assert complete["exception"]["file"] == "shop/api.py"
    assert (await timeline.VIEW.read(context, Query(row.ref)))["event"]["name"] == "api"


async def test_an_empty_view_says_how_to_capture_a_server(parts: Parts) -> None:
    listed = await server.VIEW.read(parts.dispatcher.context(parts.client), Query())
    assert "gasoline run -- npm run dev" in listed["note"]


HINT = "start the server with `gasoline run -- COMMAND` to see here what it prints"


async def test_an_error_of_a_server_that_is_not_captured_says_once_how_to_capture_it(parts: Parts) -> None:
    failed_request(parts, 1.0)
    failed_request(parts, 2.0)
    assert (await parts.read("observe", what="errors")).count(HINT) == 1


async def test_an_error_with_the_output_of_its_server_needs_no_hint(parts: Parts) -> None:
    traceback(parts, 0.95)
    failed_request(parts, 1.0)
    assert HINT not in await parts.read("observe", what="errors")


async def test_capturing_a_server_is_not_suggested_if_it_is_captured_or_remote(parts: Parts) -> None:
    elsewhere = {"method": "GET", "url": "https://api.example.com/orders", "status": 502, "pageUrl": PAGE}
    parts.send("logs", {"type": "network", "ts": at(1.0), "tabId": 1, **elsewhere})
    assert HINT not in await parts.read("observe", what="errors")
    failed_request(parts, 2.0)
    parts.store.server_runs.open(run_of("c1", flush=nothing))
    assert HINT not in await parts.read("observe", what="errors")


async def nothing() -> None:
    """There is no output."""


def run_of(client: str, **more: Any) -> ServerRun:
    return ServerRun(client, "api", "npm run dev", 1, "/app", at(0.0), **more)


def refused_request(parts: Parts, end: float) -> None:
    request = {"type": "network", "ts": at(end), "method": "GET", "url": URL, "status": 0, "pageUrl": PAGE, "tabId": 1}
    parts.send("logs", request)


@pytest.mark.parametrize(
    ("exit_code", "said"),
    [
        (3, "server api ended at 12:00:01.000 with exit code 3"),
        (None, "server api is disconnected since 12:00:01.000"),
    ],
)
@pytest.mark.parametrize("failed", [failed_request, refused_request])
async def test_an_error_since_the_server_ended_says_once_when_that_was_and_how_to_go_on(
    parts: Parts, failed: Callable[[Parts, float], None], exit_code: int | None, said: str
) -> None:
    parts.store.server_runs.open(run_of("c0", ended_at=at(0.5), exit_code=0))
    parts.store.server_runs.open(run_of("c1", ended_at=at(1.0), exit_code=exit_code))
    failed(parts, 2.0)
    failed(parts, 3.0)
    answer = await parts.read("observe", what="errors")
    assert answer.count(f"{said}: start it again with `gasoline run`; observe what=server_logs shows the last") == 1
    assert HINT not in answer


@pytest.mark.parametrize("failed", [failed_request, refused_request])
async def test_an_error_from_before_the_server_ended_says_nothing_of_its_end(
    parts: Parts, failed: Callable[[Parts, float], None]
) -> None:
    parts.store.server_runs.open(run_of("c1", ended_at=at(5.0), exit_code=1))
    failed(parts, 2.0)
    assert "ended" not in await parts.read("observe", what="errors")


async def test_an_error_while_another_server_runs_says_nothing_of_the_end_of_the_first(parts: Parts) -> None:
    parts.store.server_runs.open(run_of("c1", ended_at=at(1.0), exit_code=1))
    parts.store.server_runs.open(run_of("c2", flush=nothing))
    refused_request(parts, 2.0)
    assert "ended" not in await parts.read("observe", what="errors")


async def test_the_list_of_output_says_that_its_server_has_ended(parts: Parts) -> None:
    printed(parts, 1.0, "listening")
    parts.store.server_runs.open(run_of("c1", ended_at=at(2.0), exit_code=1))
    first_line = (await parts.read("observe", what="server_logs")).splitlines()[0]
    assert "server api ended at 12:00:02.000 with exit code 1" in first_line
    assert "ended" not in await parts.read("observe", what="server_logs", name="web")
