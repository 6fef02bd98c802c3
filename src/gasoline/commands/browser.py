"""`gasoline browser`: a Chromium with the extension loaded and a profile of its own."""

import argparse
import json
import os
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

from gasoline.commands.flags import add_port, add_state_dir, wanted_port, wanted_state_dir
from gasoline.commands.show import note
from gasoline.commands.status import is_connected, look_at
from gasoline.launch.extension_folder import ExtensionMissing, extension_folder
from gasoline.launch.find_browser import BrowserMissing, find_browser
from gasoline.launch.find_daemon import NoDaemon, have_daemon
from gasoline.launch.runtime_file import Runtime

BROWSER_END_WAIT_S = 5.0
EXTENSION_WAIT_S = 10.0
NO_EXTENSION = (
    "The extension has not connected: this browser may not take extensions from the command line (Google Chrome does "
    "not). Use Chromium (GASOLINE_BROWSER), or load the folder that `gasoline extension` prints by hand."
)


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", nargs="?", metavar="URL", help="the page to open")
    parser.add_argument("--headless", action="store_true", help="without a window")
    add_port(parser)
    add_state_dir(parser)


def run(args: argparse.Namespace) -> int:
    directory = wanted_state_dir(args)
    try:
        browser, extension = find_browser(), extension_folder()
        runtime = have_daemon(directory, wanted_port(args))
    except (BrowserMissing, ExtensionMissing, NoDaemon) as error:
        note(f"gasoline browser: {error}")
        return 1
    own_copy = own_extension(extension, Path(directory) / "browser-extension", runtime.port, args.url)
    command = browser_command(browser, own_copy, Path(directory) / "browser-profile", headless=args.headless)
    note(f"{browser} with the extension; the server is on port {runtime.port}. Ctrl-C ends the browser.")
    return _run_until_it_ends([*command, "about:blank"], runtime, Path(directory) / "browser.log")


def own_extension(extension: Path, own_copy: Path, port: int, url: str | None) -> Path:
    """A copy of the extension that looks at this port, and opens the page itself: nothing of it comes too early."""
    shutil.rmtree(own_copy, ignore_errors=True)
    shutil.copytree(extension, own_copy)
    defaults = {"serverUrl": f"http://127.0.0.1:{port}"}
    if url is not None:
        defaults["firstPage"] = full_address(url)
    (own_copy / "defaults.json").write_text(json.dumps(defaults))
    return own_copy


def full_address(typed: str) -> str:
    """What a person types for an address bar, or a file here, as an address."""
    if "://" in typed or typed.startswith(("about:", "data:")):
        return typed
    return Path(typed).resolve().as_uri() if Path(typed).is_file() else f"http://{typed}"


def browser_command(browser: Path, extension: Path, profile: Path, *, headless: bool) -> list[str]:
    command = [
        str(browser),
        f"--user-data-dir={profile}",
        f"--load-extension={extension}",
        # Google Chrome ignores --load-extension otherwise.
        "--disable-features=DisableLoadExtensionCommandLineSwitch",
        "--no-first-run",
        "--no-default-browser-check",
    ]
    if headless:
        command += ["--headless=new", "--disable-gpu"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--no-sandbox")  # Chromium refuses to run as root otherwise
    return command


def _run_until_it_ends(command: list[str], runtime: Runtime, log: Path) -> int:
    """What a browser says of graphics and system services is for a log, not for the person's terminal."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    process = None
    try:
        # Inside: Ctrl-C may come as soon as the browser is there, which has a session of its own and would stay.
        with log.open("wb") as said:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
            )
        code = _wait(process, runtime)
        if code:
            note(f"gasoline browser: the browser ended with {code}; what it said is in {log}")
        return code
    except KeyboardInterrupt:
        if process is not None:
            _end(process)
        return 0


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(BROWSER_END_WAIT_S)
    process.kill()


def _wait(process: subprocess.Popen[bytes], runtime: Runtime) -> int:
    with suppress(subprocess.TimeoutExpired):
        return process.wait(EXTENSION_WAIT_S)
    if not is_connected(look_at(runtime).get("extension")):
        note(NO_EXTENSION)
    return process.wait()
