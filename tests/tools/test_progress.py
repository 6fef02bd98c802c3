"""Progress: forwards only, bounded, and no reason to wait for anybody."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from parts import Parts

from gasoline.analysis.security import rules
from gasoline.analysis.security.finding import Finding, Rule
from gasoline.protocol.progress_notifications import send_progress
from gasoline.toolkit.progress import MAX_PROGRESS_STEPS, Progress, run_in_thread

Step = tuple[int, int, str]
PATIENCE_S = 20.0


def collecting() -> tuple[list[Step], Progress]:
    steps: list[Step] = []
    return steps, Progress(lambda *step: steps.append(step))


# MCP-08
def test_it_never_goes_back_and_never_repeats() -> None:
    steps, progress = collecting()
    for done in (0, 1, 1, 0, 3, 2, 3):
        progress(done, 3, "x")
    assert [done for done, _, _ in steps] == [0, 1, 3]


def test_progress_is_limited_but_includes_the_last_step() -> None:
    steps, progress = collecting()
    for done in range(1_001):
        progress(done, 1_000, "x")
    assert steps[-1][:2] == (1_000, 1_000)
    assert len(steps) <= MAX_PROGRESS_STEPS + 2


def test_parts_follow_each_other() -> None:
    steps, progress = collecting()
    first, second = progress.section(0, 5), progress.section(2, 5)
    for done in range(3):
        first(done, 2, "first")
    for done in range(4):
        second(done, 3, "second")
    assert steps == [
        (0, 5, "first"),
        (1, 5, "first"),
        (2, 5, "first"),
        (3, 5, "second"),
        (4, 5, "second"),
        (5, 5, "second"),
    ]


def test_nobody_listens_to_a_part_of_what_nobody_listens_to() -> None:
    assert not Progress().section(0, 3).has_listener


async def test_work_in_a_thread_reports_progress_in_order_before_it_ends() -> None:
    steps, progress = collecting()

    def work(inner: Progress) -> str:
        for done in range(5):
            inner(done, 4, "x")
        return "made"

    assert await run_in_thread(progress, work) == "made"
    assert [done for done, _, _ in steps] == [0, 1, 2, 3, 4]


async def test_who_reads_slowly_misses_steps_but_not_the_last() -> None:
    sent: list[Step] = []
    may_go_on = asyncio.Event()

    async def send(*step: object) -> None:
        sent.append(step)  # type: ignore[arg-type]
        await may_go_on.wait()

    async with send_progress(send) as progress:
        progress(1, 5, "x")
        await asyncio.sleep(0)
        for done in (2, 3, 4, 5):
            progress(done, 5, "x")
        may_go_on.set()
    assert [done for done, _, _ in sent] == [1, 5]


async def test_a_connection_that_breaks_costs_the_progress_and_not_the_answer(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def send(*_: object) -> None:
        raise ConnectionError("gone")

    async with send_progress(send) as progress:
        progress(1, 2, "x")
        await asyncio.sleep(0)
        progress(2, 2, "x")
    assert caplog.messages == ["could not send progress"]


async def test_work_that_fails_ends_the_telling() -> None:
    async def send(*_: object) -> None:
        await asyncio.Event().wait()

    with pytest.raises(ValueError, match="broken"):
        async with send_progress(send) as progress:
            progress(1, 2, "x")
            raise ValueError("broken")
    assert len(asyncio.all_tasks()) == 1


async def test_an_audit_does_not_hold_up_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule waits until another question has been answered: on the server's own loop it would wait forever."""
    answered = threading.Event()

    def wait(_: object) -> Iterator[Finding]:
        assert answered.wait(PATIENCE_S), "the other question was not answered meanwhile"
        return iter(())

    monkeypatch.setattr(rules, "ALL", (Rule("slow", "transport", wait),))
    parts = Parts(tmp_path)
    audit = asyncio.ensure_future(parts.ask("security_audit"))
    await asyncio.sleep(0)
    await parts.ask("observe", what="errors")
    answered.set()
    assert (await audit)["summary"]["total"] == 0
