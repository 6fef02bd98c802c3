"""verify_fix: how far the absence of an error can be trusted, and whether it is only hidden."""

from pathlib import Path
from typing import Any

import pytest
from page_story import Story
from parts import Parts

from gasoline.analysis.verification.effects import STEP_EFFECTS_S
from gasoline.analysis.verification.issue_baseline import MAX_STEPS


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


async def start(story: Story) -> str:
    name: str = (await story.parts.ask("verify_fix", action="start"))["session_id"]
    await story.parts.ask("verify_fix", action="watch", session_id=name)
    story.wait(60)
    return name


async def compare(story: Story, name: str) -> Any:
    return (await story.parts.ask("verify_fix", action="compare", session_id=name))["result"]


def buy(story: Story, status: int = 500, *, fails: bool = True) -> None:
    """The purchase that the tests are about."""
    story.click("Add Moka Pot")
    story.wait(3)
    story.click("Buy")
    story.call("POST", "/api/orders", status)
    if fails:
        story.error("Cannot read properties of undefined (reading 'total')")


async def test_the_same_steps_without_the_error_are_a_fix_without_caution(story: Story) -> None:
    buy(story)
    name = await start(story)
    buy(story, 201, fails=False)
    result = await compare(story, name)
    assert (result["verdict"], result["masked"]) == ("fixed", False)
    assert "caution" not in result
    evidence = result["evidence"]
    assert evidence.pop("seconds_since_watch") >= 0
    assert evidence == {
        "exercised": True,
        "seconds_active": 3.2,
        "pages": ["/cart"],
        "pages_not_visited_again": [],
        "actions": 2,
        "endpoints": ["POST /api/orders"],
        "endpoints_not_called_again": [],
        "websockets": [],
        "steps": [
            {"step": "click “Add Moka Pot”", "repeated": True},
            {"step": "click “Buy”", "repeated": True},
        ],
        "failing_step_repeated": True,
        "missing_after_failing_step": [],
        "lost": [],
    }


async def test_silence_is_said_to_be_silence(story: Story) -> None:
    buy(story)
    name = await start(story)
    reply = await story.parts.call("verify_fix", action="compare", session_id=name)
    result = await compare(story, name)
    assert result["evidence"]["exercised"] is False
    assert "nothing was exercised" in result["caution"]
    assert result["verdict"] != "fixed"
    assert "read `caution`" in reply.texts[1]


async def test_a_verdict_on_silence_alone_is_cautioned(story: Story) -> None:
    story.error("boom")
    name = await start(story)
    result = await compare(story, name)
    assert result["verdict"] == "fixed"
    assert result["caution"].startswith("Nothing happened in the page since watch")


async def test_a_load_since_watch_is_evidence(story: Story) -> None:
    """Also where nothing else is captured of the page: it makes no requests, and nobody clicks."""
    story.error("boom")
    name = await start(story)
    story.performance("/cart", load=100, ts="2099-01-31T12:00:00.000Z")
    result = await compare(story, name)
    assert result["evidence"]["exercised"] is True
    assert result["evidence"]["pages"] == ["/cart"]
    assert "nothing was exercised" not in result["caution"]


async def test_messages_on_a_socket_since_watch_are_evidence(story: Story) -> None:
    story.socket("open")
    story.error("boom")
    name = await start(story)
    assert (await compare(story, name))["evidence"]["exercised"] is False
    story.socket("message", direction="incoming", data="{}")
    result = await compare(story, name)
    assert (result["evidence"]["exercised"], result["evidence"]["websockets"]) == (True, ["ws://shop.test/live"])
    assert "nothing was exercised" not in result["caution"]


async def test_a_clean_baseline_and_silence_are_cautioned(story: Story) -> None:
    name = await start(story)
    result = await compare(story, name)
    assert result["verdict"] == "no_issues_detected"
    assert "nothing was exercised" in result["caution"]


# FIX-05
async def test_the_failing_step_that_was_not_done_again_is_named(story: Story) -> None:
    story.click("Add Moka Pot")
    story.click("Buy")
    story.error("boom")
    name = await start(story)
    story.click("Add Moka Pot")
    result = await compare(story, name)
    assert [step["repeated"] for step in result["evidence"]["steps"]] == [True, False]
    assert result["evidence"]["failing_step_repeated"] is False
    assert '("click “Buy”") was not repeated' in result["caution"]


async def test_steps_are_done_again_in_their_order(story: Story) -> None:
    story.click("One")
    story.click("Two")
    story.error("boom")
    name = await start(story)
    story.click("Two")
    story.click("One")
    evidence = (await compare(story, name))["evidence"]
    assert [step["repeated"] for step in evidence["steps"]] == [False, True]
    assert evidence["failing_step_repeated"] is True


SAME_ELEMENT = {
    "an id that is made up anew": (
        {"role": {"role": "button", "name": "Buy"}, "id": ":r1:"},
        {"role": {"role": "button", "name": "Buy"}, "id": ":r7:"},
    ),
    "test id": ({"testId": "buy", "text": "Buy"}, {"testId": "buy", "text": "Buy now"}),
    "id": ({"id": "buy"}, {"id": "buy", "text": "Buy now"}),
    "label": ({"ariaLabel": "Buy"}, {"ariaLabel": "Buy"}),
    "role": ({"role": {"role": "button", "name": "Buy"}}, {"role": {"role": "button", "name": "Buy"}}),
    "place": ({"cssPath": "main > button"}, {"cssPath": "main > button"}),
}


@pytest.mark.parametrize("case", SAME_ELEMENT)
async def test_an_element_is_recognized_by_any_name_that_lasts(story: Story, case: str) -> None:
    before, after = SAME_ELEMENT[case]
    story.act("click", selectors=before)
    story.error("boom")
    name = await start(story)
    story.act("click", selectors=after)
    assert (await compare(story, name))["evidence"]["failing_step_repeated"] is True


OTHER_ELEMENT = {
    "another label under the same text": (
        {"ariaLabel": "Add Moka Pot", "text": "Add"},
        {"ariaLabel": "Add Mug", "text": "Add"},
    ),
    "another text": ({"text": "Buy", "cssPath": "a"}, {"text": "Cancel", "cssPath": "a"}),
    "another place": ({"cssPath": "main > button"}, {"cssPath": "nav > button"}),
}


@pytest.mark.parametrize("case", OTHER_ELEMENT)
async def test_another_element_is_another_step(story: Story, case: str) -> None:
    before, after = OTHER_ELEMENT[case]
    story.act("click", selectors=before)
    story.error("boom")
    name = await start(story)
    story.act("click", selectors=after)
    assert (await compare(story, name))["evidence"]["failing_step_repeated"] is False


async def test_the_same_button_on_another_page_is_another_step(story: Story) -> None:
    story.click("Buy")
    story.error("boom")
    name = await start(story)
    story.page = "http://shop.test/other"
    story.click("Buy")
    assert (await compare(story, name))["evidence"]["failing_step_repeated"] is False


async def test_what_an_action_causes_is_no_step_of_its_own(story: Story) -> None:
    story.click("Buy")
    story.act("submit", selectors={"id": "checkout"}, causedBy="e1")
    story.error("boom")
    name = await start(story)
    assert [step["step"] for step in (await compare(story, name))["evidence"]["steps"]] == ["click “Buy”"]


async def test_only_the_last_steps_before_the_error_are_asked_for(story: Story) -> None:
    for number in range(MAX_STEPS + 5):
        story.click(f"Step {'x' * number}")
    story.act("scroll", target="window")
    story.error("boom")
    story.click("After the error")
    name = await start(story)
    steps = (await compare(story, name))["evidence"]["steps"]
    assert len(steps) == MAX_STEPS
    assert steps[-1]["step"] == f"click “Step {'x' * (MAX_STEPS + 4)}”"


async def test_without_steps_it_is_said_that_the_path_is_unknown(story: Story) -> None:
    story.error("boom")
    name = await start(story)
    story.call("GET", "/api/a", 200)
    result = await compare(story, name)
    assert result["evidence"]["failing_step_repeated"] is None
    assert "No user step before the original error is known" in result["caution"]
    assert "not visited" not in result["caution"]


async def test_without_steps_a_page_that_was_not_visited_again_is_named(story: Story) -> None:
    story.error("boom")
    name = await start(story)
    story.page = "http://shop.test/other"
    story.call("GET", "/api/a", 200)
    result = await compare(story, name)
    assert (result["evidence"]["pages"], result["evidence"]["pages_not_visited_again"]) == (["/other"], ["/cart"])
    assert 'were not visited since watch: "/cart".' in result["caution"]


async def test_values_that_the_user_typed_are_not_kept(story: Story) -> None:
    story.act("input", selectors={"id": "coupon"}, value="my own words")
    story.error("boom")
    name = await start(story)
    assert "my own words" not in str(story.parts.store.verifications.get(name))


# --- masked -------------------------------------------------------------------------------------------------------


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
