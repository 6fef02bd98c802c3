"""What the pictures are taken of: a server with some minutes of work behind it, two AI clients, the shop under
`gasoline run`, and a browser in which a purchase has just failed."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from gasoline.launch.port import DEFAULT_PORT
from picture_story import Story

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from daemon import Daemon, wait_until  # noqa: E402
from forwarder_client import McpClient  # noqa: E402
from home import free_port  # noqa: E402

from browser import Browser  # noqa: E402
from gasoline.launch.bind_port import PortTaken, bind_port  # noqa: E402

GASOLINE = Path(sys.executable).with_name("gasoline")
TUTORIAL_PORT = 8080
AFTER_THE_FIX = 1_000  # the number of that batch
CLIENTS = (("claude-code", "2.0.14"), ("cursor-vscode", "1.9.3"))


@dataclass(frozen=True)
class Stage:
    browser: Browser
    daemon: Daemon
    assistant: McpClient

    def let_the_assistant_act(self) -> None:
        """Turns AI Web Pilot on, which every page then shows."""
        self.browser.set_switch("AI Web Pilot", on=True)
        _ask(self.assistant, "interact", action="highlight", selector="#buy", duration_ms=100)
        script = "document.querySelector('#buy').textContent"
        _ask(self.assistant, "interact", action="execute", script=script)


@contextmanager
def stage() -> Iterator[Stage]:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright, ExitStack() as ends:
        folder = Path(name)
        # A copy, so that paths in tracebacks do not name the folder of whoever takes the pictures.
        project = Path(shutil.copytree(ROOT / "demo" / "shop", folder / "shop"))
        (project / ".gasoline.json").write_text('{"budgets": {"default": {"load_ms": 1000, "lcp_ms": 2500}}}')
        daemon = Daemon(folder / "state", port=_free(DEFAULT_PORT))
        ends.callback(daemon.stop)
        url = _start_shop(daemon, project, ends)
        assistant, *_ = [_connect(daemon, project, *who, ends) for who in CLIENTS]
        browser = Browser(playwright, folder / "profile", dots_per_pixel=2)
        ends.callback(browser.close)
        browser.connect(daemon)
        browser.set_switch("Capture Network Bodies", on=True)
        _work(daemon, assistant, url)
        _fail_to_buy(browser, assistant, url)
        yield Stage(browser, daemon, assistant)


def _free(usual: int) -> int:
    """The usual port, if it is free."""
    try:
        bind_port(usual).close()
    except (OSError, PortTaken):
        return free_port()
    return usual


def _start_shop(daemon: Daemon, project: Path, ends: ExitStack) -> str:
    """The shop with its bug, at the address of the tutorial."""
    program = [sys.executable, "server.py", "--port", str(_free(TUTORIAL_PORT))]
    process = subprocess.Popen(
        [str(GASOLINE), "run", "--name", "shop", "--", *program],
        cwd=project,
        env=daemon.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )

    def end() -> None:
        process.terminate()
        process.communicate(timeout=10)

    ends.callback(end)
    assert process.stdout is not None
    address = process.stdout.readline().decode().removeprefix("Shop: ").strip()
    return address.replace("127.0.0.1", "localhost")


def _connect(daemon: Daemon, project: Path, name: str, version: str, ends: ExitStack) -> McpClient:
    client = McpClient([str(GASOLINE), "mcp"], daemon.environment, project)
    ends.callback(client.discard)
    who = {"name": name, "version": version}
    client.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=who)
    client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    client.ask("tools/list")
    return client


def _ask(client: McpClient, tool: str, **arguments: Any) -> Any:
    """What the assistant gets."""
    answer = client.ask("tools/call", name=tool, arguments={"output": "json", **arguments})
    return json.loads(answer["result"]["content"][0]["text"])


def _work(daemon: Daemon, assistant: McpClient, url: str) -> None:
    """The minutes before, and how an earlier fix was verified."""
    _ask(assistant, "configure", action="streaming", enabled=True)
    story = Story(url, url.split("//")[1].rstrip("/"))
    for number, (path, body) in enumerate(story.batches()):
        _send(daemon, path, number, body)
    session = _ask(assistant, "analyze", what="verify_fix", action="start", label="the coupon is refused")
    _ask(assistant, "analyze", what="sessions", action="capture", name="before the fix")
    _ask(assistant, "analyze", what="verify_fix", action="watch", session_id=session["session_id"])
    _send(daemon, "/network-waterfall", AFTER_THE_FIX, story.fixed_calls())
    _ask(assistant, "analyze", what="sessions", action="capture", name="after the fix")
    _ask(assistant, "analyze", what="sessions", action="compare", compare_a="before the fix", compare_b="after the fix")
    _ask(assistant, "analyze", what="verify_fix", action="compare", session_id=session["session_id"])


def _send(daemon: Daemon, path: str, number: int, body: dict[str, Any]) -> None:
    answer = daemon.post(path, {"client": "story", "seq": number, **body})
    assert answer.status == HTTPStatus.OK, answer.text


def _fail_to_buy(browser: Browser, assistant: McpClient, url: str) -> None:
    page = browser.open(url)
    page.get_by_role("button", name="Add Moka Pot to the cart").click()
    with page.expect_event("pageerror"):
        page.get_by_role("button", name="Buy").click()
    wait_until(lambda: "receipt" in json.dumps(_ask(assistant, "observe", what="errors")), "the failed purchase")
    _ask(assistant, "analyze", what="verify_fix", action="start", label="the purchase fails")
