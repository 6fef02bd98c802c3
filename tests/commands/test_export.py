"""`gasoline export otlp` against a collector that decodes the official messages."""

import http.client
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from home import Home, eventually, free_port, send
from otlp_receiver import Receiver, attributes_of, otlp_receiver

CANARY = "ghp_1234567890abcdefghijABCDEFGHIJ123456"
PAGE = "http://localhost:5173/cart"
TS = "2026-01-31T12:00:00.000Z"
ERROR = {"id": "a.1", "type": "exception", "message": f"boom {CANARY}", "url": PAGE, "ts": TS, "stack": "Error: boom"}
LOGGED = {"id": "a.2", "type": "console", "level": "warn", "args": ["slow", {"token": CANARY}], "url": PAGE, "ts": TS}
REQUEST = {
    "id": "a.3",
    "url": f"http://localhost:5173/api/orders?access_token={CANARY}",
    "method": "POST",
    "status": 500,
    "duration": 20,
    "initiator": "fetch",
    "pageUrl": PAGE,
    "ts": TS,
}
TIMING = {
    "load": 800,
    "timeToFirstByte": 100,
    "firstContentfulPaint": 300,
    "largestContentfulPaint": 500,
    "interactionToNextPaint": 40,
}
LOAD = {"id": "p.1", "url": "/cart", "pageUrl": PAGE, "ts": TS, "timing": TIMING, "cumulativeLayoutShift": 0.25}
BROWSER = "Chromium 146.0.7680.66"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with otlp_receiver() as found:
        yield found


@pytest.fixture(scope="module")
def captured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """One server for all tests, which only read what it has."""
    home = Home(tmp_path_factory.mktemp("home"))
    home.json_of("call", "get_health")
    _name_browser(home)
    send(home, "/logs", {"entries": [ERROR, LOGGED]})
    send(home, "/network-waterfall", {"requests": [REQUEST]})
    send(home, "/performance-snapshot", {"snapshots": [LOAD]})
    yield home
    home.run("stop")
    home.end()


def _name_browser(home: Home) -> None:
    """As an extension that polls says it."""
    hello = {"type": "hello", "version": "1", "pilot": False, "browser": BROWSER}
    headers = {"X-Gasoline-Hello": json.dumps(hello), "X-Gasoline-Token": home.runtime.token}
    poll = http.client.HTTPConnection("127.0.0.1", home.runtime.port)
    poll.request("GET", "/pending-queries", headers=headers)
    eventually(lambda: home.json_of("call", "get_health")["extension"]["browser"] == BROWSER)
    poll.close()


def export(home: Home, receiver: Receiver, *flags: str) -> subprocess.CompletedProcess[str]:
    return home.run_here("export", "otlp", "--endpoint", receiver.url, "--json", *flags)


# OTLP-01, OTLP-02, OTLP-04
def test_a_session_arrives_as_logs_spans_and_metrics_without_its_secrets(captured: Home, receiver: Receiver) -> None:
    done = export(captured, receiver)
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert answer == {"endpoint": receiver.url, "sent": {"logs": 2, "spans": 2, "metrics": 5}, "lost": {}}
    assert done.stderr == ""
    [(resource, error), (_, logged)] = receiver.logs
    assert resource["service.name"] == "localhost:5173"
    assert (error.severity_number, logged.severity_text) == (17, "warn")
    assert error.event_name == "exception"
    assert error.time_unix_nano == 1_769_860_800_000_000_000
    assert attributes_of(error)["exception.stacktrace"] == "Error: boom"
    spans = {span.name: span for _, span in receiver.spans}
    assert set(spans) == {"POST", "documentLoad"}
    assert spans["POST"].kind == 3
    assert spans["POST"].status.code == 2
    assert attributes_of(spans["POST"])["http.response.status_code"] == 500
    load, request = spans["documentLoad"], spans["POST"]
    assert (request.parent_span_id, request.trace_id) == (load.span_id, load.trace_id)
    assert (load.parent_span_id, load.end_time_unix_nano - load.start_time_unix_nano) == (b"", 800_000_000)
    assert CANARY.encode() not in receiver.raw
    assert b"boom" in receiver.raw


# OTLP-01
def test_each_vital_of_a_page_is_a_metric(captured: Home, receiver: Receiver) -> None:
    assert export(captured, receiver).returncode == 0
    found = {metric.name: (metric.unit, metric.gauge.data_points[0].as_double) for _, metric in receiver.metrics}
    assert found == {
        "browser.web_vital.cls": ("1", 0.25),
        "browser.web_vital.fcp": ("s", 0.3),
        "browser.web_vital.inp": ("s", 0.04),
        "browser.web_vital.lcp": ("s", 0.5),
        "browser.web_vital.ttfb": ("s", 0.1),
    }


# OTLP-04
def test_what_is_exported_names_its_browser(captured: Home, receiver: Receiver) -> None:
    assert export(captured, receiver).returncode == 0
    for resource, _ in (*receiver.logs, *receiver.spans, *receiver.metrics):
        assert [value.string_value for value in resource["browser.brands"].values] == [BROWSER]


def test_a_saved_session_is_exported_too(captured: Home, receiver: Receiver, tmp_path: Path) -> None:
    path = str(tmp_path / "cart.gasoline")
    captured.json_of("capsule", "save", path, "--json")
    assert export(captured, receiver, "--capsule", path).returncode == 0
    assert (len(receiver.logs), len(receiver.spans), len(receiver.metrics)) == (2, 2, 5)
    assert CANARY.encode() not in receiver.raw


def test_following_continues_until_ctrl_c(home: Home, receiver: Receiver) -> None:
    home.json_of("call", "get_health")
    send(home, "/logs", {"entries": [ERROR, LOGGED]})
    command = [sys.executable, "-m", "gasoline", "export", "otlp", "--endpoint", receiver.url, "--follow"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=home.env, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stderr is not None
        assert process.stdout is not None
        assert "Ctrl-C" in process.stderr.readline()
        assert len(receiver.logs) == 2
        send(home, "/logs", {"entries": [{**LOGGED, "id": "b.1", "args": ["new"]}]})
        eventually(lambda: len(receiver.logs) == 3)
        send(home, "/logs", {"entries": [{**LOGGED, "id": "b.2", "args": ["last"]}]})
        send(home, "/logs", {"entries": [{**LOGGED, "id": "b.1", "args": ["new"], "_aggregatedCount": 4}]})
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert "Sent 5 logs" in process.stdout.read()
        assert process.stderr.read() == ""
    bodies = [
        (record.body.string_value, attributes_of(record).get("gasoline.times")) for _, record in receiver.logs[2:]
    ]
    assert bodies == [("new", None), ("last", None), ("new", 3)]


def test_a_passing_failure_is_tried_again(captured: Home, receiver: Receiver) -> None:
    receiver.statuses = [503]
    done = export(captured, receiver)
    assert done.returncode == 0
    assert len(receiver.logs) == 2


# OTLP-03
def test_what_a_collector_refuses_is_counted_and_said(captured: Home, receiver: Receiver) -> None:
    receiver.statuses = [400]
    done = export(captured, receiver)
    assert done.returncode == 1
    assert json.loads(done.stdout)["lost"] == {"logs": 2}
    assert "lost 2 logs" in done.stderr
    assert "400" in done.stderr


def test_records_that_a_collector_rejects_are_lost(captured: Home, receiver: Receiver) -> None:
    receiver.rejected = 1
    done = export(captured, receiver)
    assert done.returncode == 1
    assert json.loads(done.stdout)["lost"] == {"logs": 1}
    assert "too old" in done.stderr


def test_a_redirect_is_not_followed(captured: Home, receiver: Receiver) -> None:
    with otlp_receiver() as elsewhere:
        receiver.statuses, receiver.location = [307, 307, 307], f"{elsewhere.url}/v1/logs"
        done = export(captured, receiver)
        assert done.returncode == 1
        assert "redirect" in done.stderr
        assert elsewhere.requests == 0


def test_a_proxy_does_not_get_what_is_for_this_machine(
    captured: Home, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    with otlp_receiver() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        assert export(captured, receiver).returncode == 0
        assert proxy.requests == 0


def test_an_unreachable_collector_is_named(captured: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    from gasoline.commands.otlp import sender

    monkeypatch.setattr(sender.Sender.__init__, "__defaults__", (0.5,))
    done = captured.run_here("export", "otlp", "--endpoint", f"http://127.0.0.1:{free_port()}")
    assert done.returncode == 1
    assert "lost 2 logs, 2 spans, 5 metrics" in done.stderr


def test_another_host_is_said_aloud(captured: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    from gasoline.commands import export as command

    class Nowhere:
        def __init__(self, endpoint: Any) -> None:
            from collections import Counter

            self.sent: Counter[str] = Counter()
            self.lost: Counter[str] = Counter()
            self.reason = ""

        def send(self, _: Any, __: Any) -> None:
            """Takes everything."""

        def close(self) -> None:
            """Nothing is open."""

    monkeypatch.setattr(command, "_sender", Nowhere)
    done = captured.run_here("export", "otlp", "--endpoint", "https://collector.example:4318")
    assert done.returncode == 0
    assert "collector.example, which is not this machine" in done.stderr


@pytest.mark.parametrize(
    ("endpoint", "advice"),
    [
        ("127.0.0.1:4318", "http"),
        ("ftp://127.0.0.1", "http"),
        ("http://", "http"),
        ("http://[::1", "not an address"),
        ("http://me:secret@127.0.0.1:4318", "OTEL_EXPORTER_OTLP_HEADERS"),
        ("http://127.0.0.1:4318/v1/logs", "one signal"),
        ("http://127.0.0.1:4318?key=1", "`?`"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_with_advice(home: Home, endpoint: str, advice: str) -> None:
    done = home.run_here("export", "otlp", "--endpoint", endpoint)
    assert done.returncode == 2
    assert advice in done.stderr
    assert "secret" not in done.stderr


def test_without_the_extra_the_command_to_install_it_is_named(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "gasoline.commands.otlp.sender", raising=False)
    monkeypatch.setitem(sys.modules, "requests", None)
    done = home.run_here("export", "otlp")
    assert done.returncode == 2
    assert "pipx install --force '.[otlp]'" in done.stderr
