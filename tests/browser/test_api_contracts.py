"""validate_api in a real browser: an API that changes under way is noticed, and an optional field is not."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser

LABEL = "Capture Network Bodies"


@pytest.fixture
def bodies_on(browser: Browser) -> Iterator[None]:
    browser.set_switch(LABEL, on=True)
    yield
    browser.set_switch(LABEL, on=False)


@pytest.fixture
def app(page: Page, site: Site, captured: Daemon) -> Page:
    captured.call("validate_api", action="clear")
    page.goto(site.page("/app", "<!doctype html><title>App</title><link rel='icon' href='data:,'>"))
    return page


def ask(app: Page, path: str, answers: Any) -> None:
    """The page asks and reads the JSON; the site echoes what it is sent."""
    app.evaluate(
        "([path, body]) => fetch(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })"
        ".then((response) => response.text())",
        [path, json.dumps(answers)],
    )


def analyzed(daemon: Daemon, calls: int) -> Any:
    """The analysis as soon as all calls have arrived with their bodies."""

    def complete() -> Any:
        bodies = daemon.call("observe", what="network_bodies", limit=100)
        found = daemon.call("analyze", what="api", action="analyze")
        is_complete = len(bodies) == calls and all(body["responseBody"] is not None for body in bodies)
        return found if is_complete and found["total_requests_analyzed"] == calls else None

    return wait_until(complete, "all calls")


# API-01
def test_an_api_that_changes_under_way_is_noticed(bodies_on: None, app: Page, captured: Daemon) -> None:
    for number in range(5):
        ask(app, f"/echo/products/{number}", {"id": number, "price": 1.5, **({"sale": True} if number % 2 else {})})
    ask(app, "/echo/products/5", {"id": 5, "price": "1.50"})
    ask(app, "/echo/products/6", {"id": 6})
    found = analyzed(captured, calls=7)
    assert {each["type"]: each.get("missing_fields") or each["sample_value"] for each in found["violations"]} == {
        "shape_change": ["price"],
        "type_change": "1.50",
    }
    assert {each["endpoint"] for each in found["violations"]} == {"POST /echo/products/:id"}
    [endpoint] = captured.call("analyze", what="api", action="report")["endpoints"]
    assert endpoint["established_shape"] == {"id": "number", "price": "number", "sale": "boolean"}
    assert (endpoint["optional_fields"], endpoint["consistency"]) == (["sale"], "71%")


# API-09
def test_an_api_that_begins_to_fail_is_noticed_without_bodies(app: Page, captured: Daemon) -> None:
    for status in (200, 200, 200, 503):
        app.evaluate("(path) => fetch(path).then((response) => response.text())", f"/status/{status}")
    [violation] = wait_until(
        lambda: captured.call("validate_api", action="analyze", url_filter="/status/")["violations"], "the spike"
    )
    assert (violation["endpoint"], violation["type"]) == ("GET /status/:id", "error_spike")
    assert violation["status_history"] == [200, 200, 200, 503]
