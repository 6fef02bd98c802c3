"""What a reader has not taken yet is bounded."""

import asyncio

from gasoline.kernel.backlog import Backlog


def test_a_reader_that_falls_too_far_behind_is_ended_with_the_reason() -> None:
    backlog: Backlog[int] = Backlog(2, "behind")
    for number in range(3):
        backlog.put(number)
    assert (backlog.reason, backlog.has_ended, len(backlog)) == ("behind", True, 0)
    backlog.put(4)
    assert len(backlog) == 0


def test_what_was_missed_takes_no_room() -> None:
    backlog: Backlog[int] = Backlog(1, "behind")
    for number in range(3):
        backlog.put_extra(number)
    backlog.put(3)
    assert backlog.pop(10) == [0, 1, 2, 3]


def test_an_ended_reader_still_takes_what_was_there() -> None:
    backlog = Backlog(5, "behind", [1, 2])
    backlog.end("stopped")
    assert not backlog.has_ended
    assert backlog.pop() == [1] and backlog.pop() == [2]
    assert backlog.has_ended


async def test_waiting_ends_with_an_item_or_with_the_time() -> None:
    backlog: Backlog[int] = Backlog(5, "behind")
    assert not await backlog.wait(0)
    waiting = asyncio.ensure_future(backlog.wait(60))
    await asyncio.sleep(0)
    backlog.put(1)
    assert await waiting


def test_what_is_dropped_leaves_the_rest_in_order() -> None:
    backlog = Backlog(5, "behind", [1, 2, 3])
    backlog.keep(lambda number: number != 2)
    assert backlog.pop(5) == [1, 3]
