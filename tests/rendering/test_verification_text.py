"""Text answers of verify_fix and diff_sessions: what was broken, what the user repeated, and what changed."""

from pathlib import Path
from typing import Any

import pytest
from golden import check_golden
from page_story import Story
from parts import Parts
from screen import Screen

FIX = {"tool": "analyze", "what": "verify_fix"}
RUNS = {"tool": "analyze", "what": "sessions"}


def buy(story: Story, status: int) -> None:
    is_refused = status >= 400
    story.click("Place order")
    answer = '{"error":"inventory_unavailable"}' if is_refused else '{"order":{"total":1999}}'
    body = {"requestBody": '{"sku":7}', "responseBody": answer, "contentType": "application/json"}
    story.call("POST", "/api/orders", status, recorded_by="waterfall bodies log", duration=15.25, **body)
    if is_refused:
        story.error("Cannot read properties of undefined (reading 'total')", errorType="TypeError")
    story.call("GET", "/api/cart", 200, recorded_by="waterfall", duration=113.3000000002794)


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


@pytest.fixture
async def screen(story: Story) -> Screen:
    """A purchase that failed."""
    screen = Screen(story)
    screen.shows("Your cart", "Total: $NaN")
    story.performance("/cart", load=900.0, firstContentfulPaint=300.0, requests=12, bytes=220_000)
    story.socket("open")
    buy(story, 422)
    return screen


async def check(story: Story, golden: str, *, tool: str, **arguments: Any) -> str:
    """Compares the answer with its golden file; a verification is the one that was started."""
    if arguments["what"] == "verify_fix" and arguments["action"] != "start":
        [arguments["session_id"]] = story.parts.store.verifications.all()
    text = await story.parts.read(tool, **arguments)
    check_golden(golden, text)
    return text


async def test_a_verification_says_its_verdict_first_and_the_next_call_last(story: Story, screen: Screen) -> None:
    await check(story, "verify_fix_start", **FIX, action="start", label="cart total")
    await check(story, "verify_fix_watch", **FIX, action="watch")
    story.wait(60)
    screen.shows("Your cart", "Total: $19.99")
    buy(story, 201)
    await check(story, "verify_fix_status", **FIX, action="status")
    await check(story, "verify_fix_fixed", **FIX, action="compare")
    await check(story, "verify_fix_cancel", **FIX, action="cancel")


@pytest.mark.usefixtures("screen")
async def test_a_verification_of_nothing_says_so_without_empty_lines_of_evidence(story: Story) -> None:
    await story.parts.read("analyze", what="verify_fix", action="start")
    text = await check(story, "verify_fix_not_exercised", **FIX, action="compare")
    assert "[]" not in text and "null" not in text


@pytest.mark.usefixtures("screen")
async def test_a_fix_that_did_not_help_leads_back_to_the_errors(story: Story) -> None:
    await story.parts.read("analyze", what="verify_fix", action="start")
    story.wait(60)
    buy(story, 422)
    text = await check(story, "verify_fix_unchanged", **FIX, action="compare")
    assert text.splitlines()[-1].startswith("next: observe what=errors")


async def test_the_comparison_of_two_runs_shows_only_what_differs(story: Story, screen: Screen) -> None:
    await check(story, "sessions_capture", **RUNS, action="capture", name="before")
    await story.parts.ask("clear_browser_logs")
    story.wait(60)
    screen.shows("Your cart", "Total: $19.99")
    story.performance("/cart", load=1900.0, firstContentfulPaint=300.0, requests=12, bytes=220_000)
    buy(story, 201)
    story.call("GET", "/api/receipt", 200)
    await story.parts.read("analyze", what="sessions", action="capture", name="after")
    await check(story, "sessions_list", **RUNS, action="list")
    text = await check(story, "sessions_compare", **RUNS, action="compare", compare_a="before", compare_b="after")
    assert "[]" not in text and "null" not in text
    await check(story, "sessions_delete", **RUNS, action="delete", name="after")


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("what", ["test", "report"])
async def test_what_is_generated_reads_as_its_golden_file(what: str, story: Story) -> None:
    await check(story, what, tool="generate", what=what)
