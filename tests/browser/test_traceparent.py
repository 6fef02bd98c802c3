"""“Send a traceparent header” in a real browser: what the site receives, what is recorded, and what is exported."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from daemon import Daemon, wait_until
from firefox import Firefox
from firefox_tab import FirefoxTab
from otlp_receiver import otlp_receiver
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser

pytestmark = pytest.mark.usefixtures("one_tab")

HEADER = re.compile(r"00-([0-9a-f]{32})-([0-9a-f]{16})-01")
PAGE = "<!doctype html><title>Traced</title><link rel='icon' href='data:,'>"
CALLS = """async (other) => {
  const post = { method: "POST", body: "körper" };
  await fetch("/echo/string?secret=1");
  await fetch(new URL("/echo/url", location.href));
  const answers = [await fetch(new Request("/echo/request", post)), await fetch("/echo/post", post)];
  const form = new FormData();
  form.set("a", "b");
  await fetch(new Request("/echo/form", { method: "POST", body: form }));
  await fetch("/echo/no-cors", { mode: "no-cors" });
  await fetch("/echo/own-fetch", { headers: { traceparent: "mine" } });
  await fetch(other + "/echo/other", { mode: "no-cors" });
  await fetch(other + "/echo/other-cors").catch(() => {});
  const load = (url, header) => new Promise((done) => {
    const xhr = new XMLHttpRequest();
    xhr.open("PUT", url);
    if (header) xhr.setRequestHeader("TraceParent", header);
    xhr.onloadend = done;
    xhr.send("body");
  });
  await load("/echo/xhr");
  await load("/echo/own-xhr", "mine");
  const stopped = new AbortController();
  const late = fetch("/hang/late", { signal: stopped.signal }).catch((error) => error);
  stopped.abort("enough");
  const failed = await fetch("/echo/bad", { method: "no method" }).catch((error) => error.message);
  return [...(await Promise.all(answers.map((answer) => answer.text()))), await late, failed];
}"""
# What the same calls return without the extension's part in them.
ANSWERS = ["körper", "körper", "enough"]
TRACED = {"string", "url", "request", "post", "form", "xhr"}
UNTRACED = {"no-cors", "other", "other-cors"}
OWN = {"own-fetch", "own-xhr"}


def received(site: Site) -> dict[str, tuple[str, dict[str, str]]]:
    """The method and the headers of the calls above, by the last word of their path."""
    return {
        path.removeprefix("/echo/").split("?")[0]: (method, {name.lower(): value for name, value in headers.items()})
        for method, path, headers in site.requests
        if path.startswith("/echo/")
    }


@pytest.fixture
def traced(page: Page, browser: Browser, site: Site) -> Iterator[Page]:
    """A page whose requests carry the header: the code for it comes shortly after the page."""
    with browser.switched("Send a traceparent header", on=True, where="options.html"):
        page.goto(site.page("/traced", PAGE))
        await_header(page, site)
        yield page


def await_header(page: Page | FirefoxTab, site: Site) -> None:
    def is_sent() -> bool:
        page.evaluate("fetch('/echo/first').then(() => 0)")
        return "traceparent" in received(site)["first"][1]

    wait_until(is_sent, "the header")


# OTLP-05
def test_only_requests_to_the_own_origin_carry_the_header(traced: Page, captured: Daemon, site: Site) -> None:
    site.requests.clear()
    check(traced.evaluate(CALLS, f"http://127.0.0.1:{site.port}"), received(site))


# OTLP-05
def test_firefox_sends_the_same(firefox: Firefox, site: Site) -> None:
    options = firefox.extension_page("options.html")
    try:
        options.click("#traceparentEnabled")
        firefox.tab.open(site.page("/traced", PAGE))
        await_header(firefox.tab, site)
        site.requests.clear()
        check(firefox.tab.evaluate(f"({CALLS})('http://127.0.0.1:{site.port}')"), received(site))
    finally:
        options.evaluate("chrome.storage.local.remove('traceparentEnabled')")
        options.close()


def check(answers: list[str], sent: dict[str, tuple[str, dict[str, str]]]) -> None:
    assert answers[:-1] == ANSWERS
    assert "no method" in answers[-1]
    assert "OPTIONS" not in {method for method, _ in sent.values()}
    ids = {name: HEADER.fullmatch(sent[name][1].get("traceparent", "")) for name in TRACED}
    assert all(ids.values())
    assert len({match[1] for match in ids.values() if match}) == 1
    assert len({match[2] for match in ids.values() if match}) == len(TRACED)
    assert [name for name in UNTRACED if "traceparent" in sent[name][1]] == []
    assert {sent[name][1]["traceparent"] for name in OWN} == {"mine"}
    # As without the header: of a known length, in one piece, with its type.
    assert (sent["request"][1]["content-length"], sent["post"][1]["content-length"]) == ("7", "7")
    assert sent["form"][1]["content-type"].startswith("multipart/form-data; boundary=")
    assert "transfer-encoding" not in sent["form"][1]


# OTLP-05
def test_the_exported_span_has_the_ids_that_the_server_received(traced: Page, captured: Daemon, site: Site) -> None:
    site.requests.clear()
    traced.evaluate("fetch('/echo/joined').then((response) => response.text())")
    match = HEADER.fullmatch(received(site)["joined"][1]["traceparent"])
    assert match
    wait_until(lambda: "/echo/joined" in str(captured.call("get_network_requests")), "the request")
    with otlp_receiver() as receiver:
        command = [sys.executable, "-m", "gasoline", "export", "otlp", "--endpoint", receiver.url]
        environment = {**os.environ, **captured.environment}
        subprocess.run(command, env=environment, check=True, capture_output=True, timeout=60)
    [span] = [
        span
        for _, span in receiver.spans
        if any(each.key == "url.full" and each.value.string_value.endswith("/joined") for each in span.attributes)
    ]
    assert (span.trace_id.hex(), span.span_id.hex()) == match.groups()


# OTLP-05
def test_without_the_setting_nothing_is_added(page: Page, captured: Daemon, site: Site) -> None:
    page.goto(site.page("/untraced", PAGE))
    site.requests.clear()
    assert page.evaluate(CALLS, f"http://127.0.0.1:{site.port}")[:3] == ANSWERS
    sent = received(site)
    assert {name for name, (_, headers) in sent.items() if "traceparent" in headers} == OWN
