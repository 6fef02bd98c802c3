"""Intruders in a real browser: a page on another local port and another extension get nothing in and nothing out."""

import json
from pathlib import Path
from typing import Any

import pytest
from attack_from_a_page import ATTACK
from daemon import Daemon
from playwright.sync_api import Playwright
from site_for_tests import Site

from browser import Browser


# GUARD-06
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_page_on_another_local_port_gets_nothing_in_or_out(
    bare_browser: Browser, shared_daemon: Daemon, site: Site, name: str
) -> None:
    shared_daemon.call("clear_browser_logs")
    page = bare_browser.open(site.page("/attack", "<!doctype html><body></body>"))
    answers: dict[str, Any] = page.evaluate(ATTACK, [f"http://{name}:{shared_daemon.port}", shared_daemon.port])
    assert set(answers.values()) == {"refused"}, answers
    assert shared_daemon.call("observe", what="logs") == []
    page.close()


def test_a_form_of_another_page_cannot_post(bare_browser: Browser, shared_daemon: Daemon, site: Site) -> None:
    shared_daemon.call("clear_browser_logs")
    html = f"""<!doctype html><form method="post" enctype="text/plain" action="{shared_daemon.url}/logs">
      <input name='{{"entries":[{{"type":"console","args":["' value='"]}}]}}'><button>Go</button></form>"""
    page = bare_browser.open(site.page("/form", html))
    with page.expect_response(f"{shared_daemon.url}/logs") as caught:
        page.get_by_role("button").click()
    assert caught.value.status == 403
    assert shared_daemon.call("observe", what="logs") == []
    page.close()


# GUARD-06
def test_another_extension_is_refused(playwright: Playwright, shared_daemon: Daemon, tmp_path: Path) -> None:
    shared_daemon.call("clear_browser_logs")
    folder = tmp_path / "other-extension"
    folder.mkdir()
    manifest = {
        "manifest_version": 3,
        "name": "Other",
        "version": "1",
        "background": {"service_worker": "worker.js"},
        "host_permissions": ["http://127.0.0.1/*"],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "worker.js").write_text("self.ready = true;")
    browser = Browser(playwright, tmp_path / "profile", folder)
    try:
        answers = browser.worker.evaluate(
            """async ([server, token]) => {
                const post = (path, body) => fetch(server + path, {
                    method: "POST", body: JSON.stringify(body),
                    headers: { "Content-Type": "application/json", "X-Gasoline-Token": token },
                }).then((response) => response.status, () => 0);
                const socket = await new Promise((done) => {
                    const protocols = ["gasoline.v1", "token." + token];
                    const opened = new WebSocket(server.replace("http", "ws") + "/ws", protocols);
                    opened.onopen = () => done("open");
                    opened.onerror = () => done("refused");
                });
                return [
                    await post("/pair", { challenge: "x".repeat(32), first: true }),
                    await post("/logs", { entries: [{ type: "console", args: ["forged"] }] }),
                    socket,
                ];
            }""",
            [shared_daemon.url, shared_daemon.token],
        )
        assert answers == [403, 403, "refused"]
    finally:
        browser.close()
    assert shared_daemon.call("observe", what="logs") == []
