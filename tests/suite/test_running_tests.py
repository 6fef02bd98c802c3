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


@pytest.mark.parametrize("flags", [(), ("--numprocesses", "2", "--dist", "loadfile", "--max-worker-restart", "2")])
def test_a_test_that_hangs_fails_the_run_and_its_stack_is_shown(tmp_path: Path, flags: tuple[str, ...]) -> None:
    (tmp_path / "test_hanging.py").write_text(HANGING)
    done = run_pytest("-o", "faulthandler_timeout=1", *flags, str(tmp_path))
    assert done.returncode != 0
    assert "in test_that_hangs" in done.stdout + done.stderr


def test_no_two_test_files_have_the_same_name() -> None:
    """Without packages, `pytest` refuses to collect the second one."""
    names = [file.name for file in ROOT.glob("tests/**/test_*.py") if "node_modules" not in file.parts]
    assert len(names) == len(set(names))
