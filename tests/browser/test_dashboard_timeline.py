"""The timeline of the dashboard: zoom, filters, the picture, and thousands of events."""

from daemon import Daemon
from playwright.sync_api import Page, expect

from dashboard import Dashboard
from gasoline.dashboard.feed import MAX_DASHBOARD_ROWS


def test_the_timeline_is_zoomed_filtered_and_followed(dashboard: Dashboard, captured: Daemon) -> None:
    times = ["12:00:00", "12:00:10", "12:00:20"]
    entries = [{"type": "console", "args": [f"at {time}"], "ts": f"2026-01-31T{time}.000Z"} for time in times]
    captured.post("/logs", {"entries": entries})
    page = dashboard.page
    expect(dashboard.rows).to_have_count(3)
    page.get_by_role("button", name="Zoom in").click()
    expect(dashboard.rows).to_have_count(1)
    page.get_by_role("button", name="Follow").click()
    expect(dashboard.rows).to_have_count(3)
    page.mouse.move(*middle(page, ".lanes"))
    page.mouse.wheel(0, -1000)
    expect(dashboard.rows).to_have_count(1)
    page.keyboard.press("0")
    expect(dashboard.rows).to_have_count(3)
    page.get_by_role("button", name="Console").click()
    expect(page.get_by_text("No events match")).to_be_visible()
    page.get_by_role("button", name="Console").click()
    page.get_by_role("searchbox").fill("12:00:10")
    expect(dashboard.rows).to_have_count(1)


def test_the_timeline_leaves_out_loaded_files_until_asked_for(dashboard: Dashboard, captured: Daemon) -> None:
    request = {"ts": "2026-01-31T12:00:00.000Z", "status": 200}
    call = {**request, "url": "http://localhost/api", "initiator": "fetch", "method": "GET"}
    file = {**request, "url": "http://localhost/a.js", "initiator": "script"}
    captured.post("/network-waterfall", {"requests": [call, file]})
    expect(dashboard.rows).to_have_count(1)
    dashboard.page.get_by_role("button", name="Loaded files, hot reload (1)").click()
    expect(dashboard.rows).to_have_count(2)


def test_in_the_picture_a_click_selects_and_dragging_pans(dashboard: Dashboard, captured: Daemon) -> None:
    times = ["12:00:00", "12:00:10", "12:00:20"]
    entries = [{"type": "exception", "message": f"at {time}", "ts": f"2026-01-31T{time}.000Z"} for time in times]
    captured.post("/logs", {"entries": entries})
    expect(dashboard.rows).to_have_count(3)
    page = dashboard.page
    x, y = mark_in_the_middle(page)
    page.mouse.click(x, y)
    expect(dashboard.detail.get_by_role("heading", level=2)).to_have_text("at 12:00:10")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 300, y, steps=3)
    page.mouse.up()
    expect(dashboard.rows.filter(has_text="at 12:00:20")).to_have_count(0)
    expect(dashboard.detail.get_by_role("heading", level=2)).to_have_text("at 12:00:10")


def mark_in_the_middle(page: Page) -> tuple[float, float]:
    """In the first lane; the names of the lanes stand to its left."""
    box = page.locator(".lanes").bounding_box()
    assert box is not None
    names = 98
    return box["x"] + names + (box["width"] - names) / 2, box["y"] + 13


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_paused_timeline_stands_still_and_counts_what_waits(dashboard: Dashboard, captured: Daemon) -> None:
    captured.post("/logs", {"entries": [{"type": "console", "args": ["before"]}]})
    expect(dashboard.rows).to_have_count(1)
    dashboard.page.get_by_role("button", name="Pause").click()
    captured.post("/logs", {"entries": [{"type": "console", "args": ["while paused"]}]})
    expect(dashboard.page.get_by_role("status")).to_contain_text("1 new event")
    expect(dashboard.rows).to_have_count(1)
    dashboard.page.get_by_role("button", name="Resume").click()
    expect(dashboard.rows).to_have_count(2)


# DASH-01
def test_ten_thousand_events_are_a_list_of_a_few_rows_that_scrolls_to_its_end(
    dashboard: Dashboard, captured: Daemon
) -> None:
    for batch in range(12):
        entries = [{"type": "console", "args": [f"event {batch * 1000 + number}"]} for number in range(1000)]
        assert captured.post("/logs", {"entries": entries}).status == 200
    page = dashboard.page
    shown = f"{MAX_DASHBOARD_ROWS:,} events"
    expect(page.get_by_text(shown, exact=True)).to_be_visible(timeout=30_000)
    expect(page.get_by_role("option", name="event 11999")).to_be_visible()
    assert dashboard.rows.count() < 80
    page.get_by_role("listbox").focus()
    page.keyboard.press("End")
    expect(page.get_by_role("option", selected=True)).to_be_visible()
    expect(page.get_by_role("option", selected=True)).to_have_attribute("aria-posinset", str(MAX_DASHBOARD_ROWS))
    assert dashboard.rows.count() < 80
    page.get_by_role("searchbox").fill("event 11234")
    expect(dashboard.rows).to_have_count(1)
