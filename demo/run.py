"""The demo: a purchase fails in a real browser; over MCP, an assistant finds out why and how to reproduce it.

`--firefox`: the purchase fails in Firefox. The reproduction runs in Chromium all the same.
"""

import asyncio
import os
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import narrate
from assistant import ask_everything
from firefox_stage import buy, firefox, label
from hand_over import hand_over
from playwright.sync_api import BrowserContext, sync_playwright
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import TimeoutError as BrowserTimeout
from reproduce import prove
from stage import Daemon, DemoFailed, browser, connect, daemon, shop

from gasoline.commands.find_browser import BrowserMissing

SYMPTOM = "reading 'total'"
IN_FIREFOX = 'property "total"'
CAUSE = "stock_unknown"
REFUSED = 500
RUNNING = "Headless {} is running with the extension, connected to the server"
INTERRUPTED = 130  # what shells expect after Ctrl-C


def main() -> int:
    # Raised as an exception so that every `finally` runs and no process is left behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    stopping = threading.Event()
    signal.signal(signal.SIGINT, lambda *_: _stop(stopping))
    narrate.title("Gasoline: what an AI assistant sees when a page breaks")
    try:
        _act(in_firefox="--firefox" in sys.argv[1:])
    except BaseException as error:
        # The browser's driver got the same Ctrl-C, so the clean-up may fail in any way; all of it is ours to silence.
        if stopping.is_set():
            return INTERRUPTED
        if not isinstance(error, (DemoFailed, BrowserMissing, BrowserError)):
            raise
        narrate.failed(str(error))
        return 1
    narrate.proved("Result: symptom and cause in one call, and a test that fails until the bug is fixed.")
    return 0


def _stop(stopping: threading.Event) -> None:
    """Ctrl-C: one line instead of a traceback for every thread and task, then the clean-up."""
    if stopping.is_set():
        return
    stopping.set()
    print("\n  Stopped.", file=sys.stderr, flush=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    raise KeyboardInterrupt


def _act(*, in_firefox: bool) -> None:
    with daemon() as server, shop(server, fixed=False) as broken, shop(server, fixed=True) as fixed:
        narrate.step(f"The server listens on {server.url}")
        narrate.step("The shop runs under `gasoline run -- python demo/shop/server.py`")
        buy = _buy_in_firefox if in_firefox else _buy_in_chromium
        answers = buy(server, broken.url, fixed.url)
        narrate.step(_what_it_proves(answers["errors"], IN_FIREFOX if in_firefox else SYMPTOM))
        prove(answers["reproduction"], answers["fixed reproduction"], SYMPTOM)
        hand_over(server)


def _buy_in_chromium(server: Daemon, broken_url: str, fixed_url: str) -> dict[str, Any]:
    with sync_playwright() as playwright, browser(playwright) as context:
        connect(context, server)
        narrate.step(RUNNING.format("Chromium"))
        _buy_what_cannot_be_bought(context, broken_url)
        return _ask(server, fixed_url)


def _buy_in_firefox(server: Daemon, broken_url: str, fixed_url: str) -> dict[str, Any]:
    with firefox(server) as tab:
        narrate.step(RUNNING.format("Firefox"))
        buy(tab, broken_url)
        narrate.step(f"A customer puts a Moka Pot into the cart at {broken_url}")
        narrate.step(f"… and clicks Buy. The button says “{label(tab)}” forever. What happened?")
        return _ask(server, fixed_url)


def _buy_what_cannot_be_bought(context: BrowserContext, url: str) -> None:
    page = context.new_page()
    page.goto(url)
    page.get_by_role("button", name="Add Moka Pot to the cart").click()
    narrate.step(f"A customer puts a Moka Pot into the cart at {url}")
    try:
        with page.expect_event("pageerror"):
            page.get_by_role("button", name="Buy").click()
    except BrowserTimeout as error:
        raise DemoFailed("The purchase did not fail: is the shop built with its bug?") from error
    button = page.locator("#buy").inner_text()
    narrate.step(f"… and clicks Buy. The button says “{button}” forever. What happened?")


def _ask(server: Daemon, fixed_url: str) -> dict[str, Any]:
    """Runs in its own thread, because Playwright uses the event loop of this one."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(asyncio.run, ask_everything(server, fixed_url)).result()


def _what_it_proves(errors: list[dict[str, Any]], symptom: str) -> str:
    """Summarizes the answer; raises DemoFailed unless one entry contains both symptom and cause."""
    thrown = next((e for e in errors if e["type"] == "exception" and symptom in e["message"]), None)
    if thrown is None:
        raise DemoFailed("The page's TypeError did not reach the assistant: observe what=errors does not contain it.")
    request = thrown.get("_failedRequest", {})
    if request.get("status") != REFUSED:
        raise DemoFailed(f"The failed order (status {REFUSED}) is not shown with the TypeError that it caused.")
    why = ", with the server's reason," if CAUSE in request.get("response", "") else ""
    api = _line_of_the_api(thrown)
    snippets = thrown["_aiContext"].get("sourceSnippets", [])
    where = f" in {snippets[0]['file']}:{snippets[0]['line']}" if snippets else ""
    return f"The TypeError{where}, the {REFUSED} that caused it{why} and its line in the API ({api}): all in one call"


def _line_of_the_api(thrown: dict[str, Any]) -> str:
    """Where the server failed, from what it printed meanwhile; raises DemoFailed if the answer does not say."""
    printed = thrown.get("_serverLog", {"entries": []})["entries"]
    failed = next((entry["exception"] for entry in printed if entry.get("exception", {}).get("file")), None)
    if failed is None:
        raise DemoFailed("The server's stack trace is not shown with the TypeError that it caused.")
    return f"{failed['file']}:{failed['line']}"


if __name__ == "__main__":
    raise SystemExit(main())
