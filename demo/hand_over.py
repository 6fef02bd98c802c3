"""The end of the demo: the session as a capsule and as a report, for somebody who was not there."""

import json
import os
import subprocess
from pathlib import Path

import narrate
from stage import GASOLINE, ROOT, Daemon, DemoFailed

FOLDER = ROOT / "build" / "demo"
NOTE = "Expected: a receipt. Actual: the button says Buying… forever."
WAIT_S = 60


def hand_over(server: Daemon) -> None:
    """Writes both files and says where."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    capsule, report = FOLDER / "shop.gasoline", FOLDER / "shop.html"
    saved = _run(server, "capsule", "save", str(capsule), "--note", NOTE)
    _run(server, "report", "--html", "--note", NOTE, "--out", str(report))
    masked = sum(saved["masked"].values())
    narrate.step(f"The session for a colleague, {saved['bytes']:,} bytes, {masked} secrets masked: {_shown(capsule)}")
    narrate.step(f"The same as a report that opens offline: {_shown(report)}")


def _run(server: Daemon, *words: str) -> dict[str, object]:
    command = [str(GASOLINE), *words, "--json"]
    env = {**os.environ, **server.env}
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, env=env, check=False)
    if done.returncode:
        raise DemoFailed(f"gasoline {words[0]} failed: {done.stdout}{done.stderr}")
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def _shown(path: Path) -> str:
    return str(path.relative_to(ROOT))
