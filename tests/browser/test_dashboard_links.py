"""Who may open the dashboard: a link works once, and no page of the browser gets anything."""

from pathlib import Path

import pytest
from daemon import Daemon
from dashboard_shop import break_the_shop
from playwright.sync_api import Page, Playwright, expect
from site_for_tests import Site

from browser import Browser, violations
from dashboard import Dashboard, make_link


def test_a_link_cannot_be_used_twice(browser: Browser, bare_browser: Browser, captured: Daemon) -> None:
    link = make_link(captured)
    first = browser.open(link)
    expect(first.get_by_role("heading", name="Timeline")).to_be_visible()
    assert first.url == f"{captured.url}/"
    second = bare_browser.open(link)
    expect(second.get_by_role("heading")).to_have_text("Gasoline is running")
    expect(second.get_by_text("has expired")).to_be_visible()
    assert violations(second) == []
    second.close()


# DASH-05
def test_without_the_cookie_nothing_is_given(bare_browser: Browser, captured: Daemon, site: Site) -> None:
    page = bare_browser.open(captured.url)
    expect(page.get_by_text("gasoline open")).to_be_visible()
    assert page.evaluate("fetch('/dashboard/views/errors').then(a => a.status, () => 'refused')") == "refused"
    script = f"<script src='{captured.url}/dashboard/app.js' onerror='window.refused = true'></script>"
    page.goto(site.page("/outside", f"<!doctype html>{script}"))
    assert page.evaluate("window.refused") is True
    page.close()


HOSTILE_EMBEDS = """<!doctype html><title>Hostile</title>
<iframe src="DASHBOARD/"></iframe>
<script src="DASHBOARD/dashboard/app.js"></script>
<img src="DASHBOARD/dashboard/views/errors">
<form action="DASHBOARD/dashboard/link" method="post" enctype="text/plain"><input name='{"a"' value='"b"}'></form>
<script>
window.results = {};
const note = (name, promise) =>
  promise.catch(() => "refused").then((value) => { results[name] = value; });
note("fetch", fetch("DASHBOARD/dashboard/views/errors", { credentials: "include" }).then((a) => a.text()));
note("opaque", fetch("DASHBOARD/dashboard/views/network", { credentials: "include", mode: "no-cors" })
  .then((a) => a.text()));
note("stream", new Promise((done, fail) => {
  const source = new EventSource("DASHBOARD/dashboard/stream", { withCredentials: true });
  source.onmessage = done;
  source.onerror = fail;
}));
</script>"""


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_page_in_the_same_browser_gets_nothing_of_an_open_dashboard(
    dashboard: Dashboard, page: Page, site: Site, host: str
) -> None:
    """From 127.0.0.1 it is the same site, and the browser sends the cookie along."""
    answers: dict[str, int] = {}
    page.on("response", lambda answer: answers.update({answer.url.removeprefix(dashboard.url): answer.status}))
    address = site.page("/embeds", HOSTILE_EMBEDS.replace("DASHBOARD", dashboard.url))
    page.goto(address.replace("localhost", host))
    page.wait_for_function("Object.keys(results).length === 3")
    results = page.evaluate("results")
    assert results == {"fetch": "refused", "opaque": "refused", "stream": "refused"}
    page.evaluate("document.forms[0].submit()")
    page.wait_for_url(f"{dashboard.url}/dashboard/link")
    assert answers and set(answers.values()) <= {200, 403}
    ours = {path: status for path, status in answers.items() if path.startswith("/")}
    assert ours and set(ours.values()) == {403}, ours


# DASH-06
def test_the_dashboard_itself_is_not_captured(dashboard: Dashboard, breaking_shop: Page, captured: Daemon) -> None:
    break_the_shop(breaking_shop, dashboard)
    expect(dashboard.rows.first).to_be_visible()
    dashboard.page.evaluate(
        "Promise.reject(new Error('of the dashboard')).catch(() => fetch('/dashboard/views/errors'))"
    )
    seen = str([captured.call("observe", what=what) for what in ("logs", "network", "actions")])
    assert f":{captured.port}" not in seen
    tabs = {tab["url"].partition("#")[0]: tab["captured"] for tab in captured.call("observe", what="tabs")}
    assert tabs[f"{captured.url}/"] is False


def test_a_restarted_server_asks_for_a_new_link(playwright: Playwright, bare_browser: Browser, tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "state")
    dashboard = Dashboard(bare_browser.context, daemon)
    daemon.terminate()
    expect(dashboard.page.get_by_role("status")).to_contain_text("Reconnecting")
    daemon.start()
    try:
        expect(dashboard.page.get_by_role("main").get_by_text("Session expired")).to_be_visible(timeout=30_000)
        dashboard.page.goto(make_link(daemon))
        expect(dashboard.page.get_by_role("status")).to_contain_text("Live")
    finally:
        dashboard.close()
        daemon.stop()
