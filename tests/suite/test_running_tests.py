"""How the suite itself behaves: started by nohup, with a test that hangs, from a bare `pytest`."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HANGING = """
import subprocess

def test_that_hangs():
    with subprocess.Popen(["sleep", "20"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        pass
"""

WAITING = """
import threading
from time_limit import time_limit

def test_that_waits():
    with time_limit(0.5):
        threading.Event().wait(20)

def test_next():
    pass
"""

SHORT_LIMITS = """
pytest_plugins = ["time_limit"]

def pytest_configure():
    import time_limit
    time_limit.TEST_S = time_limit.TEARDOWN_S = 0.5
"""
WAITING_FIXTURES = """
import threading
import pytest

@pytest.fixture
def waits_before():
    threading.Event().wait(20)

@pytest.fixture
def waits_after():
    yield
    threading.Event().wait(20)

def test_with_a_setup_that_hangs(waits_before):
    pass

def test_with_a_teardown_that_hangs(waits_after):
    pass

def test_next():
    pass
"""


def run_pytest(*words: str, before: Callable[[], object] | None = None) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        str(ROOT / "pyproject.toml"),
        "-o",
        "cache_dir=.venv/pytest-cache-inner",
        *words,
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, preexec_fn=before)


def test_ctrl_c_tests_pass_where_sigint_is_ignored() -> None:
    files = ("tests/commands/test_tail.py", "tests/commands/test_browser.py")
    done = run_pytest(*files, "-k", "ctrl_c", before=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    assert "2 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("flags", [(), ("--numprocesses", "2", "--dist", "loadfile", "--max-worker-restart", "0")])
def test_a_test_that_hangs_fails_the_run_and_its_stack_is_shown(tmp_path: Path, flags: tuple[str, ...]) -> None:
    (tmp_path / "test_hanging.py").write_text(HANGING)
    done = run_pytest("-o", "faulthandler_timeout=1", *flags, str(tmp_path))
    assert done.returncode != 0
    assert "in test_that_hangs" in done.stdout + done.stderr


def test_a_test_that_takes_too_long_fails_and_the_next_one_runs(tmp_path: Path) -> None:
    (tmp_path / "test_waiting.py").write_text(WAITING)
    done = run_pytest(str(tmp_path))
    assert "the test took more than 0.5 s" in done.stdout
    assert "1 failed, 1 passed" in done.stdout


def test_a_fixture_that_takes_too_long_fails_its_test_and_the_next_one_runs(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(SHORT_LIMITS)
    (tmp_path / "test_waiting.py").write_text(WAITING_FIXTURES)
    done = run_pytest(str(tmp_path))
    assert "the setup took more than 0.5 s" in done.stdout
    assert "the teardown took more than 0.5 s" in done.stdout
    assert "2 passed, 2 errors" in done.stdout


def test_no_two_test_files_have_the_same_name() -> None:
    """Without packages, `pytest` refuses to collect the second one."""
    names = [file.name for file in ROOT.glob("tests/**/test_*.py") if "node_modules" not in file.parts]
    assert len(names) == len(set(names))
