"""`gasoline record` with any command: a failed one leaves what was captured meanwhile."""

import sys
from pathlib import Path

import pytest
from home import Home

from gasoline.capsule.load import open_capsule

CAPTURE = """
import json, os, pathlib, sys, urllib.request
runtime = json.loads(pathlib.Path(os.environ["GASOLINE_STATE_DIR"], "runtime.json").read_text())
entry = {"type": "exception", "message": "boom", "url": "http://localhost/", "ts": "2026-01-31T12:00:00.000Z"}
headers = {"Content-Type": "application/json", "X-Gasoline-Token": runtime["token"]}
address = f"http://127.0.0.1:{runtime['port']}/logs"
urllib.request.urlopen(urllib.request.Request(address, json.dumps({"entries": [entry]}).encode(), headers)).close()
sys.exit(int(sys.argv[1]))
"""


# CAPS-09
@pytest.mark.parametrize(("script", "code", "count"), [(CAPTURE, 3, 1), (CAPTURE, 0, 0), ("exit(3)", 3, 0)])
def test_a_failed_command_leaves_one_capsule_if_anything_was_captured(
    home: Home, tmp_path: Path, script: str, code: int, count: int
) -> None:
    done = home.run("record", "--out", str(tmp_path / "out"), "--", sys.executable, "-c", script, str(code))
    assert done.returncode == code, done.stderr
    saved = list((tmp_path / "out").glob("*"))
    assert len(saved) == count
    for path in saved:
        assert f"saved {path}" in done.stderr
        assert open_capsule(path).manifest.counts["logs"] == 1
