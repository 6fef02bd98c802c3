"""What pages throw and reject with, asked for in a real browser: causes, aggregates, and values that are no Error."""

from fnmatch import fnmatchcase

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

REJECTED = "Unhandled rejection — a promise was rejected with a value that is not an Error: "

pytestmark = pytest.mark.usefixtures("one_tab")


# ERR-02
@pytest.mark.parametrize(
    ("code", "summary"),
    [
        (
            "Promise.reject(new Error('outer', {cause: new RangeError('inner', {cause: 'plain'})}))",
            "Error in * — outer* Caused by RangeError: inner, by string: plain.",
        ),
        (
            "Promise.any([Promise.reject(new TypeError('a')), Promise.reject('b')])",
            "AggregateError — All promises were rejected. It contains TypeError: a; string: b.",
        ),
        ("{ const e = new Error('loop'); e.cause = e; Promise.reject(e) }", "Error in * — loop*"),
        ("Promise.reject('just words')", f"{REJECTED}just words."),
        ("Promise.reject()", f"{REJECTED}undefined."),
        ("Promise.reject(null)", f"{REJECTED}null."),
        ("Promise.reject({code: 42, message: 'full'})", f'{REJECTED}{{"code":42,"message":"full"}}.'),
        ("Promise.reject(new DOMException('no', 'AbortError'))", "AbortError — the operation was canceled (no)."),
        ("setTimeout(() => { throw 'words' })", "Error in * — words*"),
    ],
)
def test_any_thrown_value_is_reported(page: Page, captured: Daemon, site: Site, code: str, summary: str) -> None:
    page.goto(site.page("/thrown", f"<!doctype html><link rel='icon' href='data:,'><script>{code}</script>"))
    [entry] = wait_until(lambda: captured.call("observe", what="errors"), "the error")
    assert fnmatchcase(entry["_aiContext"]["summary"], summary)
