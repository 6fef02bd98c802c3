"""The demo's environment: a Gasoline server, the shop, and a browser with the extension."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import BrowserContext, Page, Playwright

from gasoline.commands.find_browser import find_browser

ROOT = Path(__file__).parents[1]
GASOLINE = Path(sys.executable).with_name("gasoline")
EXTENSION = ROOT / "extension" / "dist"
START_WAIT_S = 20.0
CONNECT_WAIT_S = 20.0
END_WAIT_S = 5.0
POLL_S = 0.05
BROWSER_WAIT_MS = 15_000
CONNECTED = "connected"
FLAGS = [
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
T = TypeVar("T")


class DemoFailed(Exception):
    """The demo cannot continue; the message says why and what to do."""


@dataclass(frozen=True)
class Daemon:
    port: int
    state_dir: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_extension_connected(self) -> bool:
        return _is_connected(self)

    @property
    def env(self) -> dict[str, str]:
        return {"GASOLINE_STATE_DIR": str(self.state_dir), "GASOLINE_PORT": str(self.port)}


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that is removed afterwards, even if a closing browser still writes to it."""
    folder = Path(tempfile.mkdtemp(prefix="gasoline-demo-"))
    try:
        yield folder
    finally:
        deadline = time.monotonic() + END_WAIT_S
        while folder.exists() and time.monotonic() < deadline:
            shutil.rmtree(folder, ignore_errors=True)
            time.sleep(POLL_S)


@contextmanager
def daemon() -> Iterator[Daemon]:
    """A server on a free port with its own state directory; both are removed afterwards."""
    with temporary_folder() as folder:
        command = [str(GASOLINE), "serve", "--port", str(_free_port()), "--state-dir", str(folder)]
        with (folder / "serve.log").open("wb") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            yield Daemon(_port_of(process, folder), folder)
        finally:
            _end(process)


@dataclass(frozen=True)
class Shop:
    url: str


@contextmanager
def shop(server: Daemon, *, fixed: bool) -> Iterator[Shop]:
    """The shop, started as a person would start a development server: under `gasoline run`."""
    if not (ROOT / "demo" / "shop" / "dist" / "app.js").is_file():
        raise DemoFailed("The shop is not built: run `make demo`, or `node demo/shop/build.mjs`.")
    program = [sys.executable, "demo/shop/server.py", *(["--fixed", "--counted"] if fixed else [])]
    command = [str(GASOLINE), "run", "--name", "fixed-shop" if fixed else "shop", "--", *program]
    with (server.state_dir / f"shop-{fixed}.log").open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **server.env},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
        )
    try:
        yield Shop(_url_of(process))
    finally:
        _end(process)


def _url_of(process: subprocess.Popen[bytes]) -> str:
    """The shop prints its address first."""
    line = process.stdout.readline().decode() if process.stdout else ""
    if not line.startswith("Shop: "):
        raise DemoFailed(f"The shop did not start: {line or 'it printed nothing'}")
    return line.removeprefix("Shop: ").strip()


@contextmanager
def browser(playwright: Playwright) -> Iterator[BrowserContext]:
    """A headless Chromium with the built extension and an empty profile."""
    if not (EXTENSION / "manifest.json").is_file():
        raise DemoFailed("The extension is not built: run `make demo`, or `make ext`.")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*FLAGS, f"--disable-extensions-except={EXTENSION}", f"--load-extension={EXTENSION}"]
    with temporary_folder() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=str(find_browser()),
            headless=True,
            args=[*flags, "--no-sandbox"] if root else flags,
        )
        context.set_default_timeout(BROWSER_WAIT_MS)
        try:
            yield context
        finally:
            context.close()


def connect(context: BrowserContext, server: Daemon) -> None:
    """Sets the extension's port on its options page, as a user would."""
    workers = context.service_workers
    worker = workers[0] if workers else context.wait_for_event("serviceworker")
    page = context.new_page()
    page.goto(f"{worker.url.rsplit('/', 1)[0]}/options.html")
    page.get_by_label("Server URL").fill(server.url)
    page.get_by_role("button", name="Save").click()
    code = wait_until(lambda: _code_to_pair(page), CONNECT_WAIT_S, "The extension did not find the server.")
    if code != CONNECTED:
        command = [str(GASOLINE), "pair", "-", "--state-dir", str(server.state_dir)]
        subprocess.run(command, input=code, text=True, stdout=subprocess.DEVNULL, check=True)
    wait_until(lambda: _is_connected(server), CONNECT_WAIT_S, "The extension did not connect to the server.")
    page.close()


def _code_to_pair(page: Page) -> str | None:
    """What the popup shows for `gasoline pair`; nothing while the extension is still looking for the server."""
    connection = page.evaluate("chrome.runtime.sendMessage({ type: 'getState' })")["connection"]
    return CONNECTED if connection["state"] == CONNECTED else connection.get("code")


def wait_until(look: Callable[[], T | None], seconds: float, otherwise: str) -> T:
    deadline = time.monotonic() + seconds
    while not (found := look()):
        if time.monotonic() > deadline:
            raise DemoFailed(f"{otherwise} Waited {seconds:.0f} s.")
        time.sleep(POLL_S)
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _port_of(process: subprocess.Popen[bytes], folder: Path) -> int:
    def look() -> int | None:
        if process.poll() is not None:
            raise DemoFailed(f"The server exited at once:\n{(folder / 'serve.log').read_text()}")
        with suppress(OSError, ValueError, KeyError):
            return int(json.loads((folder / "runtime.json").read_text())["port"])
        return None

    return wait_until(look, START_WAIT_S, "The server did not start.")


def _is_connected(server: Daemon) -> bool:
    with suppress(OSError, ValueError, KeyError), urllib.request.urlopen(f"{server.url}/health", timeout=2) as answer:
        return bool(json.load(answer)["extension"]["connected"])
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(END_WAIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
