"""The ring buffer: what is kept, what is let go, what is counted."""

from gasoline.model.events import ConsoleEntry
from gasoline.store.ring import Ring


def entry(name: str) -> ConsoleEntry:
    return ConsoleEntry(id=name, args=[name])


def filled(capacity: int, max_bytes: int, names: str, size: int = 1) -> Ring[ConsoleEntry]:
    ring: Ring[ConsoleEntry] = Ring(capacity, max_bytes)
    for seq, name in enumerate(names, start=1):
        ring.append(seq, entry(name), size)
    return ring


def names_of(ring: Ring[ConsoleEntry]) -> str:
    return "".join(slot.event.id for slot in ring.newest_first())


def test_the_newest_come_first() -> None:
    assert names_of(filled(5, 100, "abc")) == "cba"


def test_one_over_the_capacity_evicts_the_oldest_and_counts_it() -> None:
    ring = filled(3, 100, "abcd")
    assert (names_of(ring), ring.evicted) == ("dcb", 1)


def test_bytes_bound_as_well_as_count() -> None:
    ring = filled(100, 25, "abcd", size=10)
    assert (names_of(ring), ring.bytes, ring.evicted) == ("dc", 20, 2)


def test_an_event_larger_than_the_whole_ring_is_kept_alone() -> None:
    assert names_of(filled(100, 5, "ab", size=10)) == "b"


def test_an_update_keeps_the_place_and_corrects_the_weight() -> None:
    ring = filled(3, 100, "abc", size=10)
    ring.replace(ConsoleEntry(id="b", args=["longer"]), 30, 2)
    assert names_of(ring) == "cba"
    assert ring.bytes == 50
    found = ring.find("b")
    assert found is not None and found.args == ["longer"]


def test_what_was_evicted_cannot_be_found() -> None:
    assert filled(1, 100, "ab").find("a") is None


def test_clearing_says_how_many_there_were() -> None:
    ring = filled(3, 100, "abc")
    assert (ring.clear(), len(ring), ring.bytes) == (3, 0, 0)
    assert ring.find("a") is None
