"""verify_fix: its life, and every verdict."""

import re
from pathlib import Path

import pytest
from page_story import Story
from parts import Parts
from verify_calls import compare, start, verify

from gasoline.capabilities.analyze.verify_fix import MAX_SESSIONS
from gasoline.store.store import SESSION_S


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


async def test_start_answers_with_what_is_wrong_now(story: Story) -> None:
    for _ in range(2):
        story.error("Cannot read property 'user' of undefined")
    story.console("Failed to load resource")
    story.call("POST", "/api/login", 500)
    answer = await verify(story, "start", label="fix-login-error")
    assert re.fullmatch(r"verify-[0-9a-f]{6}", answer["session_id"])
    assert answer["status"] == "baseline_captured"
    assert answer["baseline"] | {"captured_at": ""} == {
        "captured_at": "",
        "console_errors": 3,
        "network_errors": 1,
        "error_details": [
            {"type": "console", "message": "Failed to load resource", "count": 1},
            {"type": "console", "message": "Cannot read property 'user' of undefined", "count": 2},
            {"type": "network", "method": "POST", "url": "/api/login", "status": 500, "count": 1},
        ],
        "websockets": [],
    }


async def test_watch_asks_for_the_scenario(story: Story) -> None:
    name = (await verify(story, "start"))["session_id"]
    assert await verify(story, "watch", session_id=name) == {
        "session_id": name,
        "status": "watching",
        "message": "Monitoring started. Ask the user to reproduce the scenario.",
    }


async def test_a_whole_verification_in_the_documented_form(story: Story) -> None:
    for _ in range(2):
        story.error("Cannot read property 'user' of undefined")
    story.call("POST", "/api/login", 500)
    name = await start(story, label="fix-login-error")
    story.call("POST", "/api/login", 200)
    answer = await verify(story, "compare", session_id=name)
    result = answer.pop("result")
    assert answer == {"session_id": name, "status": "compared", "label": "fix-login-error"}
    assert {key: result[key] for key in ("verdict", "before", "after", "changes", "new_issues", "masked")} == {
        "verdict": "fixed",
        "before": {"console_errors": 2, "network_errors": 1, "total_issues": 3},
        "after": {"console_errors": 0, "network_errors": 0, "total_issues": 0},
        "changes": [
            {
                "type": "resolved",
                "category": "console",
                "before": "Cannot read property 'user' of undefined (x2)",
                "after": "(not seen)",
            },
            {
                "type": "resolved",
                "category": "network",
                "before": "POST /api/login → 500",
                "after": "POST /api/login → 200",
            },
        ],
        "new_issues": [],
        "masked": False,
    }


async def test_status_shows_the_state_of_a_session(story: Story) -> None:
    name = (await verify(story, "start", label="mine", url_filter="/cart"))["session_id"]
    story.parts.clock.seconds += 60
    before = await verify(story, "status", session_id=name)
    assert (before["status"], before["label"], before["url_filter"]) == ("baseline_captured", "mine", "/cart")
    assert before["expires_in_s"] == SESSION_S - 60
    assert before["watch_started_at"] == before["created_at"]
    await verify(story, "watch", session_id=name)
    assert (await verify(story, "status", session_id=name))["status"] == "watching"
    await compare(story, name)
    after = await verify(story, "status", session_id=name)
    assert after["status"] == "compared"
    assert after["watch_started_at"]


async def test_a_cancelled_session_is_gone(story: Story) -> None:
    name = (await verify(story, "start"))["session_id"]
    assert await verify(story, "cancel", session_id=name) == {"session_id": name, "status": "cancelled"}
    failure = await story.parts.fail("verify_fix", action="status", session_id=name)
    assert (failure["error"], failure["hint"]) == ("no_such_session", "Start one with action=start.")


async def test_compare_may_be_repeated_and_sees_what_came_since(story: Story) -> None:
    story.error("boom")
    name = await start(story)
    story.call("GET", "/api/a", 200)
    assert (await compare(story, name))["verdict"] == "fixed"
    story.error("boom")
    assert (await compare(story, name))["verdict"] == "unchanged"


async def test_watching_again_begins_anew(story: Story) -> None:
    story.error("boom")
    name = await start(story)
    story.error("boom")
    await verify(story, "watch", session_id=name)
    assert (await compare(story, name))["verdict"] == "fixed"


# FIX-01
async def test_start_already_watches(story: Story) -> None:
    story.error("boom")
    name = (await verify(story, "start"))["session_id"]
    story.call("GET", "/api/a", 200)
    result = await compare(story, name)
    assert (result["verdict"], result["after"]["total_issues"]) == ("fixed", 0)
    story.error("boom")
    result = await compare(story, name)
    assert result["verdict"] == "unchanged"
    assert "if the change came later, call action=watch" in result["caution"]


async def test_what_was_lost_or_not_repeated_is_said_to_be_since_start_without_a_watch(story: Story) -> None:
    story.call("POST", "/api/login", 500)
    name = (await verify(story, "start"))["session_id"]
    assert (await compare(story, name))["caution"].startswith("Nothing happened in the page since start")


@pytest.mark.parametrize("action", ["watch", "compare", "status", "cancel"])
async def test_the_session_must_be_named(story: Story, action: str) -> None:
    name = (await verify(story, "start"))["session_id"]
    failure = await story.parts.fail("verify_fix", action=action)
    assert failure["error"] == "session_id_required"
    assert name in failure["hint"]


# FIX-02
async def test_three_sessions_at_most(story: Story) -> None:
    names = [(await verify(story, "start"))["session_id"] for _ in range(MAX_SESSIONS)]
    failure = await story.parts.fail("verify_fix", action="start")
    assert failure["error"] == "too_many_sessions"
    assert all(name in failure["hint"] for name in names)
    await verify(story, "cancel", session_id=names[0])
    await verify(story, "start")


async def test_a_fourth_session_replaces_the_oldest_compared_one(story: Story) -> None:
    names = []
    for _ in range(MAX_SESSIONS):
        names.append(await start(story))
        story.parts.clock.seconds += 1
    await compare(story, names[2])
    await compare(story, names[1])
    await verify(story, "status", session_id=names[1])
    fourth = (await verify(story, "start"))["session_id"]
    gone = await story.parts.fail("verify_fix", action="status", session_id=names[1])
    assert gone["error"] == "no_such_session"
    for name in (names[0], names[2], fourth):
        await verify(story, "status", session_id=name)


# FIX-02
async def test_a_session_ends_after_thirty_minutes(story: Story) -> None:
    name = await start(story)
    story.parts.clock.seconds += SESSION_S - 1
    await compare(story, name)
    story.parts.clock.seconds += 1
    failure = await story.parts.fail("verify_fix", action="compare", session_id=name)
    assert failure["error"] == "no_such_session"
    for _ in range(MAX_SESSIONS):
        await verify(story, "start")


async def test_a_session_survives_the_clearing_of_buffers(story: Story) -> None:
    story.error("boom")
    name = await start(story)
    story.error("boom")
    await story.parts.ask("clear_browser_logs")
    result = await compare(story, name)
    assert result["before"]["total_issues"] == 1
    assert result["evidence"]["lost"] == ["errors"]
    assert "were lost" in result["caution"]


A, B, C = "first thing broke", "second thing broke", "third thing broke"


VERDICTS = {
    "nothing before, nothing after": ([], [], "no_issues_detected"),
    "nothing before, something after": ([], [A], "regressed"),
    "all resolved": ([A, B], [], "fixed"),
    "all resolved, one new": ([A], [B], "different_issue"),
    "all resolved, more new than there were": ([A], [B, C], "different_issue"),
    "none resolved, more than before": ([A], [A, B], "regressed"),
    "the same more often": ([A], [A, A], "regressed"),
    "one resolved, but more than before": ([A, B], [A, C, C], "regressed"),
    "one resolved, none new": ([A, B], [A], "improved"),
    "one resolved, the other as often as both": ([A, B], [A, A], "improved"),
    "one resolved, one new": ([A, B], [A, C], "different_issue"),
    "the same": ([A, B], [A, B], "unchanged"),
    "the same less often": ([A, A], [A], "unchanged"),
}


# FIX-01
@pytest.mark.parametrize("case", VERDICTS)
async def test_each_verdict(story: Story, case: str) -> None:
    before, after, verdict = VERDICTS[case]
    for message in before:
        story.error(message)
    name = await start(story)
    for message in after:
        story.error(message)
    result = await compare(story, name)
    assert result["verdict"] == verdict
    assert (result["before"]["total_issues"], result["after"]["total_issues"]) == (len(before), len(after))


CHANGES = {
    "gone": ([A], [], "resolved"),
    "as often": ([A, A], [A, A], "unchanged"),
    "less often": ([A, A], [A], "changed"),
    "more often": ([A], [A, A], "changed"),
}


@pytest.mark.parametrize("case", CHANGES)
async def test_each_kind_of_change(story: Story, case: str) -> None:
    before, after, kind = CHANGES[case]
    for message in before:
        story.error(message)
    name = await start(story)
    for message in after:
        story.error(message)
    assert [change["type"] for change in (await compare(story, name))["changes"]] == [kind]
