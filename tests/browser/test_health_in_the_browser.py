"""What health says is wrong, with the real extension: a moved switch, no captured site, a server it does not know."""

from pathlib import Path
from typing import Any

from daemon import Daemon, wait_until
from playwright.sync_api import Playwright
from site_for_tests import Site

from browser import Browser


def problems(daemon: Daemon) -> dict[str, Any]:
    return {problem["id"]: problem for problem in daemon.call("observe", what="health")["problems"]}


def test_health_reports_a_moved_switch_but_not_a_captured_page(browser: Browser, captured: Daemon, site: Site) -> None:
    browser.open(site.page("/healthy", "<!doctype html><title>Healthy</title><script>console.log(1)</script>"))
    wait_until(lambda: problems(captured) == {}, "everything to be in order")
    browser.set_switch("Capture WebSockets", on=False)
    try:
        found = wait_until(lambda: problems(captured).get("switches"), "the switch to be known")
        assert "“Capture WebSockets”" in found["message"]
    finally:
        browser.set_switch("Capture WebSockets", on=True)
    wait_until(lambda: problems(captured) == {}, "the switch to be on again")


def test_an_extension_that_trusts_another_server_is_brought_over_by_the_named_click(
    playwright: Playwright, tmp_path: Path, site: Site
) -> None:
    first = Daemon(tmp_path / "first")
    browser = Browser(playwright, tmp_path / "profile")
    try:
        browser.connect(first)
        assert "site" in problems(first), "no tab is captured yet"
        first.stop()
        second = Daemon(tmp_path / "second", port=first.port)
        try:
            found = wait_until(lambda: problems(second).get("pairing"), "the extension to find another server")
            button = found["fix"].split("“")[1].split("”")[0]
            browser.extension_page("popup.html").get_by_role("button", name=button).click()
            wait_until(lambda: not {"pairing", "extension"} & problems(second).keys(), "the extension")
        finally:
            second.stop()
    finally:
        browser.close()
        first.stop()
