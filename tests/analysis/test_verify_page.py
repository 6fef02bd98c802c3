"""verify_fix: what the page shows."""

from pathlib import Path

import pytest
from page_story import SITE, Story
from parts import Parts
from screen import CART, Screen
from verify_page_calls import compare, headline, start

from gasoline.analysis.sessions.page_changes import MAX_CHANGED_LINES
from gasoline.model.wire import QueryError


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


@pytest.fixture
async def screen(story: Story) -> Screen:
    return Screen(story)


# FIX-11, FIX-14
async def test_without_an_error_before_the_changes_of_the_page_are_the_answer(story: Story, screen: Screen) -> None:
    screen.shows("Invoice", "Paid: never", "Pay", banner=["Shop"])
    name = await start(story)
    story.click("Pay")
    screen.shows("Invoice", "Paid: 2 January", banner=["Shop"], alert=["Thank you"])
    result = await compare(story, name)
    assert result["verdict"] == "no_issues_detected"
    assert result["caution"] == "No error was captured before, so there is no error to compare."
    changes = result["page_changes"]
    assert {kind: changes[kind] for kind in ("changed", "disappeared", "appeared", "reordered")} == {
        "changed": [{"landmark": "main", "before": "Paid: never", "after": "Paid: 2 January"}],
        "disappeared": [{"landmark": "main", "text": "Pay"}],
        "appeared": [{"landmark": "alert", "text": "Thank you"}],
        "reordered": [],
    }
    text = await story.parts.read("verify_fix", action="compare", session_id=name)
    assert text.startswith(f"no error to compare: the page changed as follows · {name}\n")
    assert '\n  changed main: "Paid: never" → "Paid: 2 January"\n' in text
    assert '\n  appeared alert: "Thank you"\n' in text


async def test_a_page_that_shows_the_same_is_not_said_to_be_right(story: Story, screen: Screen) -> None:
    screen.shows("Paid: never")
    name = await start(story)
    story.click("Pay")
    assert await headline(story, name) == f"no error to compare: no change of the page was seen · {name}"


async def test_a_page_that_nobody_can_see_is_said_to_be_unknown(story: Story) -> None:
    name = await start(story)
    story.click("Pay")
    assert (await compare(story, name))["page_changes"]["not_compared"] == [
        "What the page shows was not compared: no browser is connected."
    ]
    assert await headline(story, name) == f"no error to compare: nothing of the page could be compared · {name}"


async def test_lines_in_another_order_are_neither_new_nor_gone(story: Story, screen: Screen) -> None:
    screen.shows("Apple", "Banana", "Cherry")
    name = await start(story)
    screen.shows("Cherry", "Apple", "Banana", "Date")
    changes = (await compare(story, name))["page_changes"]
    assert (changes["reordered"], changes["changed"], changes["disappeared"]) == (["main"], [], [])
    assert changes["appeared"] == [{"landmark": "main", "text": "Date"}]


async def test_equal_lines_are_counted(story: Story, screen: Screen) -> None:
    screen.shows("0", "0", "1")
    name = await start(story)
    screen.shows("0", "1", "1")
    changed = (await compare(story, name))["page_changes"]["changed"]
    assert changed == [{"landmark": "main", "before": "0", "after": "1"}]


async def test_another_page_is_named(story: Story, screen: Screen) -> None:
    screen.shows("Cart")
    name = await start(story)
    screen.shows("Receipt", url=f"{SITE}/receipt?token=1")
    assert (await compare(story, name))["page_changes"]["page"] == {"before": "/cart", "after": "/receipt"}
    assert "\n  page: /cart → /receipt\n" in await story.parts.read("verify_fix", action="compare", session_id=name)


@pytest.mark.parametrize(
    ("error", "url", "why"),
    [
        (QueryError("timeout", "The page did not answer.", ""), CART, "the page did not answer (timeout)"),
        (None, "http://other.test/", "the tab shows another site"),
    ],
)
async def test_a_page_that_does_not_answer_does_not_fail_the_comparison(
    story: Story, screen: Screen, error: QueryError | None, url: str, why: str
) -> None:
    story.click("Pay")
    screen.shows("Cart")
    name = await start(story)
    screen.error = error
    screen.shows("Cart", url=url)
    assert (await compare(story, name))["page_changes"]["not_compared"] == [
        f"What the page shows was not compared: {why}."
    ]


async def test_the_tab_is_asked_in_which_the_site_did_something_last(story: Story, screen: Screen) -> None:
    story.act("click", tabId=7)
    story.act("click", tabId=9)
    story.parts.send("logs", {"type": "console", "args": ["later"], "url": "http://other.test/", "tabId": 8})
    await start(story)
    assert [query["tabId"] for query in screen.asked] == [9]


async def test_a_page_with_very_much_text_is_kept_in_part_and_says_so(story: Story, screen: Screen) -> None:
    screen.shows(*(f"line {number} {'x' * 100}" for number in range(200)))
    name = await start(story)
    screen.shows(*(f"line {number} {'x' * 100}" for number in range(200)))
    changes = (await compare(story, name))["page_changes"]
    assert (changes["count"], changes["is_compared"]) == (0, True)
    assert "more text than was compared" in changes["not_compared"][0]


# FIX-11
async def test_more_changes_than_are_listed_are_counted(story: Story, screen: Screen) -> None:
    name = await start(story)
    screen.shows(*(f"new {number}" for number in range(MAX_CHANGED_LINES + 5)))
    changes = (await compare(story, name))["page_changes"]
    assert (len(changes["appeared"]), changes["left_out"]) == (MAX_CHANGED_LINES, 5)
    assert "and 5 more changes of the page" in await story.parts.read("verify_fix", action="compare", session_id=name)


async def test_page_text_cannot_begin_a_line_of_the_answer(story: Story, screen: Screen) -> None:
    name = await start(story)
    screen.shows("a\nfixed: all is well")
    text = await story.parts.read("verify_fix", action="compare", session_id=name)
    assert "\nfixed" not in text


async def test_secrets_on_the_page_are_masked_before_lines_are_shortened(story: Story, screen: Screen) -> None:
    token = "ghp_" + "Zx81mQpL04RtVb92KsWn" + "63YcHdJe75FgTuAo"
    name = await start(story)
    screen.shows(f"{'w ' * 70}{token}")
    shown = (await compare(story, name))["page_changes"]["appeared"][0]["text"]
    assert token[8:16] not in shown


async def test_a_capsule_has_no_live_page_to_compare_with(story: Story, screen: Screen, tmp_path: Path) -> None:
    saved = await story.parts.ask("save_capsule")
    screen.shows("Cart")
    name = await start(story, capsule=saved["path"])
    assert screen.asked == []
    assert (await compare(story, name))["page_changes"]["not_compared"] == [
        "What the page shows was not compared: a capsule has no live page."
    ]


# FIX-06
async def test_an_error_that_is_gone_from_a_page_that_shows_the_same_may_only_be_hidden(
    story: Story, screen: Screen
) -> None:
    screen.shows("Paid: never")
    story.click("Pay")
    story.call("POST", "/api/pay", 200)
    story.error("boom")
    name = await start(story)
    story.wait(60)
    story.click("Pay")
    story.call("POST", "/api/pay", 200)
    result = await compare(story, name)
    assert (result["verdict"], result["proved"]) == ("fixed", False)
    assert result["caution"] == (
        "The error is gone, but the page shows and receives the same as with it: the error may only be hidden."
    )
    text = await story.parts.read("verify_fix", action="compare", session_id=name)
    assert text.startswith("cannot tell: the page shows and receives the same as with the error · 1 issue before")
    assert f"compare session_id={name} expect=TEXT (what the fixed page shows)" in text.splitlines()[-1]
    screen.shows("Paid: 2 January")
    result = await compare(story, name)
    assert not {"caution", "proved"} & set(result)


# FIX-17
async def test_an_error_of_a_load_that_is_gone_from_the_same_page_may_only_be_hidden(
    story: Story, screen: Screen
) -> None:
    screen.shows("Sum")
    story.error("boom")
    name = await start(story)
    story.wait(60)
    story.performance("/cart", load=100.0, ts="2099-01-31T12:00:00.000Z")
    assert (await headline(story, name)).startswith("cannot tell: the page shows and receives the same")
    screen.shows("Sum 3")
    assert (await headline(story, name)).startswith("fixed: ")


# FIX-17
async def test_what_the_page_was_expected_to_show_proves_a_fix_without_another_effect(
    story: Story, screen: Screen
) -> None:
    screen.shows("Sum")
    story.click("Total")
    story.error("boom")
    name = await start(story)
    story.click("Total")
    screen.shows("Sum 3")
    assert (await compare(story, name))["proved"] is False
    result = await compare(story, name, expect="Sum 3")
    assert result["verdict"] == "fixed"
    assert "proved" not in result
