"""A page that itself answers with an error is an error, once, with what its server printed."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

PAGE = "http://localhost:8000/shop/cart"
START = "2026-01-31T12:00:10.000Z"
PHASES = {"dns": 1, "connect": 2, "tls": 0, "wait": 97, "receive": 0}
SERVER = {"name": "api", "stream": "stderr"}


class Story:
    """Loads of one page, which the browser reports when they begin and when they are complete."""

    def __init__(self, folder: Path) -> None:
        self.parts = Parts(folder)

    def begin(self, load: str = "n1", status: int = 500, **more: Any) -> None:
        timing = {"id": load, "ts": START, "url": PAGE, "pageUrl": PAGE, "initiator": "navigation", "status": status}
        self.parts.send("network", {"start": 0, "duration": 0, "phases": PHASES, **timing, **more}, tabId=7)

    def complete(self, load: str = "n1", status: int = 500, duration: float = 400.0, **more: Any) -> None:
        self.begin(load, status, duration=duration, **more)

    def print(self, at: str, text: str, **more: Any) -> None:
        self.parts.send("server_logs", {**SERVER, "ts": f"2026-01-31T12:00:{at}Z", "text": text, **more})

    async def errors(self) -> list[dict[str, Any]]:
        return list(await self.parts.ask("get_browser_errors"))


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(tmp_path)


# NET-13
@pytest.mark.parametrize("status", [404, 500])
async def test_a_page_that_answers_with_an_error_is_a_failed_request(story: Story, status: int) -> None:
    story.begin(status=status)
    story.complete(status=status)
    (error,) = await story.errors()
    assert (error["type"], error["level"], error["method"], error["url"]) == ("network", "error", "GET", PAGE)
    assert (error["status"], error["ts"], error["duration"]) == (status, "2026-01-31T12:00:10.100Z", 100)
    assert (error["tabId"], error["count"]) == (7, 1)
    assert f" GET /shop/cart → {status} (r1)" in await story.parts.read("observe", what="errors")


async def test_a_page_that_answers_well_is_not_an_error(story: Story) -> None:
    story.begin(status=200)
    story.begin("n2", status=304)
    story.begin("n3", status=500, initiator="iframe")
    assert await story.errors() == []


async def test_each_load_counts_once(story: Story) -> None:
    for load in ("n1", "n2"):
        story.begin(load)
        story.complete(load)
    (error,) = await story.errors()
    assert error["count"] == 2


@pytest.mark.parametrize("what", ["all", "logs", "network"])
async def test_a_load_that_was_cleared_does_not_come_back_when_it_is_complete(story: Story, what: str) -> None:
    story.begin()
    await story.parts.ask("clear_browser_logs", what=what)
    await story.parts.ask("clear_browser_logs", what="logs")
    story.complete()
    assert await story.errors() == []


async def test_after_a_restart_a_load_that_is_known_does_not_count_again(story: Story, tmp_path: Path) -> None:
    story.begin()
    later = Story(tmp_path)
    later.complete()
    (error,) = await later.errors()
    assert error["count"] == 1


# RUN-06
async def test_the_error_has_what_the_server_printed_about_the_load(story: Story) -> None:
    exception = {"type": "ValueError", "message": "no stock", "file": "shop.py", "line": 16}
    story.print("10.090", "ValueError: no stock", level="error", exception=exception)
    story.print(
        "10.091", '"POST /shop/cart HTTP/1.1" 500', request={"method": "POST", "path": "/shop/cart", "status": 500}
    )
    story.begin()
    (error,) = await story.errors()
    assert [(entry["matchedBy"], entry["text"]) for entry in error["_serverLog"]["entries"]] == [
        ("neighbor", "ValueError: no stock"),
        ("request", '"POST /shop/cart HTTP/1.1" 500'),
    ]


async def test_the_time_of_a_redirect_before_the_page_belongs_to_the_load(story: Story) -> None:
    story.print("12.900", "ValueError: no stock", level="error")
    story.begin()
    assert "_serverLog" not in (await story.errors())[0]
    story.complete(duration=3_000.0)
    assert [entry["text"] for entry in (await story.errors())[0]["_serverLog"]["entries"]] == ["ValueError: no stock"]


@pytest.mark.parametrize(
    ("status", "lines", "joined"),
    [(500, ["boom"], ["boom"]), (404, ["boom"], []), (404, ["Not Found: /app.js"], ["Not Found: /app.js"])],
)
async def test_a_file_that_did_not_load_has_what_its_server_printed(
    story: Story, status: int, lines: list[str], joined: list[str]
) -> None:
    script = "http://localhost:8000/app.js"
    for line in lines:
        request = {"request": {"path": "/app.js"}} if "app.js" in line else {}
        story.print("10.050", line, level="error", **request)
    timing = {"ts": START, "url": script, "pageUrl": PAGE, "initiator": "script", "duration": 100, "status": status}
    story.parts.send("network", timing, tabId=7)
    failed = {"type": "resource", "ts": "2026-01-31T12:00:10.101Z", "url": PAGE, "element": "script", "source": script}
    story.parts.send("logs", {**failed, "message": "script failed to load"}, tabId=7)
    (error,) = await story.errors()
    assert [entry["text"] for entry in error.get("_serverLog", {"entries": []})["entries"]] == joined


async def test_the_timeline_lists_the_load_once(story: Story) -> None:
    story.begin()
    text = await story.parts.read("observe", what="timeline")
    assert text.count("GET /shop/cart → 500") == 1


# NOTE-01
async def test_a_page_that_fails_is_one_notification(story: Story) -> None:
    story.begin()
    story.complete()
    story.parts.clock.pass_by(5)
    notices = [each.notice.message for each in story.parts.store.notices.newest_first()]
    assert notices == ["Server error: GET /shop/cart → 500"]


async def test_a_report_is_named_after_the_page_that_failed(story: Story) -> None:
    story.begin()
    report = await story.parts.read("generate", what="report")
    assert f"GET {PAGE} → 500" in report.partition("\n")[0]


# FIX-04
async def test_a_page_that_loads_again_is_fixed_and_one_that_fails_again_is_not(story: Story) -> None:
    ask = story.parts.ask
    story.begin()
    session = (await ask("verify_fix", action="start"))["session_id"]
    story.begin("n2")
    result = (await ask("verify_fix", action="compare", session_id=session))["result"]
    assert result["verdict"] == "unchanged"
    session = (await ask("verify_fix", action="start"))["session_id"]
    story.begin("n3", status=200)
    result = (await ask("verify_fix", action="compare", session_id=session))["result"]
    assert result["verdict"] == "fixed", result
    assert result["changes"] == [
        {"type": "resolved", "category": "network", "before": "GET /shop/cart → 500", "after": "GET /shop/cart → 200"}
    ]


async def test_a_snapshot_after_the_fix_has_the_page_that_failed_before(story: Story) -> None:
    story.begin()
    await story.parts.ask("diff_sessions", action="capture", name="before")
    await story.parts.ask("clear_browser_logs")
    story.begin("n2", status=200)
    await story.parts.ask("diff_sessions", action="capture", name="after")
    diff = await story.parts.ask("diff_sessions", action="compare", compare_a="before", compare_b="after")
    assert diff["diff"]["network"]["status_changes"] == [
        {"method": "GET", "url": "/shop/cart", "before": 500, "after": 200}
    ]
