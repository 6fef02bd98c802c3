"""The dashboard in a real browser: who gets in, what appears, and that keyboard and screen readers reach all of it."""

from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon
from dashboard_shop import break_the_shop
from echo_server import EchoServer
from playwright.sync_api import Page, expect
from site_for_tests import Site

from browser import violations
from dashboard import Dashboard, end_recordings
from gasoline.capsule.load import open_capsule


# DASH-01
def test_what_happens_in_a_page_appears_at_once(dashboard: Dashboard, breaking_shop: Page) -> None:
    break_the_shop(breaking_shop, dashboard)
    for words in ("paying", "Cannot read properties of null", "/status/500?for=payment", "“Pay now”"):
        expect(dashboard.rows.filter(has_text=words).first).to_be_visible()
    expect(dashboard.page.locator('nav a[href="#errors"] .count')).to_have_text("2")


def test_the_session_is_saved_with_one_click(dashboard: Dashboard, breaking_shop: Page) -> None:
    break_the_shop(breaking_shop, dashboard)
    dashboard.page.get_by_role("button", name="Save this session").click()
    saved = dashboard.page.get_by_text("Saved ")
    expect(saved).to_contain_text(".gasoline")
    capsule = open_capsule(Path(saved.inner_text().removeprefix("Saved ")))
    assert capsule.manifest.counts["logs"] >= 2


# CAPS-11
def test_a_capsule_dropped_onto_the_dashboard_is_shown_as_a_recording(
    dashboard: Dashboard, breaking_shop: Page, captured: Daemon
) -> None:
    break_the_shop(breaking_shop, dashboard)
    saved = Path(captured.call("save_capsule")["path"])
    try:
        dashboard.drop("cart.gasoline", saved.read_bytes())
        page = dashboard.page
        expect(page.get_by_role("status")).to_contain_text("Recording of ", timeout=20_000)
        expect(page).to_have_title("Timeline – Recording – Gasoline")
        expect(dashboard.rows.filter(has_text="Cannot read properties of null").first).to_be_visible()
        expect(page.get_by_role("button", name="Save this session")).to_have_count(0)
        assert not page.url.startswith(captured.url)
        assert dashboard.faults == []
    finally:
        end_recordings(captured)


# CAPS-06
def test_a_file_that_is_not_a_capsule_is_refused_and_its_name_stays_text(
    dashboard: Dashboard, captured: Daemon
) -> None:
    dashboard.drop("<img src=x onerror=alert(1)>.gasoline", b"PK nothing")
    note = dashboard.page.get_by_role("alert")
    expect(note).to_contain_text("This file cannot be opened as a capsule: it is damaged or not a zip file")
    assert violations(dashboard.page) == []
    note.get_by_role("button", name="Dismiss").click()
    expect(note).to_have_count(0)
    expect(dashboard.page.get_by_role("status")).to_contain_text("Live")
    [refusal] = dashboard.faults
    assert "422" in refusal, "the browser's own line about the refused request"
    dashboard.faults.clear()


def test_an_error_is_shown_with_its_source_the_joined_request_and_the_actions_before(
    dashboard: Dashboard, breaking_shop: Page
) -> None:
    dashboard.show("errors")
    break_the_shop(breaking_shop, dashboard)
    dashboard.rows.filter(has_text="Cannot read properties of null").click()
    expect(dashboard.detail.locator(".snippet .failing")).to_contain_text("null.total;")
    expect(dashboard.detail).to_contain_text("Failed request just before")
    expect(dashboard.detail.get_by_role("link", name="/status/500?for=payment")).to_be_visible()
    expect(dashboard.detail).to_contain_text("User actions before the error")
    expect(dashboard.detail).to_contain_text("“Pay now”")
    expect(dashboard.detail).to_contain_text("Stack")


def test_a_request_is_shown_with_what_it_sent_and_received(dashboard: Dashboard, app: Page, site: Site) -> None:
    site.page("/answer", '{"answer":42}', "application/json")
    app.evaluate("fetch('/answer', {method: 'POST', body: JSON.stringify({question: 6 * 7})}).then(a => a.text())")
    dashboard.show("network")
    dashboard.rows.filter(has_text="/answer").click()
    expect(dashboard.detail.get_by_label("Sent")).to_contain_text('"question": 42')
    expect(dashboard.detail.get_by_label("Received")).to_contain_text('"answer": 42')


def test_what_another_page_may_have_made_up_has_a_badge(dashboard: Dashboard, captured: Daemon) -> None:
    at = {"ts": "2026-01-31T12:00:00.000Z", "url": "http://localhost/shop"}
    sent: dict[str, dict[str, Any]] = {
        "/logs": {"entries": [{**at, "type": "exception", "message": "made up"}]},
        "/network-waterfall": {"requests": [{**at, "id": "r1", "url": "http://localhost/api", "initiator": "fetch"}]},
        "/websocket-status": {"connections": [{**at, "id": "s1", "url": "ws://localhost/", "state": "open"}]},
    }
    for path, batch in sent.items():
        token = {"X-Gasoline-Token": captured.token}
        assert captured.post(path, {**batch, "untrustedFrame": True}, **token).json == {"received": 1}
    for view in ("timeline", "errors", "network", "websocket"):
        dashboard.show(view)
        dashboard.rows.first.click()
        expect(dashboard.detail).to_contain_text("Untrusted frame")


def test_a_conversation_is_shown_in_its_order(dashboard: Dashboard, breaking_shop: Page, echo: EchoServer) -> None:
    breaking_shop.evaluate(
        """url => new Promise((done) => {
            const socket = new WebSocket(url);
            socket.onopen = () => socket.send("hello");
            socket.onmessage = () => { socket.close(1000, "enough"); };
            socket.onclose = done;
        })""",
        f"{echo.url}/in-order",
    )
    dashboard.show("websocket")
    dashboard.rows.filter(has_text="/in-order").click()
    said = dashboard.page.get_by_label("Conversation, oldest first").get_by_role("listitem")
    expect(said).to_have_count(4)
    for place, words in enumerate(("opened", "↑ sent", "↓ received", "closed 1000 enough")):
        expect(said.nth(place)).to_contain_text(words)


# DASH-04
def test_every_view_is_accessible_in_light_and_dark(dashboard: Dashboard, breaking_shop: Page) -> None:
    break_the_shop(breaking_shop, dashboard)
    expect(dashboard.rows.first).to_be_visible()
    for scheme in ("light", "dark"):
        dashboard.page.emulate_media(color_scheme=scheme)
        for view in dashboard.names():
            dashboard.show(view)
            dashboard.page.wait_for_selector("main > *")
            if dashboard.rows.count():
                dashboard.rows.first.click()
            assert violations(dashboard.page) == [], (view, scheme)


def test_the_help_is_accessible_and_closes_by_escape(dashboard: Dashboard) -> None:
    dashboard.page.keyboard.press("?")
    help_ = dashboard.page.get_by_role("dialog", name="Keyboard")
    expect(help_).to_be_visible()
    assert violations(dashboard.page) == []
    dashboard.page.keyboard.press("Escape")
    expect(help_).to_be_hidden()


def test_every_view_has_its_own_letter(dashboard: Dashboard) -> None:
    hints = "hints => hints.map(hint => hint.dataset.keys)"
    letters = dashboard.page.locator("nav a .key-hint").evaluate_all(hints)
    assert len(set(letters)) == len(letters) == len(dashboard.names())


# DASH-04
def test_the_keyboard_reaches_everything(dashboard: Dashboard, breaking_shop: Page) -> None:
    page, press = dashboard.page, dashboard.page.keyboard.press
    break_the_shop(breaking_shop, dashboard)
    expect(dashboard.rows.filter(has_text="Cannot read").first).to_be_visible()
    press("g")
    press("n")
    expect(page.get_by_role("heading", level=1)).to_have_text("Network")
    press("2")
    expect(page.get_by_role("heading", level=1)).to_have_text("Errors")
    expect(dashboard.rows.first).to_be_visible()
    press("/")
    page.keyboard.type("Cannot read")
    expect(dashboard.rows).to_have_count(1)
    press("Escape")
    page.get_by_role("listbox").focus()
    press("ArrowDown")
    expect(page.get_by_role("option", selected=True)).to_have_count(1)
    expect(dashboard.detail).to_contain_text("Cannot read properties of null")
    press("Escape")
    expect(dashboard.detail).to_have_count(0)
    press("p")
    expect(page.get_by_role("status")).to_contain_text("Paused")
    press("p")
    expect(page.get_by_role("status")).to_contain_text("Live")


def test_tab_passes_navigation_controls_list_and_detail_in_order(dashboard: Dashboard, breaking_shop: Page) -> None:
    break_the_shop(breaking_shop, dashboard)
    dashboard.rows.first.click()
    expect(dashboard.detail).to_be_visible()
    dashboard.page.reload()
    expect(dashboard.detail).to_be_visible()
    where = "(document.activeElement.closest('nav, header, .toolbar, .list, .detail') ?? {}).className"
    passed: list[Any] = []
    for _ in range(60):
        dashboard.page.keyboard.press("Tab")
        place = dashboard.page.evaluate(where)
        if place and place not in passed:
            passed.append(place)
    assert passed == ["nav", "top", "toolbar", "list", "detail"]


@pytest.mark.parametrize("width", [400, 800, 1200])
def test_it_fits_narrow_windows(dashboard: Dashboard, captured: Daemon, width: int) -> None:
    captured.post("/logs", {"entries": [{"type": "exception", "message": "broken " * 40}]})
    dashboard.page.set_viewport_size({"width": width, "height": 700})
    for view in dashboard.names():
        dashboard.show(view)
        wide = dashboard.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, view
