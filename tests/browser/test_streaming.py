"""What is significant in a real browser: each trigger fires on the real thing and is silent on its near miss."""

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from daemon import Daemon, wait_until
from event_reader import EventReader, get_stream
from playwright.sync_api import Page
from site_for_tests import Site

pytestmark = pytest.mark.usefixtures("one_tab")

HEAD = "<!doctype html><title>Streaming</title><link rel='icon' href='data:,'>"
FRESH = count(1)
MARK = "the mark after what was expected"


@pytest.fixture
def events(captured: Daemon) -> Iterator[EventReader]:
    with get_stream(captured, "/events/stream") as stream:
        yield stream


def visit(page: Page, site: Site, body: str = "") -> str:
    """A page that nobody has seen, so that nothing about it was told before; its path."""
    path = f"/streaming-{'abcdefgh'[next(FRESH) % 8]}x{next(FRESH)}"
    page.goto(site.page(path, f"{HEAD}<body>{body}"))
    return path


def mark(page: Page) -> None:
    """An error that comes after everything else of the page."""
    page.evaluate("(words) => void setTimeout(() => console.error(words))", f"{MARK} {'i' * next(FRESH)}")


def until_mark(events: EventReader) -> list[Any]:
    """What was told until then."""
    told = []
    while not str((event := events.next_message())["context"].get("text", "")).startswith(MARK):
        told.append(event)
    return told


def messages_until_mark(events: EventReader) -> list[str]:
    return [event["message"] for event in until_mark(events)]


# NOTE-01
def test_a_new_error_is_reported_and_its_repeat_is_not(page: Page, site: Site, events: EventReader) -> None:
    words = f"nobody in this browser has seen {'i' * next(FRESH)}"
    path = visit(page, site, f"<script>function buy() {{ throw new TypeError('{words}') }}</script>")
    for _ in range(3):
        page.evaluate("void setTimeout(() => buy())")
    mark(page)
    (event,) = until_mark(events)
    assert event["message"] == f"New error: TypeError at {path}:1"
    assert words in event["context"]["text"]


def test_a_warning_or_a_caught_error_is_not_reported(page: Page, site: Site, events: EventReader) -> None:
    visit(page, site)
    page.evaluate("console.warn('careful'); try { null.x } catch {}")
    mark(page)
    assert until_mark(events) == []


def test_an_unhandled_rejection_is_reported(page: Page, site: Site, events: EventReader) -> None:
    visit(page, site)
    page.evaluate("void Promise.reject(new SyntaxError('handled')).catch(() => {})")
    page.evaluate("void setTimeout(() => { Promise.reject(new RangeError('too far')) })")
    event = events.next_message()
    assert event["message"].startswith("Unhandled rejection: RangeError")
    assert "too far" in event["context"]["text"]


def test_a_5xx_is_reported_once_but_a_first_4xx_is_not(
    page: Page, site: Site, events: EventReader, captured: Daemon
) -> None:
    visit(page, site)
    # Other tests were answered by /status: of this address nobody has heard.
    missing = f"/missing-{'abcdefgh'[next(FRESH) % 8]}x{next(FRESH)}"
    page.evaluate("(missing) => fetch(missing).then(() => fetch('/status/503'))", missing)
    page.wait_for_function("performance.getEntriesByName(location.origin + '/status/503').length > 0")
    mark(page)
    assert messages_until_mark(events) == ["Server error: GET /status/503 → 503"]
    # Its timing is reported separately. Arriving after this test, it would be news to the next test's stream.
    wait_until(lambda: "/status/503" in str(captured.call("get_network_requests")), "the timing of the request")


def test_a_4xx_after_a_2xx_is_reported(page: Page, site: Site, events: EventReader) -> None:
    visit(page, site)
    path = f"/account-{'abcdefgh'[next(FRESH) % 8]}x{next(FRESH)}"
    site.page(path, "{}", "application/json")
    assert page.evaluate("(path) => fetch(path).then((answer) => answer.status)", path) == 200
    page.wait_for_function("(path) => performance.getEntriesByName(location.origin + path).length > 0", arg=path)
    mark(page)
    assert until_mark(events) == []
    del site.pages[path]
    page.evaluate("(path) => fetch(path).then(() => 0)", path)
    event = events.next_message()
    assert event["message"] == f"Auth/access issue: GET {path} → 404 (was 200)"
    assert event["context"]["previous_status"] == 200


def test_a_long_task_is_reported_and_a_shorter_one_is_not(page: Page, site: Site, events: EventReader) -> None:
    busy = "(ms) => void setTimeout(() => { const end = performance.now() + ms; while (performance.now() < end); })"
    visit(page, site)
    page.evaluate(busy, 200)
    mark(page)
    assert until_mark(events) == []
    page.evaluate(busy, 1500)
    event = events.next_message()
    assert event["message"].startswith("Main thread blocked for ")
    assert event["context"]["duration_ms"] > 500
    assert (event["category"], event["severity"]) == ("performance", "warning")
    first_ms = event["context"]["duration_ms"]
    page.evaluate(busy, 550)
    second_ms = events.next_message()["context"]["duration_ms"]
    assert 500 < second_ms < first_ms


def slow_script(seconds: float) -> str:
    """Keeps the load waiting, and no thread busy."""
    return f"<script src='/stream/1?type=text/javascript&piece=/**/&pause={seconds}'></script>"


def loads_known(daemon: Daemon, path: str) -> int:
    reply = daemon.reply("check_performance", url=path)
    return 0 if reply["isError"] else json.loads(reply["content"][0]["text"])["baseline"]["samples"] + 1


def test_a_load_that_takes_much_longer_than_usual_is_reported(
    page: Page, site: Site, captured: Daemon, events: EventReader
) -> None:
    path = visit(page, site, slow_script(0.8))
    wait_until(lambda: loads_known(captured, path) == 1, "the usual load")
    site.page(path, f"{HEAD}<body>{slow_script(1.1)}")
    page.reload()
    wait_until(lambda: loads_known(captured, path) == 2, "the load that is slower, but not twice as slow")
    mark(page)
    assert until_mark(events) == []
    site.page(path, f"{HEAD}<body>{slow_script(2.5)}")
    page.reload()
    event = events.next_message()
    assert event["message"].startswith(f"Performance regression: {path} loaded in ")
    assert event["context"]["load_ms"] > 2 * event["context"]["baseline_ms"]


def test_rage_clicks_are_reported_but_a_double_click_is_not(page: Page, site: Site, events: EventReader) -> None:
    visit(page, site, "<button id='dead'>Buy</button><button id='other'>Other</button>")
    page.dblclick("#other")
    page.click("#dead")
    mark(page)
    assert until_mark(events) == []
    page.click("#dead", click_count=3)
    assert events.next_message()["message"] == "Repeated clicks on #dead — handler may be broken"


FORM = "<form action='/orders' onsubmit='event.preventDefault(); {}'><input name='q'><button>Go</button></form>"


def test_a_form_without_an_answer_is_reported(page: Page, site: Site, events: EventReader) -> None:
    visit(page, site, FORM.format(""))
    page.click("button")
    assert events.next_message()["message"] == "Form submit to /orders — no response after 2s"


def test_forms_that_were_answered_are_not_reported(page: Page, site: Site, events: EventReader) -> None:
    visit(page, site, FORM.format('fetch("/status/200")') + FORM.format("").replace("/orders", "/dead-form"))
    page.locator("button").first.click()
    site.page("/landed", HEAD)
    visit(page, site, "<form action='/landed'><button>Go</button></form>")
    page.click("button")
    page.wait_for_url("**/landed*")
    visit(page, site, FORM.format("").replace("/orders", "/dead-form"))
    page.click("button")
    assert events.next_message()["message"] == "Form submit to /dead-form — no response after 2s"


def test_a_secret_in_an_address_is_reported_without_its_value(page: Page, site: Site, events: EventReader) -> None:
    visit(page, site)
    secret = "ghp_" + "aB3dE5fG7h" * 4
    page.evaluate("(secret) => fetch('/status/200?page=2').then(() => fetch('/status/204?api_key=' + secret))", secret)
    event = events.next_message()
    assert event["message"] == "Possible credential exposure in GET /status/204"
    assert secret not in str(event)
