"""Entries on their way to the daemon: bounded, sent once, and what is lost is counted."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.ingest.flood_gate import FloodGate
from gasoline.ingest.server_output import ServerOutputIntake
from gasoline.launch.dev_server import batch_sender, outbox
from gasoline.launch.dev_server.batch_sender import READ_BYTES, DaemonLink
from gasoline.launch.dev_server.outbox import SERVER_BATCH_ENTRIES, Outbox
from gasoline.model.server_bounds import SERVER_LOGS, SERVER_LOGS_BYTES
from gasoline.store.server_runs import ServerRun


def entry(text: str) -> dict[str, str]:
    return {"ts": "2026-11-18T08:00:00.000Z", "text": text}


def texts(batch: tuple[int, list[str]] | None) -> list[str]:
    assert batch
    return [json.loads(each)["text"] for each in batch[1]]


def drained(box: Outbox) -> list[str]:
    found = []
    while batch := box.batch():
        found += texts(batch)
        box.confirm(batch[0])
    return found


# RUN-03
def test_the_newest_entries_are_kept_and_the_others_counted() -> None:
    box = Outbox()
    box.add(entry(str(number)) for number in range(SERVER_LOGS + 7))
    assert (box.dropped, len(box)) == (7, SERVER_LOGS)
    assert drained(box) == [str(number) for number in range(7, SERVER_LOGS + 7)]


# RUN-03
def test_the_bytes_of_the_entries_that_wait_are_bounded() -> None:
    box = Outbox()
    long = SERVER_LOGS_BYTES // 100
    box.add(entry(f"{number} {'x' * long}") for number in range(120))
    kept = drained(box)
    assert box.dropped == 120 - len(kept) > 0
    assert kept[-1].startswith("119 ")
    assert SERVER_LOGS_BYTES - 2 * long < sum(map(len, kept)) <= SERVER_LOGS_BYTES


def test_a_batch_stays_the_same_until_it_is_confirmed() -> None:
    box = Outbox()
    box.add([entry("one")])
    first = box.batch()
    box.add([entry("two")])
    box.confirm(99)
    assert box.batch() == first
    box.confirm(1)
    assert texts(box.batch()) == ["two"]


def test_a_batch_is_bounded() -> None:
    box = Outbox()
    box.add(entry(str(number)) for number in range(SERVER_BATCH_ENTRIES + 1))
    assert len(texts(box.batch())) == SERVER_BATCH_ENTRIES


def test_a_batch_that_waits_for_its_confirmation_is_not_evicted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "SERVER_LOGS", 2)
    box = Outbox()
    box.add([entry("sent")])
    box.batch()
    box.add(entry(str(number)) for number in range(3))
    assert box.dropped == 1
    assert drained(box) == ["sent", "1", "2"]


def run_of(name: str = "api") -> ServerRun:
    return ServerRun("run-1", name, "npm run dev", 1, "/app", "2026-11-18T08:00:00.000Z")


def intake_of(parts: Parts) -> ServerOutputIntake:
    return ServerOutputIntake(parts.store, FloodGate(parts.clock), lambda: "2026-11-18T08:00:00.000Z")


def line(seq: int, *words: str, lost: int = 0) -> bytes:
    return json.dumps({"client": "run-1", "seq": seq, "lost": lost, "entries": list(map(entry, words))}).encode()


# RUN-03
async def test_a_batch_whose_confirmation_was_lost_is_stored_once(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    intake, run = intake_of(parts), run_of()
    for seq, word in ((1, "one"), (1, "one"), (2, "two")):
        _, answer = intake.take(run, line(seq, word, lost=seq))
        assert answer is not None and answer["seq"] == seq
    assert [each["text"] for each in await parts.ask("get_server_logs")] == ["two", "one"]
    assert (run.entries, run.lost) == (2, 2)


# RUN-03
async def test_the_store_keeps_the_newest_entries(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    intake, run = intake_of(parts), run_of()
    for seq in range(1, SERVER_LOGS // 100 + 2):
        intake.take(run, line(seq, *(f"{seq}-{number}" for number in range(100))))
    ring = parts.store.server_logs
    assert len(ring) == SERVER_LOGS
    assert next(iter(ring.newest_first())).event.text == f"{SERVER_LOGS // 100 + 1}-99"
    assert list(ring.newest_first())[-1].event.text == "2-0"


# RUN-03
async def test_the_bytes_of_the_store_are_bounded(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    intake, run = intake_of(parts), run_of()
    size = 16_000
    for seq in range(1, 2 * SERVER_LOGS_BYTES // (10 * size)):
        intake.take(run, line(seq, *(10 * ["x" * size])))
    kept = sum(len(slot.event.text) for slot in parts.store.server_logs.newest_first())
    assert SERVER_LOGS_BYTES // 2 < kept <= SERVER_LOGS_BYTES


class Server:
    """What a daemon says on the socket of `run`."""

    def __init__(self, folder: Path) -> None:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / "s"))
        self._listener.listen()
        self._listener.settimeout(20)
        runtime = {"pid": 1, "port": 1, "version": "9.9.9", "socket": str(folder / "s"), "token": "t"}
        (folder / "runtime.json").write_text(json.dumps(runtime))

    @contextmanager
    def client(self) -> Iterator[tuple[Any, Any]]:
        """Functions to read one message and to send one."""
        connection, _ = self._listener.accept()
        connection.settimeout(20)
        with connection, connection.makefile("rb") as reader:

            def send(message: dict[str, Any]) -> None:
                connection.sendall(json.dumps(message).encode() + b"\n")

            yield lambda: json.loads(reader.readline()), send

    def close(self) -> None:
        self._listener.close()


# RUN-03
def test_a_server_of_another_version_gets_what_the_last_one_did_not_confirm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_sender, "SERVER_RETRY_S", 0.01)
    server, box = Server(tmp_path), Outbox()
    link = DaemonLink(str(tmp_path), {"name": "api"}, box, lambda: None)
    box.on_entries = link.wake
    link.start(lambda: 3)
    with server.client() as (read, send):
        hello = read()
        send({"ok": True, "name": "api"})
        box.add([entry("one")])
        first = read()
    with server.client() as (read, send):
        assert read() == hello
        send({"ok": True, "name": "api", "field_of_a_later_version": 1})
        assert read() == first
        send({"seq": first["seq"], "received": 1})
        ends = threading.Thread(target=link.finish, args=(5,))
        ends.start()
        assert read() == {"exit": 5, "lost": 3}
    ends.join(20)
    server.close()
    assert len(box) == 0


def batch_line(box: Outbox) -> bytes:
    found = box.batch()
    assert found
    return f'{{"client":"c","seq":{found[0]},"lost":0,"entries":[{",".join(found[1])}]}}'.encode()


# RUN-03
def test_half_a_character_in_a_json_line_costs_no_batch(tmp_path: Path) -> None:
    box, run, parts = Outbox(), run_of(), Parts(tmp_path)
    box.add([{**entry("cut \ud83d"), "name": "api", "stream": "stdout", "level": "info"}])
    _, answer = intake_of(parts).take(run, batch_line(box))
    assert answer is not None
    assert [slot.event.text for slot in parts.store.server_logs.newest_first()] == ["cut ?"]


# RUN-03
def test_what_cannot_be_stored_is_counted_as_dropped(tmp_path: Path) -> None:
    box, run = Outbox(), run_of()
    box.add([{**entry("x"), "level": "loud"}])
    intake_of(Parts(tmp_path)).take(run, batch_line(box))
    assert run.shown()["lines_dropped"] == 1


def test_many_lines_at_once_wake_the_connection_once_and_later_ones_again(tmp_path: Path) -> None:
    link = DaemonLink(str(tmp_path), {}, Outbox(), lambda: None)
    link.wakeup.setblocking(False)
    with link.wakeup, link.waker:
        for _ in range(3):
            link.wake()
        assert link.wakeup.recv(READ_BYTES, socket.MSG_PEEK) == b"\0"
        link.has_woken()
        link.wake()
        assert link.wakeup.recv(READ_BYTES) == b"\0"
