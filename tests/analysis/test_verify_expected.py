"""verify_fix: what the fixed page must show."""

from pathlib import Path
from typing import Any

import pytest
from page_story import Story
from parts import Parts
from screen import Screen
from verify_page_calls import compare, headline, start

from gasoline.model.wire import QueryError, QueryResult


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


@pytest.fixture
async def screen(story: Story) -> Screen:
    return Screen(story)


EXPECTED: dict[str, tuple[str, str, str, str]] = {
    "shown now": ("Paid", "Open", "Paid", "fixed"),
    "still not shown": ("Paid", "Open", "Open", "unchanged"),
    "not shown any more": ("Paid", "Paid", "Open", "regressed"),
    "gone now": ("!Failed", "Failed", "Open", "fixed"),
    "still there": ("!Failed", "Failed", "Failed", "unchanged"),
    "shown all the time": ("Paid", "Paid", "Paid", "no_issues_detected"),
}


# FIX-13
@pytest.mark.parametrize("case", EXPECTED)
async def test_what_is_expected_decides(story: Story, screen: Screen, case: str) -> None:
    expect, before, after, verdict = EXPECTED[case]
    screen.shows(before)
    name = await start(story, expect=expect)
    story.click("Pay")
    screen.shows(after)
    result = await compare(story, name)
    assert result["verdict"] == verdict
    assert result["expectation"]["expect"] == expect


async def test_the_answer_says_what_the_page_was_seen_to_show(story: Story, screen: Screen) -> None:
    name = await start(story, expect="Paid")
    story.click("Pay")
    assert await headline(story, name) == (
        f'unchanged: the page does not show "Paid" · 0 issues before, 0 after · {name}'
    )
    screen.shows("Paid")
    assert await headline(story, name) == f'fixed: the page shows "Paid" · 0 issues before, 0 after · {name}'


async def test_a_text_that_was_shown_from_the_start_proves_nothing(story: Story, screen: Screen) -> None:
    screen.shows("Paid")
    story.error("boom")
    name = await start(story, expect="Paid")
    story.error("boom")
    result = await compare(story, name)
    assert result["verdict"] == "unchanged"
    assert 'Already at start, the page shows "Paid", so this proves nothing' in result["caution"]
    text = await story.parts.read("verify_fix", action="compare", session_id=name)
    assert text.startswith("unchanged: 1 issue before, 1 after")


async def test_an_error_that_still_happens_beside_the_expected_text_is_named(story: Story, screen: Screen) -> None:
    story.error("boom")
    name = await start(story, expect="Paid")
    story.error("boom")
    screen.shows("Paid")
    result = await compare(story, name)
    assert result["verdict"] == "fixed"
    assert 'Issues from before still happen: "boom".' in result["caution"]
    story.error("another")
    assert (await compare(story, name))["verdict"] == "different_issue"


async def test_what_cannot_be_checked_is_not_fixed(story: Story, screen: Screen) -> None:
    story.error("boom")
    name = await start(story, expect="Paid")
    story.click("Pay")
    screen.error = QueryError("timeout", "The page did not answer.", "")
    result = await compare(story, name)
    assert (result["verdict"], result["expectation"]["after"]) == ("improved", None)
    assert 'It is unknown whether the page shows "Paid", so this may not be fixed.' in result["caution"]


@pytest.mark.parametrize(("before", "verdict"), [("Paid", "no_issues_detected"), ("Open", "fixed")])
async def test_a_text_expected_only_at_the_end_is_looked_up_in_what_start_kept(
    story: Story, screen: Screen, before: str, verdict: str
) -> None:
    screen.shows(before)
    name = await start(story)
    story.click("Pay")
    screen.shows("Paid")
    assert (await compare(story, name, expect="Paid"))["verdict"] == verdict


async def test_a_selector_is_looked_up_in_the_page(story: Story, screen: Screen) -> None:
    await start(story, expect="!css= .error ")
    assert screen.asked[-1]["params"] == {"selector": ".error"}


@pytest.mark.parametrize(
    ("shown", "sentence"),
    [
        ("Open", 'Now, the page does not show "Paid".'),
        ("Paid", 'Now, the page shows "Paid", as expected of the fixed page, so it cannot confirm the fix.'),
    ],
)
async def test_start_says_whether_the_expectation_is_met_already(
    story: Story, screen: Screen, shown: str, sentence: str
) -> None:
    screen.shows(shown)
    assert sentence in await story.parts.read("verify_fix", action="start", expect="Paid")


async def test_start_without_a_page_says_that_the_expectation_was_not_checked(story: Story) -> None:
    text = await story.parts.read("verify_fix", action="start", expect="Paid")
    assert 'It is unknown whether the page shows "Paid".' in text


@pytest.mark.parametrize("expect", ["!", " ", "css=", "!css= "])
async def test_an_expectation_of_nothing_is_an_error_of_the_caller(story: Story, expect: str) -> None:
    failure = await story.parts.fail("verify_fix", action="start", expect=expect)
    assert failure["error"] == "empty_expectation"


async def test_a_wrong_selector_is_an_error_of_the_caller(story: Story, screen: Screen) -> None:
    screen.error = QueryError("invalid_selector", "no", "Pass another.")
    failure = await story.parts.fail("verify_fix", action="start", expect="css=[[")
    assert failure["error"] == "invalid_selector"


async def test_a_session_that_is_canceled_while_the_page_is_asked_is_gone(story: Story, screen: Screen) -> None:
    name = await start(story)
    reply, page = screen._answer, screen.page

    def cancel(query: dict[str, Any]) -> QueryResult:
        story.parts.store.verifications.remove(name)
        return reply(query)

    screen._answer = cancel
    assert page
    failure = await story.parts.fail("verify_fix", action="compare", session_id=name)
    assert failure["error"] == "no_such_session"
