"""verify_fix: an error that is gone only because what led to it is gone, too."""

from pathlib import Path

import pytest
from page_story import Story
from parts import Parts
from purchase import buy, compare, start

from gasoline.analysis.verification.effects import STEP_EFFECTS_S


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


async def test_an_error_that_is_gone_with_its_request_is_masked(story: Story) -> None:
    buy(story)
    name = await start(story)
    story.click("Add Moka Pot")
    story.wait(3)
    story.click("Buy")
    result = await compare(story, name)
    assert (result["masked"], result["verdict"]) == (True, "unchanged")
    assert result["evidence"]["missing_after_failing_step"] == ["POST /api/orders"]
    assert 'did not happen either: "POST /api/orders"' in result["caution"]
    assert [(change["type"], change["after"]) for change in result["changes"]] == [
        ("changed", "(not seen, but masked)")
    ]


async def test_everything_that_the_failing_step_brought_about_is_masked_with_it(story: Story) -> None:
    story.console("something else, long before")
    story.click("Buy")
    story.call("POST", "/api/orders", 500)
    story.console("the order failed")
    story.error("boom")
    name = await start(story)
    story.click("Buy")
    result = await compare(story, name)
    assert (result["masked"], result["verdict"]) == (True, "improved")
    told = {change["before"]: change["type"] for change in result["changes"]}
    assert told == {"something else, long before": "resolved", "the order failed": "changed", "boom": "changed"}


async def test_a_request_that_still_fails_is_not_masked(story: Story) -> None:
    """It used to be followed by a navigation, which is missing because the request fails."""
    story.error("something else")
    story.click("Buy")
    story.go("/thanks")
    story.page = "http://shop.test/cart"
    story.wait(10)
    story.click("Buy")
    story.call("POST", "/api/orders", 500)
    name = await start(story)
    story.click("Buy")
    story.call("POST", "/api/orders", 500)
    result = await compare(story, name)
    assert (result["masked"], result["verdict"]) == (False, "improved")
    assert "may only be hidden" not in result.get("caution", "")


async def test_a_request_that_is_answered_and_leads_nowhere_is_masked(story: Story) -> None:
    """It used to be followed by a navigation."""
    story.click("Buy")
    story.call("POST", "/api/orders", 200)
    story.go("/thanks")
    story.page = "http://shop.test/cart"
    story.wait(10)
    story.click("Buy")
    story.call("POST", "/api/orders", 500)
    name = await start(story)
    story.click("Buy")
    story.call("POST", "/api/orders", 200)
    result = await compare(story, name)
    assert (result["masked"], result["verdict"]) == (True, "unchanged")
    assert [(change["type"], change["after"]) for change in result["changes"]] == [
        ("changed", "POST /api/orders → 200")
    ]


@pytest.mark.parametrize(
    ("url_filter", "verdict"), [("/elsewhere", "no_issues_detected"), ("/api/orders", "unchanged")]
)
async def test_an_error_outside_of_the_filter_masks_nothing(story: Story, url_filter: str, verdict: str) -> None:
    buy(story)
    name = await start(story)
    story.click("Buy", url="http://shop.test/cart?then=/api/orders")
    result = (await story.parts.ask("verify_fix", action="compare", session_id=name, url_filter=url_filter))["result"]
    assert (result["masked"], result["verdict"]) == (False, verdict)


async def test_an_error_that_is_gone_with_a_navigation_is_masked(story: Story) -> None:
    """The step had worked before, so it is known what should follow."""
    story.click("Buy")
    story.go("/thanks")
    story.page = "http://shop.test/cart"
    story.wait(10)
    story.click("Buy")
    story.error("boom")
    name = await start(story)
    story.click("Buy")
    result = await compare(story, name)
    assert (result["masked"], result["verdict"]) == (True, "unchanged")
    assert result["evidence"]["missing_after_failing_step"] == ["navigation to /thanks"]


async def test_a_fix_that_lets_the_page_go_on_is_not_masked(story: Story) -> None:
    """The request has another address now, and the page goes where it should."""
    story.click("Buy")
    story.call("POST", "/api/old-orders", 404)
    story.error("boom")
    name = await start(story)
    story.click("Buy")
    story.call("POST", "/api/orders", 201)
    story.go("/thanks")
    assert (await compare(story, name))["masked"] is False


async def test_a_step_that_never_had_an_effect_proves_nothing_by_its_silence(story: Story) -> None:
    """It throws before its request; caught, it still makes none, and fixed it may have none to make."""
    story.click("Buy")
    story.error("boom")
    name = await start(story)
    story.click("Buy")
    result = await compare(story, name)
    assert (result["verdict"], result["masked"]) == ("fixed", False)
    assert "may only be hidden" in result["caution"]
    assert "click “Buy”" in result["caution"]


@pytest.mark.parametrize("effect", ["request", "navigation", "socket"])
async def test_a_step_that_has_an_effect_since_the_fix_needs_no_caution(story: Story, effect: str) -> None:
    story.click("Buy")
    story.error("boom")
    name = await start(story)
    story.click("Buy")
    if effect == "request":
        story.call("POST", "/api/orders", 201)
    elif effect == "navigation":
        story.go("/thanks")
    else:
        story.socket("message", direction="outgoing", data="order")
    result = await compare(story, name)
    assert result["verdict"] == "fixed"
    assert "caution" not in result


async def test_a_step_that_was_not_done_again_masks_nothing(story: Story) -> None:
    buy(story)
    name = await start(story)
    story.click("Add Moka Pot")
    assert (await compare(story, name))["masked"] is False


async def test_an_error_that_is_still_there_is_not_masked(story: Story) -> None:
    buy(story)
    name = await start(story)
    story.click("Buy")
    story.error("Cannot read properties of undefined (reading 'total')")
    assert (await compare(story, name))["masked"] is False


async def test_a_slow_answer_is_not_a_missing_one(story: Story) -> None:
    buy(story)
    name = await start(story)
    story.click("Buy")
    story.wait(STEP_EFFECTS_S + 10)
    story.call("POST", "/api/orders", 201)
    result = await compare(story, name)
    assert (result["masked"], result["verdict"]) == (False, "fixed")


# FIX-08
@pytest.mark.parametrize(("later", "belongs"), [(STEP_EFFECTS_S - 0.2, True), (STEP_EFFECTS_S, False)])
async def test_what_belongs_to_a_step_follows_within_two_seconds(story: Story, later: float, belongs: bool) -> None:
    story.click("Buy")
    story.wait(later)
    story.call("POST", "/api/orders", 200)
    story.error("boom")
    name = await start(story)
    story.click("Buy")
    assert (await compare(story, name))["masked"] is belongs


async def test_what_follows_the_next_step_does_not_belong_to_the_one_before(story: Story) -> None:
    story.click("Buy")
    story.click("Menu")
    story.call("GET", "/api/menu", 200)
    story.wait(5)
    story.click("Buy")
    story.error("boom")
    name = await start(story)
    story.click("Buy")
    assert (await compare(story, name))["masked"] is False
