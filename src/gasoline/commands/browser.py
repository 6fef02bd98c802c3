"""`gasoline browser`: starts Chromium or Firefox with the extension loaded, in its own profile."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from gasoline.commands.browser_process import Start, run_until_it_ends
from gasoline.commands.extension_folder import ExtensionMissing, extension_folder
from gasoline.commands.find_browser import LOAD_UNPACKED, BrowserMissing, find_browser
from gasoline.commands.find_firefox import LOAD_TEMPORARILY, find_firefox
from gasoline.commands.firefox_debugger import load_extension
from gasoline.commands.firefox_profile import firefox_command, prepare_profile
from gasoline.commands.flags import add_port, add_state_dir, refuse, wanted_port, wanted_state_dir
from gasoline.commands.output import print_note
from gasoline.launch.daemon_lock import FileLock
from gasoline.launch.find_daemon import NoDaemon, ensure_daemon
from gasoline.launch.own_extension import firefox_uuid, own_extension
from gasoline.launch.pairing_keys import EXTENSION_ORIGIN
from gasoline.launch.runtime_file import Runtime

NO_EXTENSION = (
    "The extension has not connected: this browser may not load extensions from the command line (Google Chrome does "
    f"not). Use Chromium or Edge (set GASOLINE_BROWSER).\n{LOAD_UNPACKED}"
)
NO_EXTENSION_IN_FIREFOX = f"The extension has not connected.\n{LOAD_TEMPORARILY}"
FIREFOX_START_WAIT_S = 60.0  # the first start in a new profile, on a busy machine
NEEDS_SOCKET_FILES = f"--firefox does not work on this system.\n{LOAD_TEMPORARILY}"
DESCRIPTION = (
    "Starts a browser with the extension loaded. It uses a profile of its own in the state directory: your everyday "
    "browser, its logins and its settings are not touched. The flags below apply to that profile only, until the next "
    "start without them."
)
PROFILES = 9


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", nargs="?", metavar="URL", help="the page to open")
    parser.description = DESCRIPTION
    parser.add_argument("--firefox", action="store_true", help="start Firefox instead of Chromium or Edge")
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
    if args.firefox and sys.platform == "win32":
        print_note(f"gasoline browser: {NEEDS_SOCKET_FILES}")
        return 1
    try:
        browser = find_firefox() if args.firefox else find_browser()
        extension = extension_folder("firefox" if args.firefox else "chromium")
        runtime = ensure_daemon(directory, wanted_port(args))
    except (BrowserMissing, ExtensionMissing, NoDaemon) as error:
        print_note(f"gasoline browser: {error}")
        return 1
    kind = "firefox" if args.firefox else "browser"
    number, lock = _free_profile(directory, kind)
    place, profile = Path(directory), f"{kind}-profile{number}"
    uuid = firefox_uuid(directory, profile)
    own_copy = own_extension(
        extension,
        place / f"{kind}-extension{number}",
        directory,
        _defaults(args, runtime),
        origin=f"moz-extension://{uuid}" if args.firefox else EXTENSION_ORIGIN,
        all_sites=args.all_sites,
    )
    print_note(
        f"{browser} started with the extension; server on port {runtime.port}. Press Ctrl-C to close the browser."
    )
    log = place / f"{kind}{number}.log"
    try:
        if args.firefox:
            prepare_profile(place / profile, own_copy, uuid)
            return _run_firefox(browser, own_copy, place / profile, runtime, log, headless=args.headless)
        command = browser_command(browser, own_copy, place / profile, headless=args.headless)
        return run_until_it_ends(Start([*command, "about:blank"], log, args.headless, NO_EXTENSION), runtime)
    finally:
        lock.release()


def _run_firefox(browser: Path, own_copy: Path, profile: Path, runtime: Runtime, log: Path, *, headless: bool) -> int:
    with tempfile.TemporaryDirectory(prefix="gasoline-") as folder:  # short: the path of a socket has a limit
        door = Path(folder) / "firefox"
        command = firefox_command(browser, profile, door, headless=headless)

        def load(process: subprocess.Popen[bytes]) -> None:
            load_extension(door, own_copy, lambda: process.poll() is None, FIREFOX_START_WAIT_S)

        return run_until_it_ends(Start(command, log, headless, NO_EXTENSION_IN_FIREFOX, load), runtime)


def _free_profile(directory: str, kind: str) -> tuple[str, FileLock]:
    """A second browser at the same time gets its own profile: "", then "-2", "-3", …"""
    for number in ("", *(f"-{count}" for count in range(2, PROFILES + 1))):
        lock = FileLock(str(Path(directory) / f"{kind}-profile{number}.lock"))
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
