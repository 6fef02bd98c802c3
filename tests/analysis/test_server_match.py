"""Which lines of a server are shown with a failed request, and how it is known that they belong to it."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.analysis.errors import server_match

PAGE = "http://localhost:5173/cart"
API = "http://localhost:8000"


def at(seconds: float) -> str:
    return f"2026-01-31T12:00:{seconds:06.3f}Z"


class Story:
    """What a server printed, and which requests failed in the browser."""

    def __init__(self, folder: Path) -> None:
        self.parts = Parts(folder)
        self._failures = 0

    def print(self, seconds: float, text: str, name: str = "api", **more: Any) -> None:
        received = self.parts.send("server_logs", {"ts": at(seconds), "name": name, "text": text, **more})
        assert received.received == 1, received

    def trace(self, seconds: float, message: str, path: str = "", name: str = "api") -> None:
        """As Django begins one with the path, if there is a path."""
        exception = {"type": "ValueError", "message": message, "file": "shop/api.py", "line": 34}
        request = {"request": {"path": path}} if path else {}
        self.print(seconds, f"ValueError: {message}", name, level="error", exception=exception, **request)

    def access(self, seconds: float, path: str, name: str = "api", method: str = "GET", status: int = 500) -> None:
        request = {"method": method, "path": path, "status": status}
        self.print(seconds, f'"{method} {path} HTTP/1.1" {status}', name, level="info", request=request)

    def fail(self, end: float, path: str, duration: float = 100.0, method: str = "GET") -> None:
        self._failures += 1
        failure = {"type": "network", "id": f"l{self._failures}", "ts": at(end), "method": method, "status": 500}
        self.parts.send("logs", {**failure, "url": f"{API}{path}", "duration": duration, "pageUrl": PAGE, "tabId": 1})

    async def shown(self, path: str) -> list[tuple[str, str]]:
        """How each entry was matched, and its text."""
        errors = await self.parts.ask("get_browser_errors")
        error = next(error for error in errors if error["url"] == f"{API}{path}")
        return [(entry["matchedBy"], entry["text"]) for entry in error.get("_serverLog", {"entries": []})["entries"]]


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(tmp_path)


def line(path: str, method: str = "GET") -> str:
    return f'"{method} {path} HTTP/1.1" 500'


# RUN-06
async def test_the_access_line_and_its_neighbors_are_distinguished_from_other_lines(story: Story) -> None:
    story.print(9.94, "cache is cold")
    story.access(9.95, "/orders")
    story.trace(9.96, "no stock")
    story.print(9.97, "rebuilt", "web")
    story.fail(10, "/orders")
    assert await story.shown("/orders") == [
        ("neighbor", "ValueError: no stock"),
        ("request", line("/orders")),
        ("time", "cache is cold"),
    ]


async def test_what_was_printed_in_the_millisecond_of_the_start_belongs_to_the_request(story: Story) -> None:
    story.trace(9.9, "no stock")
    story.fail(10, "/orders", duration=99.5)
    assert await story.shown("/orders") == [("time", "ValueError: no stock")]


async def test_without_an_access_line_the_time_decides_and_the_answer_says_so(story: Story) -> None:
    story.print(9.8, "too early")
    story.print(9.95, "while it was under way")
    story.trace(10.2, "no stock")
    story.print(10.3, "too late")
    story.fail(10, "/orders")
    assert await story.shown("/orders") == [("time", "ValueError: no stock"), ("time", "while it was under way")]


@pytest.mark.parametrize("order", ["lines first", "traces first", "all lines, then all traces"])
async def test_two_requests_that_fail_together_have_their_own_stack_traces(story: Story, order: str) -> None:
    if order == "lines first":  # Starlette
        for path in ("/a", "/b"):
            story.access(9.95, path)
            story.trace(9.95, f"in {path}")
    elif order == "traces first":  # Next.js
        for path in ("/a", "/b"):
            story.trace(9.95, f"in {path}")
            story.access(9.95, path)
    else:
        for path in ("/a", "/b"):
            story.access(9.95, path)
        for path in ("/a", "/b"):
            story.trace(9.95, f"in {path}")
    story.fail(10, "/a")
    story.fail(10.01, "/b")
    for path in ("/a", "/b"):
        assert await story.shown(path) == [("neighbor", f"ValueError: in {path}"), ("request", line(path))]


async def test_a_request_that_failed_without_a_stack_trace_does_not_get_that_of_its_neighbor(story: Story) -> None:
    story.access(9.93, "/refused")
    story.access(9.96, "/crashed")
    story.trace(9.96, "no stock")
    story.fail(10, "/refused")
    story.fail(10, "/crashed")
    assert await story.shown("/refused") == [("request", line("/refused"))]
    assert await story.shown("/crashed") == [("neighbor", "ValueError: no stock"), ("request", line("/crashed"))]


async def test_a_later_stack_trace_does_not_shift_the_others_to_their_neighbors(story: Story) -> None:
    story.access(9.9, "/prices")
    story.trace(9.949, "orders failed")
    story.access(9.95, "/orders")
    story.trace(10.15, "in the background")
    story.fail(10, "/prices")
    story.fail(10, "/orders")
    assert await story.shown("/orders") == [
        ("neighbor", "ValueError: orders failed"),
        ("time", "ValueError: in the background"),
        ("request", line("/orders")),
    ]
    assert await story.shown("/prices") == [("time", "ValueError: in the background"), ("request", line("/prices"))]


async def test_the_stack_trace_of_a_request_from_elsewhere_is_left_out(story: Story) -> None:
    story.access(9.94, "/orders")
    story.trace(9.94, "ours")
    story.access(9.96, "/from-a-terminal")
    story.trace(9.96, "not ours")
    story.fail(10, "/orders")
    assert await story.shown("/orders") == [("neighbor", "ValueError: ours"), ("request", line("/orders"))]


async def test_stack_traces_that_name_their_requests_are_distinguished(story: Story) -> None:
    story.trace(9.95, "in a", "/a")
    story.trace(9.95, "in b", "/b")
    story.fail(10, "/a")
    story.fail(10, "/b")
    assert await story.shown("/a") == [("request", "ValueError: in a")]
    assert await story.shown("/b") == [("request", "ValueError: in b")]


async def test_requests_that_differ_in_their_query_are_distinguished(story: Story) -> None:
    story.access(9.95, "/p?id=1")
    story.access(9.96, "/p?id=2")
    story.fail(10, "/p?id=2")
    assert await story.shown("/p?id=2") == [("request", line("/p?id=2"))]


async def test_a_server_that_masks_the_query_is_recognized_by_the_path(story: Story) -> None:
    story.access(9.95, "/p?id=[FILTERED]")
    story.fail(10, "/p?id=2")
    assert await story.shown("/p?id=2") == [("request", line("/p?id=[FILTERED]"))]


async def test_lines_without_a_query_may_be_about_any(story: Story) -> None:
    story.trace(9.95, "no stock", "/p")
    story.fail(10, "/p?id=2")
    assert await story.shown("/p?id=2") == [("request", "ValueError: no stock")]


async def test_lines_of_other_requests_are_left_out(story: Story) -> None:
    story.access(9.95, "/other")
    story.access(9.95, "/orders", method="POST")
    story.fail(10, "/orders")
    assert await story.shown("/orders") == []


async def test_a_proxy_that_removes_a_prefix_of_the_path_hides_nothing(story: Story) -> None:
    story.trace(9.95, "no stock", "/orders")
    story.access(9.96, "/orders")
    story.fail(10, "/api/orders")
    assert await story.shown("/api/orders") == [
        ("suffix", "ValueError: no stock"),
        ("suffix", line("/orders")),
    ]
    text = await story.parts.read("observe", what="errors")
    assert "  server api (names the end of its path): ValueError: no stock at shop/api.py:34" in text


async def test_a_proxy_that_changes_the_path_leaves_the_stack_trace_by_time(story: Story) -> None:
    story.trace(9.95, "no stock", "/v2/purchase")
    story.access(9.96, "/v2/purchase")
    story.fail(10, "/api/orders")
    assert await story.shown("/api/orders") == [("time", "ValueError: no stock")]


async def test_what_another_failed_request_explains_is_not_taken_by_time(story: Story) -> None:
    story.trace(9.95, "no stock", "/cart")
    story.access(9.96, "/prices")
    story.trace(9.96, "no price")
    story.fail(10, "/cart")
    story.fail(10, "/prices")
    story.fail(10, "/elsewhere")
    assert await story.shown("/elsewhere") == []


async def test_the_root_is_not_the_end_of_every_path(story: Story) -> None:
    story.access(9.95, "/")
    story.fail(10, "/api/orders")
    assert await story.shown("/api/orders") == []


async def test_each_line_of_text_says_how_it_was_matched(story: Story) -> None:
    story.access(9.95, "/orders")
    story.trace(9.96, "no stock")
    story.print(9.97, "cache is cold")
    story.fail(10, "/orders")
    text = await story.parts.read("observe", what="errors")
    assert "server api (next to its access line): ValueError: no stock" in text
    assert 'server api (names this request): "GET /orders' in text
    assert "server api (at that time): cache is cold" in text


async def test_a_stack_trace_far_from_an_access_line_is_not_its_neighbor(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_match, "SERVER_NEIGHBOR_LINES", 2)
    story.access(9.95, "/orders")
    for seconds in (9.95, 9.95, 9.95):
        story.print(seconds, "busy")
    story.trace(9.95, "one")
    story.trace(9.95, "two")
    story.fail(10, "/orders")
    assert (await story.shown("/orders"))[:2] == [("time", "ValueError: one"), ("time", "ValueError: two")]
