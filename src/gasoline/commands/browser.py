"""`gasoline browser`: starts Chromium with the extension loaded, in its own profile."""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from gasoline.commands.extension_folder import ExtensionMissing, extension_folder
from gasoline.commands.find_browser import LOAD_UNPACKED, BrowserMissing, find_browser
from gasoline.commands.flags import add_port, add_state_dir, refuse, wanted_port, wanted_state_dir
from gasoline.commands.output import print_note
from gasoline.commands.status import is_connected, read_status
from gasoline.launch.daemon_lock import FileLock
from gasoline.launch.find_daemon import NoDaemon, ensure_daemon
from gasoline.launch.own_extension import own_extension
from gasoline.launch.runtime_file import Runtime

BROWSER_END_WAIT_S = 5.0
EXTENSION_WAIT_S = 10.0
NO_EXTENSION = (
    "The extension has not connected: this browser may not load extensions from the command line (Google Chrome does "
    f"not). Use Chromium or Edge (set GASOLINE_BROWSER).\n{LOAD_UNPACKED}"
)
DESCRIPTION = (
    "Starts a browser with the extension loaded. It uses a profile of its own in the state directory: your everyday "
    "browser, its logins and its settings are not touched. The flags below apply to that profile only, until the next "
    "start without them."
)
PROFILE_IN_USE = 21  # how Chromium exits when another one has the profile
PROFILES = 9


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", nargs="?", metavar="URL", help="the page to open")
    parser.description = DESCRIPTION
    parser.add_argument("--headless", action="store_true", help="run without a window")
    parser.add_argument("--bodies", action="store_true", help="capture request and response bodies")
    parser.add_argument(
        "--pilot", action="store_true", help="let the assistant highlight elements, run scripts and restore state"
    )
    parser.add_argument(
        "--all-sites", action="store_true", help="capture every site, not only local ones; also allows screenshots"
    )
    add_port(parser)
    add_state_dir(parser)


def run(args: argparse.Namespace) -> int:
    directory = wanted_state_dir(args)
    try:
        browser, extension = find_browser(), extension_folder()
        runtime = ensure_daemon(directory, wanted_port(args))
    except (BrowserMissing, ExtensionMissing, NoDaemon) as error:
        print_note(f"gasoline browser: {error}")
        return 1
    number, lock = _free_profile(directory)
    place = Path(directory)
    own_copy = own_extension(
        extension, place / f"browser-extension{number}", directory, _defaults(args, runtime), all_sites=args.all_sites
    )
    command = browser_command(browser, own_copy, place / f"browser-profile{number}", headless=args.headless)
    print_note(
        f"{browser} started with the extension; server on port {runtime.port}. Press Ctrl-C to close the browser."
    )
    try:
        return _run_until_it_ends([*command, "about:blank"], runtime, place / f"browser{number}.log")
    finally:
        lock.release()


def _free_profile(directory: str) -> tuple[str, FileLock]:
    """A second browser at the same time gets its own profile: "", then "-2", "-3", …"""
    for number in ("", *(f"-{count}" for count in range(2, PROFILES + 1))):
        lock = FileLock(str(Path(directory) / f"browser-profile{number}.lock"))
        if lock.take():
            return number, lock
    raise refuse(f"{PROFILES} browsers of this state directory are already running: close one of them.")


def _defaults(args: argparse.Namespace, runtime: Runtime) -> dict[str, object]:
    """What the extension of this browser starts with."""
    defaults: dict[str, object] = {
        "serverUrl": f"http://127.0.0.1:{runtime.port}",
        "switches": {
            "networkBodyCaptureEnabled": args.bodies,
            "captureAllSites": args.all_sites,
            "aiWebPilotEnabled": args.pilot,
        },
    }
    if args.url is not None:
        # The extension opens the page itself: nothing of it comes too early.
        defaults["firstPage"] = full_address(args.url)
    return defaults


def full_address(typed: str) -> str:
    """Turns an address-bar entry or a local file name into a URL."""
    if "://" in typed or typed.startswith(("about:", "data:")):
        return typed
    return Path(typed).resolve().as_uri() if Path(typed).is_file() else f"http://{typed}"


def browser_command(browser: Path, extension: Path, profile: Path, *, headless: bool) -> list[str]:
    command = [
        str(browser),
        f"--user-data-dir={profile}",
        f"--load-extension={extension}",
        # Edge, as Google Chrome did for a while, ignores --load-extension otherwise.
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
    """Runs the browser; its own messages about graphics and system services go to a log, not to the terminal."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    process = None
    try:
        # Inside the try block: the browser has its own session and would survive a Ctrl-C that arrives right away.
        with log.open("wb") as said:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
            )
        code = _wait(process, runtime)
        if code:
            print_note(f"gasoline browser: {_explain_exit(code, log, headless='--headless=new' in command)}")
        return code
    except KeyboardInterrupt:
        if process is not None:
            _end(process)
        return 0


def _explain_exit(code: int, log: Path, *, headless: bool) -> str:
    if code == PROFILE_IN_USE:
        return "another browser still uses this profile: close it, or run this again with another --state-dir."
    said = f"the browser exited with code {code}; see {log}"
    if headless or has_display(sys.platform, os.environ):
        return said
    return f"{said}. There is no display (DISPLAY and WAYLAND_DISPLAY are not set): add --headless."


def has_display(platform: str, env: Mapping[str, str]) -> bool:
    return platform in ("darwin", "win32") or any(env.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(BROWSER_END_WAIT_S)
    process.kill()


def _wait(process: subprocess.Popen[bytes], runtime: Runtime) -> int:
    with suppress(subprocess.TimeoutExpired):
        return process.wait(EXTENSION_WAIT_S)
    if not is_connected(read_status(runtime).get("extension")):
        print_note(NO_EXTENSION)
    return process.wait()
