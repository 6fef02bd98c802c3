"""`GET /events/stream`: everything significant, numbered, resumable, and no reader holds up the server."""

import http.client
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from daemon import Daemon, wait_until
from event_reader import EventReader, get_stream

from gasoline.store.notice_log import MAX_NOTICES

PATH = "/events/stream"
SHOP = "http://localhost:3000/shop"


def log_errors(daemon: Daemon, *words: str) -> None:
    entries = [{"type": "console", "level": "error", "args": [text], "url": SHOP} for text in words]
    assert daemon.post("/logs", {"entries": entries}).status == 200


def words_of(stream: EventReader) -> str:
    return str(stream.next_message()["context"]["text"])


def test_an_event_is_the_params_of_its_notification_with_a_number(daemon: Daemon) -> None:
    with get_stream(daemon, PATH) as stream:
        log_errors(daemon, "one")
        block = stream.next_block()
    assert block is not None and int(block["id"]) >= 1
    data = json.loads(block["data"])
    assert list(data) == ["category", "severity", "message", "timestamp", "context"]
    assert (data["message"], data["context"]["text"]) == ("New error: console.error on /shop", "one")


# NOTE-10
def test_a_reader_resumes_after_the_last_event_it_has(daemon: Daemon) -> None:
    with get_stream(daemon, PATH) as stream:
        log_errors(daemon, "one")
        block = stream.next_block()
    assert block is not None
    log_errors(daemon, "two", "three")
    with get_stream(daemon, PATH, **{"Last-Event-ID": block["id"]}) as stream:
        assert [words_of(stream), words_of(stream)] == ["two", "three"]
        log_errors(daemon, "four")
        assert words_of(stream) == "four"


def test_a_resuming_reader_receives_no_event_again(daemon: Daemon) -> None:
    failure = {"type": "network", "method": "GET", "url": "http://localhost:3000/told", "status": 500}
    with get_stream(daemon, PATH) as stream:
        daemon.post("/logs", {"entries": [failure]})
        block = stream.next_block()
    assert block is not None
    with get_stream(daemon, PATH, **{"Last-Event-ID": block["id"]}) as stream:
        daemon.post("/logs", {"entries": [failure]})
        log_errors(daemon, "after the repeat")
        assert words_of(stream) == "after the repeat"
    with get_stream(daemon, PATH) as another:
        daemon.post("/logs", {"entries": [failure]})
        assert another.next_message()["message"] == "Server error: GET /told → 500"


def test_a_reader_that_missed_everything_there_is_can_come_back(daemon: Daemon) -> None:
    with get_stream(daemon, PATH) as stream:
        log_errors(daemon, "the last that it heard")
        block = stream.next_block()
    assert block is not None
    log_errors(daemon, *(f"missed x{number}x" for number in range(MAX_NOTICES)))
    with get_stream(daemon, PATH, **{"Last-Event-ID": block["id"]}) as stream:
        assert [words_of(stream)[:6] for _ in range(MAX_NOTICES)] == ["missed"] * MAX_NOTICES


def test_a_number_of_an_earlier_server_resumes_with_everything(daemon: Daemon) -> None:
    log_errors(daemon, "one")
    with get_stream(daemon, PATH, **{"Last-Event-ID": "4000"}) as stream:
        assert words_of(stream) == "one"


@pytest.mark.parametrize("nonsense", ["x", "-1", "", "9" * 400])
def test_nonsense_instead_of_a_number_begins_anew(daemon: Daemon, nonsense: str) -> None:
    log_errors(daemon, "before")
    with get_stream(daemon, PATH, **{"Last-Event-ID": nonsense}) as stream:
        log_errors(daemon, "after")
        assert words_of(stream) == "after"


# NOTE-10
def test_repeats_are_sent_once_and_nothing_is_throttled(daemon: Daemon) -> None:
    failure = {"type": "network", "method": "GET", "url": "http://localhost:3000/a", "status": 500}
    with get_stream(daemon, PATH) as stream:
        daemon.post("/logs", {"entries": [failure] * 20})
        log_errors(daemon, *(f"error of kind {'x' * number}" for number in range(30)))
        messages = [stream.next_message()["message"] for _ in range(31)]
    assert messages.count("Server error: GET /a → 500") == 1


def test_web_pages_get_nothing(daemon: Daemon) -> None:
    assert daemon.get(PATH, Origin="http://localhost:3000").status == 403
    assert daemon.get(PATH, **{"Sec-Fetch-Site": "same-site"}).status == 403
    assert daemon.get(PATH, **{"Sec-Fetch-Mode": "navigate"}).status == 403


def test_strict_servers_want_the_token(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "strict", "--auth", "strict")
    try:
        assert daemon.get(PATH).status == 401
        with get_stream(daemon, PATH, **{"X-Gasoline-Token": daemon.token}) as stream:
            assert stream.status == 200
    finally:
        daemon.stop()


def test_readers_are_notified_when_the_server_stops_and_do_not_delay_it(daemon: Daemon) -> None:
    with get_stream(daemon, PATH) as stream:
        daemon.process.terminate()
        (bye,) = stream.rest()
        assert (bye["event"], json.loads(bye["data"])) == ("bye", {"reason": "the server is stopping"})
    assert daemon.process.wait(10) == 0


@pytest.fixture
def strict_about_backlog(tmp_path: Path) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path / "strict", EVENT_BACKLOG=50)
    yield daemon
    daemon.stop()


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path / "impatient", EVENT_BACKLOG=100_000, MAX_EVENT_READERS=2, EVENT_WRITE_S=0.5)
    yield daemon
    daemon.stop()


def lazy_connection(daemon: Daemon) -> http.client.HTTPConnection:
    """Has hardly any room for what it does not read."""
    connection = http.client.HTTPConnection("127.0.0.1", daemon.port, timeout=10)
    connection.sock = socket.socket()
    connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.sock.settimeout(10)
    connection.sock.connect(("127.0.0.1", daemon.port))
    connection.request("GET", PATH)
    return connection


def flood(daemon: Daemon) -> None:
    """More than the buffers between server and reader can hold."""
    text = "abcdefghij"
    for batch in range(20):
        errors = ["".join(text[int(digit)] for digit in f"{batch:03}{number:04}") + "z" * 80 for number in range(1000)]
        log_errors(daemon, *errors)


def test_a_reader_that_falls_behind_is_disconnected_with_a_reason(strict_about_backlog: Daemon) -> None:
    with get_stream(strict_about_backlog, PATH) as stream:
        log_errors(strict_about_backlog, "first")
        assert words_of(stream) == "first"
        log_errors(strict_about_backlog, *("q" * number for number in range(1, 80)))
        blocks = stream.rest()
    assert blocks[-1]["event"] == "bye"
    assert "behind" in blocks[-1]["data"]


def test_a_reader_that_reads_nothing_is_disconnected_to_make_room(impatient: Daemon) -> None:
    lazy = [lazy_connection(impatient) for _ in range(2)]
    streams = [EventReader(connection) for connection in lazy]
    assert [stream.status for stream in streams] == [200, 200]
    assert impatient.get(PATH).status == 503
    flood(impatient)

    def has_room() -> bool:
        with get_stream(impatient, PATH) as stream:
            return stream.status == 200

    wait_until(has_room, "the lazy readers to be cut off")
    assert "does not read" in impatient.log.read_text()
    for connection in lazy:
        connection.close()
