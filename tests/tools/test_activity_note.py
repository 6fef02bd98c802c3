"""The line "Since your last call": slow pages and rage clicks are told on every answer, once."""

from pathlib import Path

import pytest
from parts import Parts

from gasoline.tools.activity_note import ACTIVITY_NOTE_MESSAGES


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def block_for(parts: Parts, longest: float) -> None:
    page = f"/page{longest}"
    parts.send("performance", {"id": page, "url": page, "longTasks": {"count": 1, "longest": longest}})


async def note(parts: Parts, what: str) -> str:
    return " ".join((await parts.call("observe", what=what)).texts[1:])


@pytest.mark.parametrize("what", ["pilot", "errors"])
async def test_events_other_than_errors_are_described_in_our_own_words_with_any_answer(parts: Parts, what: str) -> None:
    block_for(parts, 700)
    assert "Since your last call: Main thread blocked for 700ms." in await note(parts, what)
    assert "Since" not in await note(parts, what)


async def test_errors_are_counted_beside_it(parts: Parts) -> None:
    block_for(parts, 700)
    parts.log("broken", level="error")
    told = "Since your last call: 1 new error: observe what=errors; Main thread blocked for 700ms."
    assert await note(parts, "pilot") == told


async def test_only_the_newest_are_listed(parts: Parts) -> None:
    for number in range(10):
        block_for(parts, 700 + number)
    told = await note(parts, "pilot")
    assert told.count("Main thread") == ACTIVITY_NOTE_MESSAGES
    assert "709ms" in told


async def test_clearing_forgets_what_was_significant(parts: Parts) -> None:
    block_for(parts, 700)
    await parts.ask("clear_browser_logs")
    assert list(parts.store.notices.newest_first()) == []
