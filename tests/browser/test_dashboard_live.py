"""A dashboard while things change: rows arrive and are cleared, other tabs hide it, the server goes away."""

from pathlib import Path

from daemon import Daemon, wait_until
from playwright.sync_api import Playwright, expect

from browser import Browser
from dashboard import Dashboard


# DASH-07
def test_what_is_read_stays_in_place_while_more_comes(dashboard: Dashboard, captured: Daemon) -> None:
    def log(*words: str) -> None:
        captured.post("/logs", {"entries": [{"type": "console", "args": [word]} for word in words]})

    log(*(f"old {number}" for number in range(300)))
    expect(dashboard.page.get_by_text("300 events", exact=True)).to_be_visible()
    page = dashboard.page
    page.get_by_role("listbox").evaluate("list => { list.scrollTop = 2800; }")
    first = page.get_by_role("option", name="old 195")
    expect(first).to_be_in_viewport()
    before = first.bounding_box()
    log(*(f"new {number}" for number in range(50)))
    expect(page.get_by_text("350 events", exact=True)).to_be_visible()
    wait_until(lambda: first.bounding_box() == before, "the row to be where it was")


def test_the_row_that_is_pressed_is_selected_although_another_moves_under_the_pointer(
    dashboard: Dashboard, captured: Daemon
) -> None:
    page = dashboard.page
    captured.post("/logs", {"entries": [{"type": "console", "args": ["pressed"]}]})
    pressed = page.get_by_role("option", name="pressed")
    pressed.hover()
    page.mouse.down()
    captured.post("/logs", {"entries": [{"type": "console", "args": ["meanwhile"]}]})
    expect(page.get_by_role("option", name="meanwhile")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_role("option", selected=True)).to_contain_text("pressed")
    expect(page.get_by_role("listbox")).to_be_focused()
    expect(dashboard.detail).to_be_visible()


def test_what_is_cleared_leaves_the_timeline(dashboard: Dashboard, captured: Daemon) -> None:
    captured.post("/logs", {"entries": [{"type": "console", "args": ["before"]}]})
    expect(dashboard.rows).to_have_count(1)
    captured.call("configure", action="clear")
    expect(dashboard.page.get_by_text("No events", exact=True)).to_be_visible()
    captured.post("/logs", {"entries": [{"type": "console", "args": ["after"]}]})
    expect(dashboard.rows).to_have_count(1)
    expect(dashboard.rows).to_contain_text("after")


HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_dashboards_that_nobody_looks_at_take_no_connection_from_others(
    dashboard: Dashboard, browser: Browser, captured: Daemon
) -> None:
    """A browser has six connections to a host. Under test it believes that every page is looked at."""
    captured.post("/logs", {"entries": [{"type": "console", "args": ["seen"]}]})
    expect(dashboard.rows).to_have_count(1)
    last = dashboard
    for _ in range(7):
        last.page.evaluate(HIDE, arg=True)
        last = Dashboard(browser.context, captured)
    captured.post("/logs", {"entries": [{"type": "console", "args": ["missed"]}]})
    expect(last.rows).to_have_count(2)
    dashboard.look()
    expect(dashboard.rows).to_have_count(1)
    dashboard.page.evaluate(HIDE, arg=False)
    expect(dashboard.rows).to_have_count(2)


def test_eight_windows_side_by_side_all_show_what_happens_and_can_be_used(browser: Browser, captured: Daemon) -> None:
    windows = [Dashboard(browser.context, captured) for _ in range(8)]
    captured.post("/logs", {"entries": [{"type": "exception", "message": "seen by all"}]})
    for window in windows:
        window.show("errors")
        expect(window.rows).to_have_count(1)
        window.rows.click()
        expect(window.detail).to_contain_text("seen by all")
    for window in windows:
        window.show("timeline")
        expect(window.rows).to_have_count(1)
        window.close()


def test_what_is_read_stays_while_the_server_is_away(
    playwright: Playwright, bare_browser: Browser, tmp_path: Path
) -> None:
    daemon = Daemon(tmp_path / "state")
    daemon.post("/logs", {"entries": [{"type": "exception", "message": "to be read"}]})
    dashboard = Dashboard(bare_browser.context, daemon)
    dashboard.show("errors")
    dashboard.rows.filter(has_text="to be read").click()
    expect(dashboard.detail).to_contain_text("to be read")
    daemon.terminate()
    expect(dashboard.page.get_by_role("status")).to_contain_text("Reconnecting")
    # When it is asked again, it has taken note of the first failure.
    for _ in range(2):
        dashboard.page.wait_for_event("requestfailed", lambda request: request.url.endswith("/views/errors"))
    expect(dashboard.rows.filter(has_text="to be read")).to_be_visible()
    expect(dashboard.detail).to_contain_text("to be read")
    dashboard.close()
