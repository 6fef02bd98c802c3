"""Hostile pages and frames in Firefox get nothing out of the server, nothing unmarked into it, and end no capture."""

import pytest
from attack_from_a_page import ATTACK
from daemon import Daemon, wait_until
from endless_recursion import DESCEND
from firefox_tab import FirefoxTab
from site_for_tests import Site

FRAME = """new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.src = '/inner';
    frame.onload = () => done(null);
    document.body.append(frame);
})"""


# GUARD-06
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_a_page_on_another_local_port_gets_nothing_in_or_out(
    shop: FirefoxTab, firefox_daemon: Daemon, shared_daemon: Daemon, name: str
) -> None:
    shared_daemon.call("clear_browser_logs")
    answers = shop.evaluate(f"({ATTACK})(['http://{name}:{shared_daemon.port}', {shared_daemon.port}])")
    assert set(answers.values()) == {"refused"}, answers
    assert shared_daemon.call("observe", what="logs") == []


def test_entries_of_a_frame_that_its_page_can_reach_are_marked(
    shop: FirefoxTab, firefox_daemon: Daemon, site: Site
) -> None:
    site.page("/inner", "<!doctype html><title>Inner</title><script>console.error('inner')</script>")
    shop.evaluate(FRAME)
    shop.evaluate("console.error('outer')")
    entries = firefox_daemon.call("get_browser_errors", full=True)
    assert {entry["args"][0]: entry.get("_untrustedFrame", False) for entry in entries} == {
        "inner": True,
        "outer": False,
    }


# PAGE-04
@pytest.mark.parametrize("call", ["console.log(n)", "fetch('data:,x')"])
def test_an_endless_recursion_ends_no_recorder(shop: FirefoxTab, firefox_daemon: Daemon, call: str) -> None:
    shop.evaluate(f"({DESCEND.replace('CALL', call)})()")
    shop.evaluate("console.log('log after')")
    shop.evaluate("fetch('/echo?after').then(() => undefined)")
    wait_until(lambda: "log after" in str(firefox_daemon.call("get_browser_logs")), "console capture")
    # Asked for by name: the recursion's own requests may fill the list.
    wait_until(lambda: firefox_daemon.call("get_network_requests", url_filter="/echo?after"), "request capture")
    assert firefox_daemon.call("get_health")["extension"]["open_breakers"] == []
