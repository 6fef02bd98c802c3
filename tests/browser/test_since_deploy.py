"""An error that began with a deploy, in a real browser: the same click worked with the former scripts."""

import pytest
from daemon import Daemon
from playwright.sync_api import Page
from site_for_tests import Site

pytestmark = pytest.mark.usefixtures("one_tab")

WORKS = 'document.getElementById("pay").onclick = () => { document.title = "Paid"; };'
FAILS = 'document.getElementById("pay").onclick = () => { window.total.toFixed(2); };'


def deploy(site: Site, name: str, code: str) -> str:
    site.script(f"/assets/{name}", code)
    button = '<button id="pay">Pay</button>'
    return site.page("/till", f"<!doctype html><title>Till</title>{button}<script src='/assets/{name}'></script>")


def errors(daemon: Daemon) -> str:
    return str(daemon.reply("observe", what="errors", output="text")["content"][0]["text"])


# ERR-25
def test_an_error_that_began_with_a_deploy_names_the_scripts(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(deploy(site, "index-AAAA1111.js", WORKS))
    page.click("#pay")
    page.wait_for_function("document.title === 'Paid'")
    page.goto(deploy(site, "index-BBBB2222.js", FAILS))
    with page.expect_event("pageerror"):
        page.click("#pay")
    assert "scripts had changed: /assets/index-BBBB2222.js instead of /assets/index-AAAA1111.js" in errors(captured)


def test_an_error_of_scripts_that_are_the_same_is_not_blamed_on_a_deploy(
    page: Page, captured: Daemon, site: Site
) -> None:
    address = deploy(
        site, "index-CCCC3333.js", FAILS.replace("window.total", "(sessionStorage.paid ? 1 : window.total)")
    )
    page.goto(address)
    page.evaluate("sessionStorage.paid = 1")
    page.click("#pay")
    page.evaluate("sessionStorage.clear()")
    page.goto(address)
    with page.expect_event("pageerror"):
        page.click("#pay")
    assert "scripts had changed" not in errors(captured)
