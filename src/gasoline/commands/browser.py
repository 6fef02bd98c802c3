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
from gasoline.launch.extension_folder import ExtensionMissing, extension_folder
from gasoline.launch.find_browser import BrowserMissing, find_browser
from gasoline.launch.find_daemon import NoDaemon, have_daemon

BROWSER_END_WAIT_S = 5.0


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
    own_copy = extension_for_port(extension, Path(directory) / "browser-extension", runtime.port)
    command = browser_command(browser, own_copy, Path(directory) / "browser-profile", headless=args.headless)
    note(f"{browser} with the extension; the server is on port {runtime.port}. Ctrl-C ends the browser.")
    return _run_until_it_ends([*command, args.url or "about:blank"])


def extension_for_port(extension: Path, own_copy: Path, port: int) -> Path:
    """A copy of the extension that looks at this port from the start."""
    shutil.rmtree(own_copy, ignore_errors=True)
    shutil.copytree(extension, own_copy)
    (own_copy / "defaults.json").write_text(json.dumps({"serverUrl": f"http://127.0.0.1:{port}"}))
    return own_copy


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


def _run_until_it_ends(command: list[str]) -> int:
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(BROWSER_END_WAIT_S)
        process.kill()
        return 0
