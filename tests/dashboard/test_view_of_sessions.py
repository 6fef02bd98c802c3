"""The dashboard's view of sessions: verifications, snapshots and the verdicts that were given."""

from pathlib import Path
from typing import Any

import pytest
from page_story import Story
from parts import Parts

from gasoline.capabilities.analyze.sessions import MAX_SNAPSHOTS
from gasoline.dashboard.view import Query
from gasoline.dashboard.views import sessions
from gasoline.model.verdict_record import VerdictRecord
from gasoline.store.store import SESSION_S
from gasoline.store.verdict_history import MAX_VERDICTS, VERDICTS_BYTES, VerdictHistory


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


async def view(story: Story, wanted: str = "") -> Any:
    return await sessions.read(story.parts.dispatcher.context(story.parts.client), Query(wanted))


async def verify(story: Story, action: str, **more: Any) -> Any:
    return await story.parts.ask("verify_fix", action=action, **more)


async def diff(story: Story, action: str, **more: Any) -> Any:
    return await story.parts.ask("diff_sessions", action=action, **more)


async def test_at_first_there_is_nothing(story: Story) -> None:
    assert await view(story) == {"verifications": [], "snapshots": [], "verdicts": []}


async def test_a_verification_under_way_shows_where_it_stands(story: Story) -> None:
    story.error("TypeError: x is undefined")
    session_id = (await verify(story, "start", label="cart"))["session_id"]
    story.parts.clock.pass_by(60)
    [shown] = (await view(story))["verifications"]
    assert shown == await verify(story, "status", session_id=session_id)
    assert shown["expires_in_s"] == SESSION_S - 60


async def test_a_verdict_stays_when_its_session_is_gone(story: Story) -> None:
    story.error("TypeError: x is undefined")
    session_id = (await verify(story, "start", label="cart"))["session_id"]
    await verify(story, "watch", session_id=session_id)
    compared = await verify(story, "compare", session_id=session_id)
    story.parts.clock.pass_by(SESSION_S + 1)
    shown = await view(story)
    assert shown["verifications"] == []
    [verdict] = shown["verdicts"]
    assert (verdict["tool"], verdict["client"], verdict["name"]) == ("verify_fix", "test", session_id)
    assert verdict["label"] == "cart"
    assert verdict["verdict"] == compared["result"]["verdict"]
    assert (await view(story, str(verdict["number"])))["details"] == compared["result"]


async def test_a_comparison_of_snapshots_is_there_with_its_verdict(story: Story) -> None:
    await diff(story, "capture", name="before")
    story.error("TypeError: x is undefined")
    compared = await diff(story, "compare", compare_a="before", compare_b="current")
    shown = await view(story)
    assert [snapshot["name"] for snapshot in shown["snapshots"]] == ["before"]
    [verdict] = shown["verdicts"]
    assert (verdict["name"], verdict["verdict"]) == ("before → current", "regressed")
    assert (await view(story, str(verdict["number"])))["details"]["summary"] == compared["summary"]


async def test_looking_does_not_change_which_snapshot_leaves_first(story: Story) -> None:
    for number in range(MAX_SNAPSHOTS):
        await diff(story, "capture", name=f"s{number}")
    await view(story)
    await diff(story, "capture", name="one more")
    assert "s0" not in [snapshot["name"] for snapshot in (await view(story))["snapshots"]]


async def test_looking_gives_a_session_no_more_time(story: Story) -> None:
    await verify(story, "start")
    story.parts.clock.pass_by(SESSION_S - 1)
    assert (await view(story))["verifications"]
    story.parts.clock.pass_by(2)
    assert (await view(story))["verifications"] == []


def verdict(number: int, details: Any = None) -> VerdictRecord:
    return VerdictRecord(ts="", client="", tool="verify_fix", name=str(number), verdict="fixed", details=details)


def test_the_newest_verdicts_are_kept() -> None:
    kept = VerdictHistory()
    for number in range(MAX_VERDICTS + 5):
        kept.add(verdict(number))
    names = [each.name for each in kept.newest_first()]
    assert names == [str(number) for number in reversed(range(5, MAX_VERDICTS + 5))]


def test_the_same_verdict_again_is_one_with_its_number_and_the_latest_details() -> None:
    kept = VerdictHistory()
    for details in ("first", "second"):
        kept.add(verdict(1, details))
    [only] = kept.newest_first()
    assert (only.number, only.details) == (1, "second")
    kept.add(verdict(2))
    kept.add(verdict(1))
    assert [each.number for each in kept.newest_first()] == [3, 2, 1]


def test_verdicts_stay_within_their_memory() -> None:
    kept = VerdictHistory()
    for number in range(5):
        kept.add(verdict(number, "x" * (VERDICTS_BYTES // 3)))
    assert len(kept) == 2
    assert kept.bytes <= VERDICTS_BYTES
    kept.add(verdict(6, "x" * VERDICTS_BYTES))
    assert len(kept) == kept.bytes == 0
