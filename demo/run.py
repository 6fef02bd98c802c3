"""The demo: a purchase fails in a real browser; over MCP an assistant finds out why, and how to repeat it."""

import asyncio
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import narrate
from assistant import ask_everything
from playwright.sync_api import BrowserContext, sync_playwright
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import TimeoutError as BrowserTimeout
from reproduce import prove
from stage import Daemon, DemoFailed, browser, connect, daemon, shop

from gasoline.launch.find_browser import BrowserMissing

SYMPTOM = "reading 'total'"
CAUSE = "stock_unknown"
REFUSED = 500


def main() -> int:
    # As an exception it passes through every `finally`, so that nothing is left running.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    narrate.title("Gasoline: what an AI assistant sees when a page breaks")
    try:
        _act()
    except (DemoFailed, BrowserMissing, BrowserError) as error:
        narrate.failed(str(error))
        return 1
    narrate.proved("Proved: symptom and cause in one call, and a test that fails until the bug is mended.")
    return 0


def _act() -> None:
    with daemon() as server, shop(mended=False) as broken, shop(mended=True) as mended:
        narrate.step(f"The server listens on {server.url}")
        with sync_playwright() as playwright, browser(playwright) as context:
            connect(context, server)
            narrate.step("A headless Chromium runs with the extension, connected to it")
            _buy_what_cannot_be_bought(context, broken.url)
            answers = _ask(server, mended.url)
        narrate.step(_what_it_proves(answers["errors"]))
        prove(answers["reproduction"], answers["mended reproduction"], SYMPTOM)


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
    narrate.step(f"… and clicks Buy. The button says “{button}” for ever. What happened?")


def _ask(server: Daemon, mended_url: str) -> dict[str, Any]:
    """In a thread of its own: Playwright has the event loop of this one."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(asyncio.run, ask_everything(server, mended_url)).result()


def _what_it_proves(errors: list[dict[str, Any]]) -> str:
    """What the answer holds, or DemoFailed where the one entry does not hold both symptom and cause."""
    thrown = next((e for e in errors if e["type"] == "exception" and SYMPTOM in e["message"]), None)
    if thrown is None:
        raise DemoFailed("The page's TypeError did not reach the assistant: observe what=errors lacks it.")
    request = thrown.get("_failedRequest", {})
    if request.get("status") != REFUSED:
        raise DemoFailed(f"The failed order (status {REFUSED}) is not shown with the TypeError that it caused.")
    why = ", with the server's reason," if CAUSE in request.get("response", "") else ""
    snippets = thrown["_aiContext"].get("sourceSnippets", [])
    where = f" in {snippets[0]['file']}:{snippets[0]['line']}" if snippets else ""
    return f"The TypeError{where} and the {REFUSED} that caused it{why} reached the assistant in one call"


if __name__ == "__main__":
    raise SystemExit(main())
