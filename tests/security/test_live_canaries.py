"""Secrets of every format and under every name come out of no live stream: server-sent events, the dashboard's rows."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from daemon import Daemon
from event_reader import get_stream
from test_canaries import CANARIES, found_in
from test_names import NAMES, VALUE

PAGE = "http://localhost:3000/shop"
TEXTS = [*((text, secret) for text, secret in CANARIES.values()), *((f"{name}={VALUE}", VALUE) for name in NAMES)]
END = "the last one"


def log_all(daemon: Daemon) -> None:
    """Each as an error of its own, and one without a secret at the end."""
    args = [*([f"failure {number}", text] for number, (text, _) in enumerate(TEXTS)), [END]]
    named = [[f"failure of {name}", {name: VALUE}] for name in NAMES]
    entries = [{"type": "console", "level": "error", "args": each, "url": PAGE} for each in (*named, *args)]
    assert daemon.post("/logs", {"entries": entries}).status == 200


# MASK-01
@pytest.mark.parametrize("path", ["/events/stream", "/dashboard/stream"])
def test_no_live_stream_shows_a_secret(tmp_path: Path, path: str) -> None:
    daemon = Daemon(tmp_path / "state")
    shown = ""
    try:
        with get_stream(daemon, path) as stream:
            log_all(daemon)
            while END not in shown:
                block = stream.next_block()
                assert block is not None, "the stream ended"
                shown += block["data"]
    finally:
        daemon.stop()
    assert_masked(shown)


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_tail_shows_no_secret(tmp_path: Path, flags: list[str]) -> None:
    daemon = Daemon(tmp_path / "state")
    command = [sys.executable, "-m", "gasoline", "tail", *flags]
    pipe = subprocess.PIPE
    shown = ""
    try:
        with subprocess.Popen(command, env=daemon.environment, stdout=pipe, stderr=pipe, text=True) as tail:
            assert tail.stdout is not None and tail.stderr is not None
            assert "watching" in tail.stderr.readline()
            log_all(daemon)
            while END not in shown:
                line = tail.stdout.readline()
                assert line, "tail ended"
                shown += line
            tail.kill()
    finally:
        daemon.stop()
    assert_masked(shown)


def assert_masked(shown: str) -> None:
    assert "failure 0" in shown and f"failure of {NAMES[0]}" in shown
    for _, secret in TEXTS:
        assert found_in(shown, secret) == set(), json.dumps(secret)
