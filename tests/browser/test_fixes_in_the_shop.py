"""verify_fix on the demo shop's bug: fixed, only hidden, or not even tried."""

import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page, Route

from browser import ROOT

sys.path.insert(0, str(ROOT / "demo" / "shop"))

from server import Shop

DOES_NOTHING = """document.addEventListener("submit", (event) => {
    event.preventDefault(); event.stopImmediatePropagation();
}, true);"""


@pytest.fixture
def broken_shop() -> Iterator[Shop]:
    shop = Shop(0, fixed=False)
    thread = threading.Thread(target=shop.serve_forever)
    thread.start()
    yield shop
    shop.shutdown()
    shop.server_close()
    thread.join()


def fix(shop: Shop) -> None:
    """As a developer would: the same server, with other code."""
    shop.bundle /= "fixed"
    shop.counted = True


def purchase(page: Page, shop: Shop) -> None:
    page.goto(shop.url)
    page.get_by_role("button", name="Add Moka Pot to the cart").click()
    page.get_by_role("button", name="Buy").click()


@pytest.fixture
def session(page: Page, captured: Daemon, broken_shop: Shop) -> Iterator[str]:
    """The purchase has failed, and the session watches."""
    with page.expect_event("pageerror"):
        purchase(page, broken_shop)
    wait_until(lambda: len(captured.call("observe", what="errors")) > 1, "the failed order and the exception")
    started = captured.call("verify_fix", action="start", label="checkout")
    assert {"type": "network", "method": "POST", "url": "/api/orders", "status": 500, "count": 1} in started[
        "baseline"
    ]["error_details"]
    name = str(started["session_id"])
    captured.call("verify_fix", action="watch", session_id=name)
    yield name
    captured.call("verify_fix", action="cancel", session_id=name)


def compare(daemon: Daemon, session: str, called: str = "", *, walked: bool = True) -> Any:
    """The comparison, as soon as it was heard that the failing path was walked and the endpoint called."""

    def complete() -> Any:
        found = daemon.call("analyze", what="verify_fix", action="compare", session_id=session)["result"]
        evidence = found["evidence"]
        is_complete = evidence["failing_step_repeated"] is walked and (not called or called in evidence["endpoints"])
        return found if is_complete else None

    return wait_until(complete, "the comparison")


def test_the_purchase_that_works_again_is_fixed(page: Page, captured: Daemon, session: str, broken_shop: Shop) -> None:
    fix(broken_shop)
    purchase(page, broken_shop)
    page.get_by_text("Thank you!").wait_for()
    found = compare(captured, session, "POST /api/orders")
    assert (found["verdict"], found["masked"]) == ("fixed", False)
    assert "caution" not in found
    evidence = found["evidence"]
    assert evidence["failing_step_repeated"] is True
    assert [step["repeated"] for step in evidence["steps"]] == [True] * len(evidence["steps"])


def test_a_purchase_that_silently_does_nothing_is_masked(
    page: Page, captured: Daemon, session: str, broken_shop: Shop
) -> None:
    def hide(route: Route) -> None:
        route.fulfill(response=(answer := route.fetch()), body=DOES_NOTHING + answer.text())

    page.route("**/app.js", hide)
    purchase(page, broken_shop)
    found = compare(captured, session)
    assert (found["masked"], found["verdict"]) == (True, "unchanged")
    assert found["evidence"]["missing_after_failing_step"] == ["POST /api/orders"]


def test_a_purchase_that_nobody_tried_is_said_to_be_so(captured: Daemon, session: str) -> None:
    found = compare(captured, session, walked=False)
    assert found["verdict"] != "fixed"
    assert "nothing was exercised" in found["caution"]
