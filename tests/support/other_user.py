"""A second user of the machine, as whom a test runs commands."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

UID = 65534  # nobody
BECOME = ["setpriv", f"--reuid={UID}", f"--regid={UID}", "--clear-groups"]
WAIT_S = 60


def as_other_user(*command: str) -> list[str]:
    """The command as that user runs it. Root and CI can always become another user: there the test is not skipped."""
    prefix = _prefix()
    if prefix is not None:
        return [*prefix, *command]
    if sys.platform == "linux" and os.geteuid() == 0:
        pytest.fail("root needs setpriv (of util-linux) to run a command as another user")
    if sys.platform == "linux" and os.environ.get("CI"):
        pytest.fail("CI must not skip this: it needs setpriv (of util-linux) and sudo without a password")
    pytest.skip("becoming another user needs Linux with setpriv, as root or with sudo")


@cache
def _prefix() -> list[str] | None:
    """None where this user may not become another one."""
    if sys.platform != "linux" or shutil.which("setpriv") is None:
        return None
    prefix = BECOME if os.geteuid() == 0 else ["sudo", "-n", *BECOME]
    try:
        done = subprocess.run([*prefix, "true"], capture_output=True, check=False)
    except FileNotFoundError:
        return None
    return prefix if done.returncode == 0 else None


def curl(*arguments: str) -> list[str]:
    """Prints the body of the answer, then its status on the last line."""
    return ["curl", "--silent", "--max-time", "20", "--write-out", "\n%{http_code}", *arguments]


def status_of(command: list[str]) -> int:
    return answer_of(command)[0]


def answer_of(command: list[str]) -> tuple[int, str]:
    """Status and body."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", timeout=WAIT_S)
    body, _, status = done.stdout.rpartition("\n")
    return int(status), body


WATCH = r"""
import json, os, sys
words, last = json.loads(sys.stdin.readline())
seen = set()
print("watching", flush=True)
while last not in seen:
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline") as file:
                arguments = file.read().replace("\0", " ")
        except (OSError, ValueError):
            continue
        seen.update(word for word in (*words, last) if word in arguments)
print(json.dumps(sorted(seen - {last})))
"""
LAST_WORD = "the-watcher-sees-this-word"


@contextmanager
def watching_arguments(*words: str) -> Iterator[list[str]]:
    """That user reads the arguments of all processes all the time; the list has at the end which words were in them."""
    command = as_other_user("/usr/bin/python3", "-c", WATCH)
    found: list[str] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/", text=True) as watcher:
        assert watcher.stdin is not None
        assert watcher.stdout is not None
        watcher.stdin.write(json.dumps([words, LAST_WORD]) + "\n")
        watcher.stdin.flush()
        assert watcher.stdout.readline() == "watching\n"
        try:
            yield found
        finally:
            # Its end proves that it saw what was there until now.
            with subprocess.Popen([sys.executable, "-c", "input()", LAST_WORD], stdin=subprocess.PIPE) as shown:
                found += json.loads(watcher.stdout.readline())
                shown.terminate()


class OtherUser:
    """What it owns and what it runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        """Both users may write here, as in /tmp."""

    def run(self, script: str) -> str:
        """A shell script as that user, in the common folder."""
        command = as_other_user("sh", "-ec", script)
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=WAIT_S, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture
def other_user() -> Iterator[OtherUser]:
    folder = Path(tempfile.mkdtemp(prefix="gasoline-users-"))
    folder.chmod(0o1777)
    yield OtherUser(folder)
    shutil.rmtree(folder)
