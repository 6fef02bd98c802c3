"""What is asked of the live page, one scenario for each row of the table in docs/firefox.md."""

import json

from echo_server import EchoServer
from either_browser import EitherBrowser
from parity_pages import parity_page
from site_for_tests import Site

PARTITIONED = "; secure; samesite=none; path=/; partitioned"
STORED = "[localStorage.a, sessionStorage.b, ...document.cookie.split('; ').sort()].join()"
STRICT = {"Content-Security-Policy": "script-src 'self'"}


def dom(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    (match,) = browser.ask("query_dom", selector="#buy")["matches"]
    return json.dumps({key: match.get(key) for key in ("tag", "text", "boundingBox")}, sort_keys=True)


def audit(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    report = browser.ask("run_accessibility_audit")
    return ", ".join(sorted(found["id"] for found in report["violations"]))


def screenshot(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    image, *_rest = browser.reply("take_screenshot", format="png")["content"]
    return f"{image['type']} {image.get('mimeType')}"


def highlight(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    answer = browser.ask("highlight_element", selector="#buy", duration_ms=5000)
    drawn = browser.evaluate("getComputedStyle(document.querySelector('#gasoline-highlighter')).position")
    return f"{json.dumps(answer['bounds'], sort_keys=True)}, {drawn}"


def state(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    browser.evaluate("localStorage.a = '1', sessionStorage.b = '2', document.cookie = 'c=3', null")
    browser.evaluate(f"document.cookie = 'd=4{PARTITIONED}', null")
    before = browser.evaluate(STORED)
    browser.ask("manage_state", action="save", snapshot_name="parity")
    browser.evaluate("localStorage.clear(), sessionStorage.clear(), document.cookie = 'c=3; max-age=0', null")
    browser.evaluate(f"document.cookie = 'd=4; max-age=0{PARTITIONED}', null")
    browser.ask("manage_state", action="load", snapshot_name="parity", include_url=False)
    after = browser.evaluate(STORED)
    browser.ask("manage_state", action="delete", snapshot_name="parity")
    return f"{before}, then {after}"


def execute(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    return json.dumps(
        browser.ask("execute_javascript", script="({ title: document.title, sum: await 1 + 1 })")["result"]
    )


def endless_script(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site))
    refused = browser.ask("execute_javascript", script="while (true) {}", timeout_ms=300)
    return f"{refused['error'].split(':')[0]}; afterwards the page answers {browser.evaluate('1 + 1')}"


def execute_under_policy(browser: EitherBrowser, site: Site, _: EchoServer) -> str:
    browser.begin(parity_page(site, **STRICT))
    answer = browser.ask("execute_javascript", script="1 + 1")
    return str(answer.get("error") or answer["result"]).split(":")[0]
