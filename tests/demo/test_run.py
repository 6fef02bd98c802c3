"""`make demo` does what it promises, and leaves nothing behind."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
WAIT_S = 150


def run_demo(temporary: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "demo" / "run.py")]
    env = {**os.environ, "HOME": str(temporary), "TMPDIR": str(temporary)}
    return subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, env=env, check=False)


def test_the_demo_shows_symptom_and_cause_proves_a_reproduction_and_cleans_up():
    with tempfile.TemporaryDirectory(prefix="g-") as folder:  # short: a socket's path has a limit
        done = run_demo(Path(folder))
        left = [file.name for file in Path(folder).glob("gasoline-demo-*")]
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Cannot read properties of undefined (reading 'total')" in done.stdout
    assert "POST /api/orders failed with 500 just before." in " ".join(done.stdout.split())
    assert re.search(r"The TypeError.* and the 500 that caused it, with the server's reason", done.stdout)
    assert "await page.getByRole('button', { name: 'Buy', exact: true }).click();" in done.stdout
    assert re.search(r"runs it in the shop: it fails with .*reading 'total'", done.stdout)
    assert "runs it in the mended shop: it passes" in done.stdout
    assert "Proved:" in done.stdout
    assert "\033[" not in done.stdout
    assert left == []
