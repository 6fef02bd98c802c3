"""`gasoline record -- COMMAND`: runs tests with a server of their own; each failed test can leave a capsule."""

import argparse
import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from gasoline.commands.call import CALL_WAIT_S
from gasoline.commands.extension_folder import ExtensionMissing, extension_folder
from gasoline.commands.flags import refuse
from gasoline.commands.output import print_note
from gasoline.launch.connect import NoAnswer, ask
from gasoline.launch.find_daemon import NoDaemon, ensure_daemon, find_daemon, stop_daemon
from gasoline.launch.own_extension import own_extension
from gasoline.launch.runtime_file import Runtime

DESCRIPTION = (
    "Runs a command, such as a test runner, with a server of its own, and exits with the command's exit code. The "
    "command finds the server in GASOLINE_STATE_DIR and GASOLINE_PORT, the extension to load in GASOLINE_EXTENSION, "
    "and the folder for capsules in GASOLINE_CAPSULES. docs/recipes.md has a Playwright fixture that saves a capsule "
    "for each failed test; if the command fails and nothing else saved one, the whole run is saved as one capsule."
)
FOLDER = Path("gasoline-capsules")
ENDS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end a program. A canceled CI job sends one; Ctrl-C reaches the command by itself."""


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("--out", metavar="DIR", type=Path, default=FOLDER, help=f"for capsules (default: {FOLDER})")
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="-- COMMAND", help="the command to run")


def run(args: argparse.Namespace) -> int:
    words = args.words[1:] if args.words[:1] == ["--"] else args.words
    if not words:
        raise refuse("record needs a command: gasoline record -- npx playwright test")
    folder = args.out.absolute()
    with _signals_passed_on() as command:
        return _record(words, folder, command)


class _Command:
    """The command while it runs."""

    process: subprocess.Popen[bytes] | None = None


@contextmanager
def _signals_passed_on() -> Iterator[_Command]:
    """The command gets a signal that would end this program, and this program ends after it, as after any failure."""
    command = _Command()

    def on_signal(number: int, _: object) -> None:
        if command.process is None:
            raise SystemExit(128 + number)
        command.process.send_signal(number)

    before = {number: signal.signal(number, on_signal) for number in ENDS}
    try:
        yield command
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _record(words: list[str], folder: Path, command: _Command) -> int:
    directory = tempfile.mkdtemp(prefix="gasoline-record-")
    runtime = None
    try:
        runtime = ensure_daemon(directory, 0)
        return _run(words, _environment(directory, runtime, folder), folder, runtime, command)
    except (NoDaemon, ExtensionMissing) as error:
        print_note(f"gasoline record: {error}")
        return 1
    finally:
        for server in _servers(directory, runtime):
            stop_daemon(server)
        shutil.rmtree(directory, ignore_errors=True)


def _environment(directory: str, runtime: Runtime, folder: Path) -> dict[str, str]:
    server = f"http://127.0.0.1:{runtime.port}"
    extension = own_extension(extension_folder(), Path(directory) / "extension", directory, {"serverUrl": server})
    return {
        **os.environ,
        "GASOLINE_STATE_DIR": directory,
        "GASOLINE_PORT": str(runtime.port),
        "GASOLINE_EXTENSION": str(extension),
        "GASOLINE_CAPSULES": str(folder),
    }


def _run(words: list[str], environment: dict[str, str], folder: Path, runtime: Runtime, command: _Command) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    before = _capsules(folder)
    try:
        with subprocess.Popen(words, env=environment) as command.process:
            code = command.process.wait()
    except OSError as error:
        print_note(f"gasoline record: cannot run {words[0]}: {error.strerror}")
        return 127
    if code and _capsules(folder) == before:
        for server in _servers(environment["GASOLINE_STATE_DIR"], runtime):
            _save_session(server, folder)
    for path, _ in sorted(_capsules(folder) - before):
        print_note(f"gasoline record: saved {path}")
    with suppress(OSError):  # not empty
        folder.rmdir()
    return code if code >= 0 else 128 - code


def _capsules(folder: Path) -> set[tuple[Path, int]]:
    """The capsules with their modification times, because a second run may replace those of the first one."""
    return {(path, path.stat().st_mtime_ns) for path in folder.glob("*.gasoline")}


def _servers(directory: str, runtime: Runtime | None) -> list[Runtime]:
    """The server of the command, and those that its workers started in directories of their own."""
    workers = (find_daemon(str(folder)) for folder in sorted(Path(directory).glob("worker-*")))
    return [server for server in (runtime, *workers) if server is not None]


def _save_session(runtime: Runtime, folder: Path) -> None:
    """What a failed command left in the server, unless that is nothing."""
    arguments = {"note": "The command failed.", "output": "json"}
    try:
        reply: dict[str, Any] = ask(runtime, "call", wait_s=CALL_WAIT_S, tool="save_capsule", arguments=arguments)
        answer = json.loads(reply["content"][0]["text"])
        if any(answer["counts"].values()):
            shutil.move(answer["path"], folder)
    except (NoAnswer, OSError, LookupError, ValueError) as error:
        print_note(f"gasoline record: the session could not be saved: {error}")
