"""verify_fix and diff_sessions in a real browser: a bug, the fix served, the flow repeated."""

from typing import Any

import pytest
from daemon import Daemon, wait_until
from echo_server import EchoServer
from playwright.sync_api import Page
from site_for_tests import Site

pytestmark = pytest.mark.usefixtures("one_tab")

BROKEN = """<!doctype html><title>Shop</title><link rel="icon" href="data:,"><button id="buy">Buy</button><script>
buy.onclick = async () => {
  const response = await fetch("/status/500", { method: "POST" });
  show((await response.json()).receipt.total);
};
function show(total) { document.title = `Paid ${total}`; }
</script>"""
FIXED = BROKEN.replace("/status/500", "/status/201").replace(".receipt.total", ".error")
HIDDEN = BROKEN.replace(
    "buy.onclick = async () => {", "buy.onclick = async () => { try { undefined.order; } catch { return; }"
)
MESSAGE = "Cannot read properties of undefined (reading 'total')"


@pytest.fixture
def shop(page: Page, site: Site, captured: Daemon) -> Page:
    page.goto(site.page("/shop", BROKEN))
    with page.expect_event("pageerror"):
        page.get_by_role("button", name="Buy").click()
    wait_until(lambda: captured.call("observe", what="errors", url_filter="/shop"), "the error")
    return page


def serve(shop: Page, site: Site, html: str) -> None:
    """The change, as a development server would deliver it."""
    shop.goto(site.page("/shop", html))


def begin(daemon: Daemon) -> str:
    started = daemon.call("verify_fix", action="start", url_filter="/shop")
    assert {each["type"] for each in started["baseline"]["error_details"]} == {"console", "network"}
    daemon.call("verify_fix", action="watch", session_id=started["session_id"])
    return str(started["session_id"])


def result(daemon: Daemon, session: str, called: str = "", *, walked: bool = True) -> Any:
    """The comparison, as soon as it was heard that the failing path was walked and the endpoint called."""

    def complete() -> Any:
        found = daemon.call("verify_fix", action="compare", session_id=session)["result"]
        evidence = found["evidence"]
        is_complete = evidence["failing_step_repeated"] is walked and (not called or called in evidence["endpoints"])
        return found if is_complete else None

    try:
        return wait_until(complete, "the comparison")
    finally:
        daemon.call("verify_fix", action="cancel", session_id=session)


# FIX-05
def test_a_fix_is_reported_with_its_evidence(shop: Page, captured: Daemon, site: Site) -> None:
    session = begin(captured)
    serve(shop, site, FIXED)
    with shop.expect_response("**/status/201"):
        shop.get_by_role("button", name="Buy").click()
    found = result(captured, session, "POST /status/:id")
    assert found["verdict"] == "fixed"
    assert (found["before"]["total_issues"], found["after"]["total_issues"]) == (2, 0)
    assert {change["type"] for change in found["changes"]} == {"resolved"}
    assert (found["masked"], found["evidence"]["failing_step_repeated"]) == (False, True)
    assert "caution" not in found
    assert "/shop" in found["evidence"]["pages"]


def test_without_the_flow_it_is_said_that_nothing_was_exercised(shop: Page, captured: Daemon) -> None:
    session = begin(captured)
    found = result(captured, session, walked=False)
    assert found["verdict"] != "fixed"
    assert found["evidence"]["exercised"] is False
    assert "nothing was exercised" in found["caution"]


# FIX-06
def test_an_error_that_is_only_caught_is_said_to_be_masked(shop: Page, captured: Daemon, site: Site) -> None:
    session = begin(captured)
    serve(shop, site, HIDDEN)
    shop.get_by_role("button", name="Buy").click()
    found = result(captured, session)
    assert (found["masked"], found["verdict"]) == (True, "unchanged")
    assert found["after"]["total_issues"] == 0
    assert [change["type"] for change in found["changes"]] == ["changed"]
    assert found["evidence"]["failing_step_repeated"] is True
    assert found["evidence"]["missing_after_failing_step"] == ["POST /status/:id"]
    assert "may only be hidden" in found["caution"]


TOTAL = """<!doctype html><title>Sum</title><link rel="icon" href="data:,"><main><button id="total">Total</button>
<p id="sum"></p></main><script>
total.onclick = () => { const cart = {}; sum.textContent = `Sum ${cart.items.length}`; };
</script>"""
CAUGHT = TOTAL.replace("{ const", "{ try { const").replace("}`; }", "}`; } catch {} }")
PRETENDED = CAUGHT.replace("catch {}", "catch { sum.textContent = 'Sum –'; }")
REPAIRED = TOTAL.replace("cart = {}", "cart = { items: [1] }")


SAME = "the page shows and receives the same as with the error"
SILENT = "no request and no navigation follows the failing step"
CASES = {
    "caught": (CAUGHT, "", SAME),
    "pretended": (PRETENDED, "Sum –", SILENT),
    "repaired": (REPAIRED, "Sum 1", SILENT),
}


# FIX-17
@pytest.mark.parametrize("case", CASES)
def test_an_error_that_may_only_be_caught_is_not_proved_to_be_fixed(
    page: Page, site: Site, captured: Daemon, case: str
) -> None:
    """A handler without a request: only what the page shows could tell a real fix from a fake one."""
    html, shown, why = CASES[case]
    page.goto(site.page("/total", TOTAL))
    with page.expect_event("pageerror"):
        page.get_by_role("button", name="Total").click()
    wait_until(lambda: captured.call("observe", what="errors", url_filter="/total"), "the error")
    session = captured.call("verify_fix", action="start", url_filter="/total")["session_id"]
    text = captured.reply("verify_fix", action="compare", session_id=session, output="text")["content"][0]["text"]
    assert text.startswith("cannot tell: nothing happened in the page")
    page.goto(site.page("/total", html))
    page.get_by_role("button", name="Total").click()
    assert page.locator("#sum").inner_text() == shown
    found = result(captured, session)
    assert (found["verdict"], found["proved"], found["why_unproved"]) == ("fixed", False, why)


def test_a_page_that_was_only_loaded_or_only_talks_by_a_socket_was_exercised(
    shop: Page, captured: Daemon, site: Site, echo: EchoServer
) -> None:
    session = captured.call("verify_fix", action="start")["session_id"]
    captured.call("verify_fix", action="watch", session_id=session)
    serve(shop, site, FIXED)

    def exercised(name: str) -> Any:
        found = captured.call("verify_fix", action="compare", session_id=session)["result"]
        return found["evidence"][name]

    assert "/shop" in wait_until(lambda: exercised("pages"), "the load")
    captured.call("verify_fix", action="watch", session_id=session)
    assert exercised("websockets") == []
    shop.evaluate("(url) => { new WebSocket(url).onopen = (event) => event.target.send('hello') }", echo.url)
    assert wait_until(lambda: exercised("websockets"), "the socket")[0].startswith(echo.url.partition("?")[0])
    captured.call("verify_fix", action="cancel", session_id=session)


def test_two_runs_are_compared(shop: Page, captured: Daemon, site: Site) -> None:
    captured.call("diff_sessions", action="capture", name="broken", url_filter="/shop")
    captured.call("clear_browser_logs")
    serve(shop, site, FIXED)
    with shop.expect_response("**/status/201"):
        shop.get_by_role("button", name="Buy").click()

    def improved() -> Any:
        answer = captured.call(
            "diff_sessions", action="compare", compare_a="broken", compare_b="current", url_filter="/shop"
        )
        return answer if answer["diff"]["network"]["status_changes"] else None

    answer = wait_until(improved, "the comparison")
    assert answer["summary"]["verdict"] == "improved"
    assert [MESSAGE in error["message"] for error in answer["diff"]["errors"]["resolved"]] == [True]
    assert answer["diff"]["network"]["status_changes"][0] | {"duration_change": ""} == {
        "method": "POST",
        "url": "/status/:id",
        "before": 500,
        "after": 201,
        "duration_change": "",
    }
    captured.call("diff_sessions", action="delete", name="broken")
