"""Answers of the live page say which tab and frame gave them when it is not the page in front of the person."""

from collections.abc import Iterator
from typing import Any

import pytest
from daemon import Daemon
from pilot import succeed
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser

HTML = """<!doctype html><html lang="en"><title>{title}</title><main><h1>{title}</h1>
    <iframe id="inner" title="Inner" srcdoc="<h2>Inside</h2>"></iframe></main></html>"""

QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("query_dom", {"selector": "h1"}),
    ("get_page_info", {}),
    ("run_accessibility_audit", {}),
    ("execute_javascript", {"script": "document.title"}),
    ("highlight_element", {"selector": "h1", "duration_ms": 1}),
    ("manage_state", {"action": "save", "snapshot_name": "tab"}),
]
IN_FRAMES = ("query_dom", "get_page_info", "execute_javascript", "highlight_element")


@pytest.fixture(scope="module")
def pages(browser: Browser, site: Site, browser_daemon: Daemon, pilot_stays_on: None) -> Iterator[dict[str, int]]:
    """The tabs of two pages: one behind, one in front. No question changes them."""
    opened: dict[str, Page] = {}
    for title in ("Behind", "Front"):
        opened[title] = browser.open(site.page(f"/tab-{title}", HTML.format(title=title)))
    opened["Front"].bring_to_front()
    tabs = {tab["title"]: tab["tabId"] for tab in succeed(browser_daemon, "get_tabs")}
    yield {title: tabs[title] for title in opened}
    for page in opened.values():
        page.close()


def notes(daemon: Daemon, tool: str, **arguments: Any) -> str:
    reply = daemon.reply(tool, **arguments)
    assert not reply["isError"], reply
    return " ".join(block["text"] for block in reply["content"][1:] if block["type"] == "text")


@pytest.mark.parametrize(("tool", "arguments"), QUESTIONS, ids=[tool for tool, _ in QUESTIONS])
def test_a_tab_that_is_not_active_is_named(pages: dict[str, int], pilot: Daemon, tool: str, arguments: Any) -> None:
    assert "Answered by" not in notes(pilot, tool, **arguments)
    assert "Answered by" not in notes(pilot, tool, **arguments, tab_id=pages["Front"])
    told = notes(pilot, tool, **arguments, tab_id=pages["Behind"])
    assert f"Answered by tab {pages['Behind']}, which is not the active one." in told


# DOM-12
@pytest.mark.parametrize(("tool", "arguments"), [each for each in QUESTIONS if each[0] in IN_FRAMES])
def test_a_frame_is_named(pages: dict[str, int], pilot: Daemon, tool: str, arguments: Any) -> None:
    inside = {**arguments, "selector": "h2"} if "selector" in arguments else arguments
    assert 'Answered by frame "#inner".' in notes(pilot, tool, **inside, frame="#inner")
    told = notes(pilot, tool, **inside, frame="#inner", tab_id=pages["Behind"])
    assert f'Answered by frame "#inner" in tab {pages["Behind"]}, which is not the active one.' in told
