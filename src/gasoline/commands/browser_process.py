"""A browser that `gasoline browser` started: it runs until it ends or the user presses Ctrl-C."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gasoline.commands.firefox_debugger import NotLoaded
from gasoline.commands.output import print_note
from gasoline.commands.status import is_connected, read_status
from gasoline.launch.runtime_file import Runtime

BROWSER_END_WAIT_S = 5.0
EXTENSION_WAIT_S = 10.0
PROFILE_IN_USE = 21  # how Chromium exits when another one has the profile


class Start(NamedTuple):
    """How a browser is started with its own copy of the extension."""

    command: list[str]
    log: Path
    headless: bool
    advice: str
    """What to do if the extension does not connect."""
    load: Callable[[subprocess.Popen[bytes]], None] = lambda _: None
    """Loads the extension into the running browser; raises NotLoaded."""


def run_until_it_ends(start: Start, runtime: Runtime) -> int:
    """Runs the browser; its own messages about graphics and system services go to a log, not to the terminal."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    process = None
    try:
        # Inside the try block: the browser has its own session and would survive a Ctrl-C that arrives right away.
        with start.log.open("wb") as said:
            process = subprocess.Popen(
                start.command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
            )
        start.load(process)
        code = _wait(process, runtime, start.advice)
        if code:
            print_note(f"gasoline browser: {_explain_exit(code, start.log, headless=start.headless)}")
        return code
    except NotLoaded as error:
        has_ended = process is not None and process.poll() is not None
        hint = _display_hint(headless=start.headless) if has_ended else ""
        if process is not None:
            _end(process)
        print_note(f"gasoline browser: {error} See {start.log}{hint}")
        return 1
    except KeyboardInterrupt:
        if process is not None:
            _end(process)
        return 0


def _explain_exit(code: int, log: Path, *, headless: bool) -> str:
    if code == PROFILE_IN_USE:
        return "another browser still uses this profile: close it, or run this again with another --state-dir."
    return f"the browser exited with code {code}; see {log}{_display_hint(headless=headless)}"


def _display_hint(*, headless: bool) -> str:
    """What to try with a browser that ended by itself."""
    if headless or has_display(sys.platform, os.environ):
        return ""
    return ". There is no display (DISPLAY and WAYLAND_DISPLAY are not set): add --headless."


def has_display(platform: str, env: Mapping[str, str]) -> bool:
    return platform in ("darwin", "win32") or any(env.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(BROWSER_END_WAIT_S)
    process.kill()


def _wait(process: subprocess.Popen[bytes], runtime: Runtime, advice: str) -> int:
    with suppress(subprocess.TimeoutExpired):
        return process.wait(EXTENSION_WAIT_S)
    if not is_connected(read_status(runtime).get("extension")):
        print_note(advice)
    return process.wait()
