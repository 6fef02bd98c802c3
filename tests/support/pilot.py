"""The AI Web Pilot switch, moved as a person does, and what its tools answer."""

import json
from typing import Any

from daemon import Daemon, wait_until

from browser import Browser

LABEL = "AI Web Pilot"


def move_pilot(browser: Browser, daemon: Daemon, *, on: bool) -> None:
    browser.set_switch(LABEL, on=on)
    wait_until(lambda: enabled(daemon) is on, "the switch to reach the server")


def enabled(daemon: Daemon) -> bool:
    return bool(daemon.get("/pilot-status").json["enabled"])


def succeed(daemon: Daemon, tool: str, **arguments: Any) -> Any:
    """The answer of a call that must succeed."""
    reply = daemon.reply(tool, **arguments)
    assert not reply["isError"], reply
    return json.loads(reply["content"][0]["text"])


def fail(daemon: Daemon, tool: str, **arguments: Any) -> Any:
    """The answer of a call that must fail."""
    reply = daemon.reply(tool, **arguments)
    assert reply["isError"], reply
    return json.loads(reply["content"][0]["text"])


def kill_worker(browser: Browser) -> None:
    """As Chrome does when it is idle. Playwright knows the dead one only: ask an extension's page instead."""
    session = browser.context.browser.new_browser_cdp_session()  # type: ignore[union-attr]
    targets = session.send("Target.getTargets")["targetInfos"]
    worker = next(target for target in targets if target["type"] == "service_worker")
    session.send("Target.closeTarget", {"targetId": worker["targetId"]})
    session.detach()


def restart_worker(browser: Browser) -> None:
    """Kills the worker and wakes the next one."""
    kill_worker(browser)
    browser.extension_page("popup.html").close()


def stall_worker(browser: Browser) -> None:
    """Blocks the worker until it is killed: it never receives what is sent to it now."""
    browser.worker.evaluate("() => void setTimeout(() => { for (;;); })")
