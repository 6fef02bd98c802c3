"""diff_sessions: what the page showed and received at the end of each run."""

from pathlib import Path
from typing import Any

import pytest
from page_story import Story
from parts import Parts
from screen import Screen

from gasoline.analysis.sessions.read_page_state import page_state_of
from gasoline.model.activity import Activity
from gasoline.model.page_state import LandmarkText, VisibleText


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


@pytest.fixture
async def screen(story: Story) -> Screen:
    return Screen(story)


async def capture(story: Story, name: str) -> None:
    await story.parts.ask("diff_sessions", action="capture", name=name)
    await story.parts.ask("clear_browser_logs")


async def compare(story: Story, one: str = "a", other: str = "current") -> Any:
    return await story.parts.ask("diff_sessions", action="compare", compare_a=one, compare_b=other)


# FIX-11, FIX-12
async def test_two_runs_are_compared_by_what_the_page_shows_and_receives(story: Story, screen: Screen) -> None:
    screen.shows("Paid: never")
    story.answer("/api/invoices/2", {"paidAt": None})
    await capture(story, "a")
    screen.shows("Paid: 2 January", alert=["Thank you"])
    story.answer("/api/invoices/2", {"paidAt": "2026-01-02"})
    answer = await compare(story)
    assert answer["summary"]["verdict"] == "unchanged"
    page = answer["diff"]["page"]
    assert page["changed"] == [{"landmark": "main", "before": "Paid: never", "after": "Paid: 2 January"}]
    assert page["appeared"] == [{"landmark": "alert", "text": "Thank you"}]
    assert [(row["field"], row["before"], row["after"]) for row in page["responses"]] == [("paidAt", "null", "string")]
    text = await story.parts.read("diff_sessions", action="compare", compare_a="a", compare_b="current")
    assert text.startswith("unchanged: the page differs in 3 places · a → current on /cart\n")
    assert '\n  changed main: "Paid: never" → "Paid: 2 January"\n' in text
    assert "\n  GET /api/invoices/:id paidAt: null → string\n" in text


async def test_two_saved_runs_are_compared_without_asking_the_page(story: Story, screen: Screen) -> None:
    screen.shows("One")
    await capture(story, "a")
    screen.shows("Two")
    await capture(story, "b")
    asked = len(screen.asked)
    assert (await compare(story, "a", "b"))["diff"]["page"]["count"] == 1
    assert (await compare(story, "b", "b"))["diff"]["page"]["count"] == 0
    assert len(screen.asked) == asked


async def test_a_run_without_a_live_page_says_so(story: Story) -> None:
    reply = await story.parts.call("diff_sessions", action="capture", name="a")
    assert "What the page shows is not part of it: no browser is connected." in reply.texts[1]
    reply = await story.parts.call("diff_sessions", action="compare", compare_a="a", compare_b="current")
    assert "What the page shows was not compared: no browser is connected." in reply.texts[1]


def test_without_room_nothing_of_the_page_is_kept_and_that_is_said() -> None:
    text = VisibleText(path="/", landmarks=(LandmarkText("main", ("Cart",)),))
    state = page_state_of(Activity(), text, has_bodies=True, room=0)
    assert (state.text, state.why_no_text) == (None, "there was no room left to keep it")
