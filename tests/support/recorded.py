"""What was recorded of a person's actions, and pages to act in."""

import json
from typing import Any

from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

STAMPS = {"id", "ts", "timestamp", "url", "tabId", "position"}


def everything(daemon: Daemon) -> list[Any]:
    """Newest first. A busy machine may be late; then the answer says so."""
    reply: dict[str, Any] = {}

    def is_complete() -> bool:
        reply.update(daemon.reply("observe", what="actions"))
        return "may be missing" not in str(reply)

    wait_until(is_complete, "a complete answer")
    return list(json.loads(reply["content"][0]["text"]))


def actions(daemon: Daemon, *kinds: str) -> list[Any]:
    """Oldest first; without the load of the page, unless it is asked for."""
    return [
        each
        for each in reversed(everything(daemon))
        if (each["type"] in kinds if kinds else each.get("trigger") != "load")
    ]


def kinds(daemon: Daemon) -> list[tuple[str, str | None]]:
    """Each action and the id of its element."""
    return [(each["type"], each.get("selectors", {}).get("id")) for each in actions(daemon)]


def told(action: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in action.items() if key not in STAMPS | {"selectors"}}


def content(page: Page, site: Site, html: str, path: str = "/actions") -> Page:
    page.goto(site.page(path, f"<!doctype html><title>Actions</title><body>{html}</body>"))
    return page
