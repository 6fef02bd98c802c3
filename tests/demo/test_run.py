"""`make demo` does what it promises, and leaves nothing behind."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from firefox import required_firefox

ROOT = Path(__file__).parents[2]
WAIT_S = 150
COLUMNS = 100


def run_demo(temporary: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "demo" / "run.py"), *flags]
    env = {**os.environ, "HOME": str(temporary), "TMPDIR": str(temporary), "COLUMNS": str(COLUMNS)}
    return subprocess.run(command, capture_output=True, text=True, timeout=WAIT_S, env=env, check=False)


# CLI-10
def test_the_demo_shows_symptom_and_cause_proves_a_reproduction_and_cleans_up():
    with tempfile.TemporaryDirectory(prefix="g-") as folder:  # short: a socket's path has a limit
        done = run_demo(Path(folder))
        left = [file.name for file in Path(folder).glob("gasoline-demo-*")]
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Cannot read properties of undefined (reading 'total')" in done.stdout
    assert "POST /api/orders failed with 500 just before." in " ".join(done.stdout.split())
    line = next(
        number
        for number, text in enumerate((ROOT / "demo/shop/server.py").read_text().splitlines(), 1)
        if "raise StockUnknown(" in text
    )
    assert f"demo/shop/server.py:{line} in check_stock" in done.stdout
    verdict = rf"The TypeError[^✓]*, the 500 [^✓]* in the API \(demo/shop/server.py:{line}\): all in one call ✓"
    assert re.search(verdict, " ".join(done.stdout.split()))
    assert [text for text in done.stdout.splitlines() if len(text) > COLUMNS] == []
    assert "await page.getByRole('button', { name: 'Buy', exact: true }).click();" in done.stdout
    assert re.search(r"runs it in the broken shop: it fails with .*reading 'total'", done.stdout)
    assert "runs it in the fixed shop: it passes" in done.stdout
    assert "build/demo/shop.gasoline" in done.stdout
    assert "build/demo/shop.html" in done.stdout
    assert "Result:" in done.stdout
    assert "\033[" not in done.stdout
    assert left == []


# CLI-10
def test_the_demo_shows_the_same_in_firefox():
    required_firefox()
    with tempfile.TemporaryDirectory(prefix="g-") as folder:
        done = run_demo(Path(folder), "--firefox")
        left = [file.name for file in Path(folder).glob("gasoline-demo-*")]
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Headless Firefox is running" in done.stdout
    assert 'can\'t access property "total"' in done.stdout
    assert re.search(r"runs it in the broken shop: it fails with .*reading 'total'", done.stdout)
    assert "runs it in the fixed shop: it passes" in done.stdout
    assert left == []


def test_ctrl_c_is_one_line_and_leaves_nothing_behind():
    """As a terminal sends it: to the demo, its server and the browser's driver at once."""
    with tempfile.TemporaryDirectory(prefix="g-") as folder:
        command = [sys.executable, str(ROOT / "demo" / "run.py")]
        env = {**os.environ, "HOME": folder, "TMPDIR": folder}
        demo = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, start_new_session=True
        )
        assert demo.stdout
        assert any("Headless Chromium is running" in line for line in demo.stdout)
        os.killpg(demo.pid, signal.SIGINT)
        _, said = demo.communicate(timeout=WAIT_S)
        left = [file.name for file in Path(folder).glob("gasoline-demo-*")]
    assert said.split() == ["Stopped."]
    assert demo.returncode == 130
    assert left == []
