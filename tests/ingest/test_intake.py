"""Ingest: each event alone, each batch once, updates in place."""

from pathlib import Path
from typing import Any

import pytest
from parts import NOW, Parts

from gasoline.browser.extension_state import MAX_DROP_NAMES
from gasoline.ingest.bad_body import BadBody
from gasoline.ingest.flood_gate import FLOOD_ENTRIES_PER_S
from gasoline.ingest.intake import MAX_BATCH_ENTRIES
from gasoline.store.log_buffer import ERROR_BYTES


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def args_of(parts: Parts) -> list[Any]:
    return [slot.event.args for slot in parts.store.logs.newest_first()]  # type: ignore[union-attr]


# SRV-08
def test_one_bad_entry_costs_one_entry(parts: Parts) -> None:
    received = parts.send(
        "logs", {"type": "console", "args": [1]}, {"type": "nonsense"}, {"type": "console", "args": [2]}
    )
    assert (received.received, received.rejected) == (2, 1)
    assert "nonsense" in received.errors[0]
    assert args_of(parts) == [[2], [1]]


def test_half_a_surrogate_pair_costs_that_character_only(parts: Parts) -> None:
    body = b'{"entries":[{"type":"console","args":["a\\ud800"]},{"type":"console","args":["fine"]}]}'
    assert parts.intakes["logs"].accept(body).received == 2
    assert args_of(parts) == [["fine"], ["a?"]]


def test_a_missing_time_is_stamped_and_the_tab_is_the_workers_word(parts: Parts) -> None:
    parts.send("logs", {"type": "console", "tabId": 1}, tabId=7)
    (slot,) = parts.store.logs.newest_first()
    assert (slot.event.ts, slot.event.tab_id) == (NOW, 7)


def test_a_time_that_is_none_is_refused_with_its_reason(parts: Parts) -> None:
    assert "isoformat" in parts.send("logs", {"type": "console", "ts": "yesterday"}).errors[0]


# SEND-03
def test_the_same_batch_again_is_acknowledged_and_not_stored(parts: Parts) -> None:
    for _ in range(2):
        received = parts.send("logs", {"type": "console", "args": ["once"]}, client="doc", seq=1)
    assert (received.received, received.duplicate) == (1, True)
    assert args_of(parts) == [["once"]]


def test_an_older_batch_that_comes_late_is_a_repeat(parts: Parts) -> None:
    parts.send("logs", {"type": "console", "args": [2]}, client="doc", seq=2)
    assert parts.send("logs", {"type": "console", "args": [1]}, client="doc", seq=1).duplicate


def test_batches_of_other_clients_do_not_mix(parts: Parts) -> None:
    for client in ("a", "b"):
        assert not parts.send("logs", {"type": "console"}, client=client, seq=1).duplicate


def test_senders_without_a_name_may_repeat_themselves(parts: Parts) -> None:
    parts.log("x")
    parts.log("x")
    assert len(args_of(parts)) == 2


def test_the_same_id_again_updates_the_entry_in_place(parts: Parts) -> None:
    parts.send("logs", {"type": "network", "id": "n1", "method": "GET", "url": "/api", "status": 500})
    parts.log("later")
    parts.send("logs", {"type": "network", "id": "n1", "response": "oops"})
    later, failed = parts.store.logs.newest_first()
    assert (failed.event.response, failed.event.status, failed.event.method) == ("oops", 500, "GET")  # type: ignore[union-attr]
    assert later.seq > failed.seq


def test_an_update_of_something_unknown_is_refused(parts: Parts) -> None:
    received = parts.send("logs", {"type": "network", "id": "gone", "response": "oops"})
    assert (received.received, received.rejected) == (0, 1)


# SEND-04
def test_what_the_extension_lost_is_added_up(parts: Parts) -> None:
    parts.send("logs", client="doc", seq=1, dropped={"worker_queue": 2})
    parts.send("logs", client="doc", seq=2, dropped={"worker_queue": 3})
    assert parts.store.extension.dropped == {"worker_queue": 5}


def test_losses_of_a_batch_that_comes_again_are_counted_once(parts: Parts) -> None:
    for _ in range(2):
        parts.send("logs", {"type": "console"}, client="doc", seq=1, dropped={"worker_queue": 2})
    parts.send("logs", client="doc", seq=2, dropped={"worker_queue": 3})
    parts.send("logs", client="doc", seq=2, dropped={"worker_queue": 3})
    assert parts.store.extension.dropped == {"worker_queue": 5}


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b"{}", b'{"entries":{}}', b'{"entries":[],"seq":-1}', b"\xff"]
)
def test_a_malformed_body_says_what_was_expected(parts: Parts, body: bytes) -> None:
    with pytest.raises(BadBody) as caught:
        parts.intakes["logs"].accept(body)
    assert caught.value.status == 400
    assert '{"entries": […]}' in caught.value.message


def test_a_client_without_numbers_is_never_a_repeat(parts: Parts) -> None:
    for _ in range(2):
        assert not parts.send("logs", {"type": "console"}, client="doc").duplicate
    assert len(args_of(parts)) == 2


@pytest.mark.parametrize("dropped", [{"<script>": 1}, {"x": -1}, {"x": 2**70}, {"x" * 65: 1}, {"x": "1"}])
def test_losses_are_counted_under_our_own_names_only(parts: Parts, dropped: dict[str, object]) -> None:
    with pytest.raises(BadBody):
        parts.send("logs", client="doc", seq=1, dropped=dropped)
    assert parts.store.extension.dropped == {}


def test_there_is_an_end_to_the_names_of_losses(parts: Parts) -> None:
    names = ["".join(chr(97 + int(digit)) for digit in str(number)) for number in range(MAX_DROP_NAMES + 5)]
    parts.send("logs", client="doc", seq=1, dropped=dict.fromkeys(names, 1))
    assert len(parts.store.extension.dropped) == MAX_DROP_NAMES + 1
    assert parts.store.extension.dropped["other"] == 5


def test_updates_cannot_outgrow_the_buffer(parts: Parts) -> None:
    for number in range(20):
        parts.send("logs", {"type": "exception", "id": str(number), "message": "x"})
    for number in range(20):
        parts.send("logs", {"type": "exception", "id": str(number), "message": "x" * 1_000_000})
    assert parts.store.logs.errors.bytes <= ERROR_BYTES
    assert parts.store.logs.errors.evicted > 0


# SRV-09
def test_a_flood_must_wait_and_is_accepted_a_second_later(parts: Parts) -> None:
    events = [{"type": "console"}] * MAX_BATCH_ENTRIES
    for _ in range(FLOOD_ENTRIES_PER_S // MAX_BATCH_ENTRIES):
        parts.send("logs", *events)
    with pytest.raises(BadBody) as caught:
        parts.send("logs", *events)
    assert (caught.value.status, caught.value.retry_after) == (429, 1)
    parts.clock.seconds += 1
    assert parts.send("logs", *events).received == len(events)


# SRV-07
def test_errors_are_not_evicted_by_chatter(parts: Parts) -> None:
    parts.log("the one that matters", level="error")
    for _ in range(2):
        parts.send("logs", *[{"type": "console", "args": ["noise"]}] * MAX_BATCH_ENTRIES)
    assert parts.store.logs.chatter.evicted == MAX_BATCH_ENTRIES
    assert args_of(parts)[-1] == ["the one that matters"]


def test_everything_acknowledged_is_there_once_after_a_crash(tmp_path: Path) -> None:
    before = Parts(tmp_path)
    before.send("logs", {"type": "console", "args": [1]}, {"type": "console", "args": [2]}, client="doc", seq=1)
    before.send("logs", {"type": "exception", "id": "e", "message": "x"}, client="doc", seq=2)
    before.send("logs", {"type": "exception", "id": "e", "_aggregatedCount": 3}, client="doc", seq=3)
    after = Parts(tmp_path)
    assert after.send("logs", {"type": "exception", "id": "e", "_aggregatedCount": 3}, client="doc", seq=3).duplicate
    assert after.send("logs", {"type": "console", "args": [3]}, client="doc", seq=4).received == 1
    slots = list(after.store.logs.newest_first())
    assert [slot.seq for slot in slots] == [5, 3, 2, 1]
    assert slots[1].last_seq == 4
    assert slots[1].event.aggregated_count == 3


def test_a_log_torn_inside_a_batch_takes_the_missing_part_when_it_is_sent_again(tmp_path: Path) -> None:
    events = [{"type": "console", "args": [number]} for number in range(4)]
    Parts(tmp_path).send("logs", *events, client="doc", seq=1)
    log = tmp_path / "logs.jsonl"
    whole = log.read_bytes()
    log.write_bytes(whole[: whole.index(b"\n", whole.index(b"[1]")) + 20])
    after = Parts(tmp_path)
    after.send("logs", *events, client="doc", seq=1)
    assert args_of(after) == [[3], [2], [1], [0]]


# SRV-06
def test_a_damaged_line_is_skipped_and_counted(tmp_path: Path) -> None:
    Parts(tmp_path).log("kept")
    with (tmp_path / "logs.jsonl").open("ab") as file:
        file.write(b'{"type":"console","args":[}\n\xff\xfe\n{"type":"mystery"}\n')
    after = Parts(tmp_path)
    assert args_of(after) == [["kept"]]
    assert after.store.logs.damaged_lines == 3


def test_secrets_do_not_reach_the_log_file(parts: Parts) -> None:
    parts.log("Authorization: Bearer abcdefghijklmnopqrstuvwxyz")
    assert b"abcdefghijklmnopqrstuvwxyz" not in (parts.folder / "logs.jsonl").read_bytes()
