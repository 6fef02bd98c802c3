"""verify_fix: how far the absence of an error can be trusted."""

from pathlib import Path

import pytest
from page_story import Story
from parts import Parts
from purchase import buy, compare, start

from gasoline.analysis.verification.issue_baseline import MAX_STEPS


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


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


async def test_messages_of_a_development_server_to_its_own_script_are_not_evidence(story: Story) -> None:
    story.socket("open", path="/?token=x")
    story.socket("message", path="/?token=x", direction="incoming", data='{"type":"connected"}')
    story.error("boom")
    name = await start(story)
    story.socket("message", path="/?token=x", direction="incoming", data='{"type":"update","updates":[]}')
    result = await compare(story, name)
    assert (result["evidence"]["exercised"], result["evidence"]["websockets"]) == (False, [])
    assert "nothing was exercised" in result["caution"]


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
    "an id that is generated again": (
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


async def test_an_effect_of_an_action_is_not_a_separate_step(story: Story) -> None:
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


# FIX-05
async def test_the_headline_does_not_say_fixed_where_nothing_could_show_it(story: Story) -> None:
    async def headline(name: str) -> str:
        text = await story.parts.read("verify_fix", action="compare", session_id=name)
        return text.partition("\n")[0]

    story.click("Buy")
    story.error("boom")
    name = await start(story)
    assert await headline(name) == f"cannot tell: nothing happened in the page · 1 issue before, 0 after · {name}"
    story.click("Help")
    assert await headline(name) == f"cannot tell: the failing step was not repeated · 1 issue before, 0 after · {name}"
    story.click("Buy")
    assert await headline(name) == (
        f"cannot tell: no request and no navigation follows the failing step · 1 issue before, 0 after · {name}"
    )
    story.call("POST", "/api/orders", 201)
    assert (await headline(name)).startswith("fixed: ")


# FIX-17
async def test_a_fix_that_nothing_proves_says_so_in_json_too(story: Story) -> None:
    async def proof(name: str) -> tuple[str, bool, str]:
        result = await compare(story, name)
        return result["verdict"], result["proved"], result["why_unproved"]

    story.click("Buy")
    story.error("boom")
    name = await start(story)
    assert await proof(name) == ("fixed", False, "nothing happened in the page")
    story.click("Help")
    assert await proof(name) == ("fixed", False, "the failing step was not repeated")
    story.click("Buy")
    assert await proof(name) == ("fixed", False, "no request and no navigation follows the failing step")
    story.call("POST", "/api/orders", 201)
    result = await compare(story, name)
    assert result["verdict"] == "fixed"
    assert "proved" not in result


async def test_the_headline_does_not_say_fixed_where_the_page_was_not_visited(story: Story) -> None:
    story.error("boom")
    name = await start(story)
    story.page = "http://shop.test/help"
    story.call("GET", "/api/help", 200)
    text = await story.parts.read("verify_fix", action="compare", session_id=name)
    assert text.startswith("cannot tell: the page that had the error was not visited · 1 issue before, 0 after")
