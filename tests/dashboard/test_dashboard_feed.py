"""The live feed: every event once, as a row that may leave, and no dashboard holds up the server."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from parts import Parts

from gasoline.dashboard.feed import DASHBOARD_BATCH, Feed, Reader
from gasoline.dashboard.rows import DASHBOARD_TEXT_CHARS, Row, row_of

PAGE = "http://localhost:3000/shop"


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Parts:
    monkeypatch.setattr("gasoline.dashboard.feed.DASHBOARD_GATHER_S", 0.0)
    return Parts(tmp_path)


async def rows_of(reader: Reader) -> list[Row]:
    found: list[Row] = []
    while rows := await reader.next(0.01):
        found += rows
    return found


def send_one_of_each(parts: Parts) -> None:
    parts.log("hello", level="info", url=PAGE)
    parts.send("logs", {"type": "exception", "message": "Uncaught TypeError: broken", "errorType": "TypeError"})
    parts.send("network", {"id": "r1", "url": f"{PAGE}/api", "method": "GET", "status": 404, "duration": 12.5})
    parts.send(
        "websocket_events", {"id": "w1", "event": "message", "direction": "incoming", "data": "hi", "url": "ws:"}
    )
    parts.send("actions", {"id": "a1", "type": "click", "text": "Pay", "selectors": {"id": "pay"}})


async def test_every_kind_of_event_becomes_a_row(parts: Parts) -> None:
    with Feed(parts.store).open() as reader:
        send_one_of_each(parts)
        rows = await rows_of(reader)
    assert [(row.kind, row.label, row.text, row.severity) for row in rows] == [
        ("console", "console.info", "hello", "info"),
        ("error", "TypeError", "Uncaught TypeError: broken", "error"),
        ("network", "GET", f"{PAGE}/api", "error"),
        ("websocket", "incoming", "hi", "info"),
        ("action", "click", "“Pay” #pay", "info"),
    ]
    assert (rows[2].status, rows[2].duration, rows[2].id) == (404, 12.5, "r1")


async def test_what_is_remembered_comes_first_and_what_is_known_is_not_repeated(parts: Parts) -> None:
    feed = Feed(parts.store)
    send_one_of_each(parts)
    with feed.open() as reader:
        assert len(await rows_of(reader)) == 5
        known = reader.sent
    parts.log("later")
    with feed.open(after=known) as reader:
        assert [row.text for row in await rows_of(reader)] == ["later"]


async def test_what_happens_again_is_the_same_row_with_a_count(parts: Parts) -> None:
    with Feed(parts.store).open() as reader:
        parts.log("again", id="l1")
        parts.log("again", id="l1", _aggregatedCount=3)
        first, second = await rows_of(reader)
    assert first.ref == second.ref
    assert (first.count, second.count) == (1, 3)


async def test_events_without_a_name_have_separate_rows(parts: Parts) -> None:
    with Feed(parts.store).open() as reader:
        parts.log("same")
        parts.log("same")
        first, second = await rows_of(reader)
    assert first.ref != second.ref


async def test_what_is_cleared_leaves_and_what_comes_after_it_stays(parts: Parts) -> None:
    with Feed(parts.store).open() as reader:
        send_one_of_each(parts)
        parts.store.clear("logs")
        parts.log("later")
        rows = await rows_of(reader)
        assert reader.take_cleared() == ["console", "error"]
        assert reader.take_cleared() == []
    assert [row.kind for row in rows] == ["network", "websocket", "action", "console"]


async def test_clearing_is_said_although_nothing_else_happens(parts: Parts) -> None:
    with Feed(parts.store).open() as reader:
        parts.store.clear("actions")
        assert await reader.next(1e9) == []
        assert reader.take_cleared() == ["action"]


async def test_a_reconnecting_client_receives_what_happened_meanwhile(parts: Parts) -> None:
    feed = Feed(parts.store)
    parts.send("network", {"id": "r1", "url": f"{PAGE}/api", "method": "GET"})
    known = parts.store.cursor
    parts.send("network", {"id": "r1", "url": f"{PAGE}/api", "method": "GET", "status": 200})
    assert parts.store.cursor == known
    with feed.open(after=known) as reader:
        assert [(row.id, row.status) for row in await rows_of(reader)] == [("r1", 200)]
    parts.store.clear("network")
    with feed.open(after=known) as reader:
        assert await rows_of(reader) == []


async def test_updates_that_are_kept_in_mind_are_bounded(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gasoline.dashboard.feed.MAX_DASHBOARD_UPDATES", 1)
    feed = Feed(parts.store)
    for name in ("r1", "r2"):
        parts.send("network", {"id": name, "url": f"{PAGE}/api", "method": "GET"})
    for name in ("r1", "r2"):
        parts.send("network", {"id": name, "url": f"{PAGE}/api", "method": "GET", "status": 200})
    with feed.open(after=parts.store.cursor) as reader:
        assert [row.id for row in await rows_of(reader)] == ["r2"]


async def test_a_reconnecting_client_receives_what_was_cleared_meanwhile(parts: Parts) -> None:
    feed = Feed(parts.store)
    send_one_of_each(parts)
    known = parts.store.cursor
    parts.store.clear("network")
    parts.log("later")
    with feed.open(after=known) as reader:
        assert reader.take_cleared() == ["network"]
    with feed.open(after=parts.store.cursor) as reader:
        assert reader.take_cleared() == []
    with feed.open() as reader:
        assert reader.take_cleared() == []


async def test_a_burst_travels_in_batches(parts: Parts) -> None:
    with Feed(parts.store).open() as reader:
        parts.send("logs", *({"type": "console", "args": [str(number)]} for number in range(600)))
        sizes = [len(await reader.next(0.01)) for _ in range(3)]
    assert sizes == [DASHBOARD_BATCH, DASHBOARD_BATCH, 100]


async def test_a_dashboard_that_falls_behind_is_disconnected_with_a_reason(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gasoline.dashboard.feed.DASHBOARD_BACKLOG", 10)
    with Feed(parts.store).open() as reader:
        parts.send("logs", *({"type": "console", "args": [str(number)]} for number in range(11)))
        assert reader.has_ended and "behind" in reader.reason
        parts.log("nobody keeps this")
        assert await reader.next(0.01) == []


async def test_readers_that_left_take_nothing_and_make_room(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gasoline.dashboard.feed.MAX_DASHBOARD_READERS", 1)
    feed = Feed(parts.store)
    with feed.open() as reader:
        assert feed.is_full
    now_full: bool = feed.is_full
    assert not now_full
    parts.log("later")
    assert await reader.next(0.01) == []


async def test_at_most_so_many_rows_are_remembered(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gasoline.dashboard.feed.MAX_DASHBOARD_ROWS", 3)
    for number in range(5):
        parts.log(str(number))
    with Feed(parts.store).open() as reader:
        assert [row.text for row in await rows_of(reader)] == ["2", "3", "4"]


SECRET = "ghp_" + "A1b2C3d4" * 4 + "E5f6"
HOSTILE: dict[str, Any] = {
    "secret": {"args": [f"my token is {SECRET}"]},
    "secret at the cut": {"args": ["x" * (DASHBOARD_TEXT_CHARS - 10) + " " + SECRET]},
    "secret in the address": {"args": ["x"], "url": f"http://localhost/?token={SECRET}"},
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_no_secret_is_in_a_row(parts: Parts, name: str) -> None:
    with Feed(parts.store).open() as reader:
        parts.send("logs", {"type": "console", **HOSTILE[name]})
        (row,) = await rows_of(reader)
    assert SECRET[:12] not in row.text + row.url


async def test_the_words_of_a_row_are_short_and_on_one_visible_line(parts: Parts) -> None:
    with Feed(parts.store).open() as reader:
        parts.log("a\n\u202eb\u0000" + "x" * 5000)
        (row,) = await rows_of(reader)
    assert row.text.isprintable() and len(row.text) <= DASHBOARD_TEXT_CHARS


async def test_the_first_and_the_last_year_have_a_place(parts: Parts) -> None:
    with Feed(parts.store).open() as reader:
        for moment in ("1970-01-01T00:00:00Z", "9997-12-31T23:59:59Z"):
            parts.log("x", ts=moment)
        assert len(await rows_of(reader)) == 2


def test_an_event_without_a_place_on_the_axis_is_not_a_row(parts: Parts) -> None:
    seen: list[Row | None] = []
    parts.store.listen(lambda seq, event: seen.append(row_of(seq, event)))
    parts.send("dom_snapshots", {"title": "Shop"})
    assert seen == [None]


def test_the_name_of_a_row_is_masked(parts: Parts) -> None:
    """Redaction masks by names, too."""
    row = Row(ref="network:co5sq8cr2.3", kind="network", at=1.0, text="x", id="co5sq8cr2.3")
    assert msgspec.json.decode(parts.dispatcher.json(row), type=Row) == row


@pytest.mark.parametrize(
    ("stream", "event", "is_noise"),
    [
        ("network", {"url": "http://localhost/a.js", "initiator": "script", "status": 200}, True),
        ("network", {"url": "http://localhost/a.js", "initiator": "script", "status": 404}, False),
        ("network", {"url": "http://localhost/api", "initiator": "fetch", "status": 200}, False),
        ("websocket_events", {"id": "s", "url": "ws://localhost:3000/_next/webpack-hmr", "event": "open"}, True),
        ("websocket_events", {"id": "s", "url": "ws://localhost/feed", "event": "open"}, False),
    ],
)
async def test_loaded_files_and_hot_reload_are_marked_as_noise(
    parts: Parts, stream: str, event: dict[str, Any], is_noise: bool
) -> None:
    with Feed(parts.store).open() as reader:
        parts.send(stream, {"ts": "2026-01-31T12:00:00.000Z", **event})
        [row] = await rows_of(reader)
    assert row.is_noise is is_noise


async def test_a_row_shows_a_format_string_filled_in(parts: Parts) -> None:
    with Feed(parts.store).open() as reader:
        parts.log("%cOrder %s failed", "color: red", "A-7", ts="2026-01-31T12:00:00.000Z")
        [row] = await rows_of(reader)
    assert row.text == "Order A-7 failed"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://localhost:3000/api/orders?page=2", "POST /api/orders?page=2 localhost:3000 → 500"),
        ("http://ada:secret@shop.test", "POST / shop.test → 500"),
        ("not a URL", "POST not a URL → 500"),
    ],
)
def test_a_failed_request_begins_with_its_path(parts: Parts, url: str, said: str) -> None:
    entry = {"type": "network", "method": "POST", "url": url, "status": 500}
    seen: list[Row | None] = []
    parts.store.listen(lambda seq, event: seen.append(row_of(seq, event)))
    parts.send("logs", entry)
    (row,) = seen
    assert row is not None
    assert row.text == said


def test_a_request_without_an_answer_says_so(parts: Parts) -> None:
    seen: list[Row | None] = []
    parts.store.listen(lambda seq, event: seen.append(row_of(seq, event)))
    parts.send("logs", {"type": "network", "method": "GET", "url": "http://localhost/a", "status": 0})
    assert seen[0] is not None
    assert seen[0].text == "GET /a localhost → no response"
