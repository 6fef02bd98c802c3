"""Reading in the dashboard: what is selected, what can be copied, where files open, and when the server is frozen."""

import os
import signal
import subprocess
from pathlib import Path
from typing import Any

from daemon import Daemon
from playwright.sync_api import expect

from dashboard import Dashboard

HOSTILE = '\'; touch "$PWNED"; \'\n$(touch "$PWNED") @/etc/passwd \\ \u001b[201~\u202e'


def log(daemon: Daemon, *texts: str) -> None:
    daemon.post("/logs", {"entries": [{"type": "console", "level": "error", "args": [text]} for text in texts]})


def clipboard(dashboard: Dashboard, button: str) -> str:
    page = dashboard.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=dashboard.url)
    dashboard.detail.get_by_role("button", name=button).click()
    expect(dashboard.detail.get_by_text("Copied")).to_be_visible()
    return str(page.evaluate("navigator.clipboard.readText()"))


# DASH-09
def test_the_newest_entry_is_selected_first_and_stays_selected(dashboard: Dashboard, captured: Daemon) -> None:
    log(captured, "first", "second")
    dashboard.show("errors")
    expect(dashboard.detail).to_contain_text("second")
    log(captured, "third")
    expect(dashboard.rows).to_have_count(3)
    expect(dashboard.page.get_by_role("option", selected=True)).to_contain_text("second")
    dashboard.page.get_by_role("option", name="first").click()
    dashboard.page.locator('nav a[href="#network"]').click()
    dashboard.page.locator('nav a[href="#errors"]').click()
    expect(dashboard.detail).to_contain_text("first")


# ERR-25
def test_possible_causes_stand_above_the_entries_that_show_them(dashboard: Dashboard, captured: Daemon) -> None:
    request = {"url": "http://localhost:3000/api/orders", "method": "POST", "status": 200, "initiator": "fetch"}
    times = ("2026-11-16T08:00:00.000Z", "2026-11-16T08:00:00.080Z")
    requests = [{**request, "id": moment, "ts": moment, "duration": 300} for moment in times]
    captured.post("/network-waterfall", {"requests": requests})
    log(captured, "broken")
    for view in ("network", "errors", "timeline"):
        dashboard.show(view)
        causes = dashboard.page.get_by_role("region", name="Possible causes")
        expect(causes).to_contain_text("two changes to the same address")
    dashboard.show("websocket")
    expect(dashboard.page.get_by_role("region", name="Possible causes")).to_have_count(0)


def test_details_that_were_closed_stay_closed(dashboard: Dashboard, captured: Daemon) -> None:
    log(captured, "closed")
    dashboard.show("errors")
    dashboard.detail.get_by_role("button", name="Close details").click()
    log(captured, "another")
    expect(dashboard.rows).to_have_count(2)
    expect(dashboard.detail).to_have_count(0)


# DASH-10
def test_a_request_is_copied_as_a_command_that_runs_nothing_else(
    dashboard: Dashboard, captured: Daemon, tmp_path: Path
) -> None:
    body = {"id": "r9", "ts": "2026-11-16T08:00:00.000Z", "url": "http://localhost:3000/api/orders", "method": "POST"}
    captured.post("/network-bodies", {"bodies": [{**body, "status": 422, "requestBody": HOSTILE}]})
    captured.post("/network-waterfall", {"requests": [{**body, "status": 422, "initiator": "fetch"}]})
    dashboard.show("network")
    command = clipboard(dashboard, "Copy as curl")
    pwned = tmp_path / "pwned"
    shell = ["bash", "-c", command.replace("curl ", "printf '%s\\0' ", 1)]
    done = subprocess.run(shell, env={**os.environ, "PWNED": str(pwned)}, capture_output=True, text=True, check=True)
    assert done.stdout.split("\0")[:-1] == [
        *("--globoff", "--request", "POST"),
        *("--data-raw", HOSTILE, "--url", body["url"]),
    ]
    assert not pwned.exists()
    assert "\u001b" not in command


# DASH-10
def test_an_error_is_copied_as_markdown(dashboard: Dashboard, captured: Daemon) -> None:
    log(captured, "out of `stock`")
    dashboard.show("errors")
    assert clipboard(dashboard, "Copy as Markdown").startswith("**Error:** `` out of `stock` ``\n\nOn ")


SNIPPET = {"file": "src/cart.js", "line": 7, "snippet": [{"line": 7, "text": "cart.total", "isError": True}]}


# DASH-11
def test_a_source_location_opens_in_the_editor_that_the_user_chose(dashboard: Dashboard, captured: Daemon) -> None:
    entry: dict[str, Any] = {"type": "exception", "level": "error", "message": "x", "filename": "a.js", "lineno": 1}
    captured.post("/logs", {"entries": [{**entry, "_sourceSnippets": [SNIPPET]}]})
    dashboard.show("errors")
    place = dashboard.detail.get_by_role("figure").get_by_text("src/cart.js:7", exact=True)
    expect(place).to_be_visible()
    dashboard.choose_editor("Cursor", "/home/me/shop")
    expect(place).to_have_attribute("href", "cursor://file/home/me/shop/src/cart.js:7")


# DASH-11
def test_the_summary_and_the_stack_of_an_error_open_the_lines_that_are_known(
    dashboard: Dashboard, captured: Daemon
) -> None:
    stack = "TypeError: x\n    at total (http://localhost:3000/src/cart.js:7:9)"
    entry = {"type": "exception", "level": "error", "message": "TypeError: x", "stack": stack}
    captured.post("/logs", {"entries": [{**entry, "_sourceSnippets": [SNIPPET]}]})
    dashboard.show("errors")
    dashboard.choose_editor("Cursor", "/home/me/shop")
    for part in (dashboard.detail.locator(".summary"), dashboard.detail.get_by_role("region", name="Stack")):
        link = part.get_by_role("link", name="src/cart.js:7")
        expect(link).to_have_attribute("href", "cursor://file/home/me/shop/src/cart.js:7")
    expect(dashboard.detail.get_by_role("region", name="Stack")).to_have_text(stack)


# DASH-11
def test_a_notification_of_an_error_opens_its_line(dashboard: Dashboard, captured: Daemon) -> None:
    stack = "TypeError: new\n    at total (http://localhost:3000/src/cart.js:7:9)"
    entry = {"type": "exception", "level": "error", "message": "TypeError: new", "stack": stack}
    captured.post("/logs", {"entries": [entry]})
    dashboard.show("streaming")
    dashboard.rows.filter(has_text="cart.js:7").click()
    dashboard.choose_editor("VS Code", "/home/me/shop")
    link = dashboard.detail.get_by_role("link", name="http://localhost:3000/src/cart.js:7")
    expect(link).to_have_attribute("href", "vscode://file/home/me/shop/src/cart.js:7")


# DASH-11
def test_a_request_names_the_line_that_sent_it(dashboard: Dashboard, captured: Daemon) -> None:
    place = {"file": "src/api.js", "line": 3}
    request = {"id": "r1", "ts": "2026-11-16T08:00:00.000Z", "url": "http://localhost:3000/api", "initiator": "fetch"}
    captured.post("/network-waterfall", {"requests": [{**request, "calledFrom": [place, place]}]})
    dashboard.show("network")
    expect(dashboard.detail.get_by_text("src/api.js:3", exact=True)).to_be_visible()


# DASH-11
def test_a_console_entry_names_the_line_that_printed_it(dashboard: Dashboard, captured: Daemon) -> None:
    entry: dict[str, Any] = {"type": "console", "level": "warn", "args": ["low stock"], "url": "http://localhost:3000/"}
    captured.post("/logs", {"entries": [{**entry, "calledFrom": [{"file": "src/stock.js", "line": 9}]}]})
    dashboard.show("timeline")
    expect(dashboard.detail.get_by_text("src/stock.js:9", exact=True)).to_be_visible()


# DASH-11
def test_a_sent_message_names_the_line_that_sent_it(dashboard: Dashboard, captured: Daemon) -> None:
    opened = {"ts": "2026-11-16T08:00:00.000Z", "event": "open", "id": "w1", "url": "ws://localhost:3000/live"}
    said = {"event": "message", "direction": "outgoing", "data": "hello", "size": 5}
    sent = {**opened, **said, "calledFrom": [{"file": "src/live.js", "line": 4}]}
    captured.post("/websocket-events", {"events": [opened, sent]})
    dashboard.show("websocket")
    dashboard.page.get_by_text("localhost:3000/live").first.click()
    expect(dashboard.detail.get_by_text("src/live.js:4", exact=True)).to_be_visible()


# DASH-12
def test_a_server_that_does_not_respond_is_shown_as_such(dashboard: Dashboard, captured: Daemon) -> None:
    status = dashboard.page.get_by_role("status")
    expect(status).to_contain_text("Live")
    os.kill(captured.process.pid, signal.SIGSTOP)
    try:
        expect(status).to_contain_text("Server does not respond", timeout=15_000)
    finally:
        os.kill(captured.process.pid, signal.SIGCONT)
    expect(status).to_contain_text("Live", timeout=15_000)
