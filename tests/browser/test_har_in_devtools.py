"""The archive of a page's traffic opens in Chrome DevTools: its network panel's own importer reads it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from site_for_tests import Site

from browser import Browser

FRONTEND = "devtools://devtools/bundled/devtools_app.html"
IMPORT = """async (text) => {
    const { HARFormat, Importer } = await import("devtools://devtools/bundled/models/har/har.js");
    const textOf = async (request) => {
        const data = await request.requestContentData();
        return data.isTextContent ? data.text : null;
    };
    const { log } = new HARFormat.HARRoot(JSON.parse(text));
    return Promise.all(Importer.Importer.requestsFromHARLog(log).map(async (request) => ({
        url: request.url(),
        method: request.requestMethod,
        status: request.statusCode,
        type: request.resourceType().name(),
        mime: request.mimeType,
        sent: await request.requestFormData(),
        received: await textOf(request),
        headers: Object.fromEntries(request.responseHeaders.map(({ name, value }) => [name, value])),
        seconds: request.endTime - request.startTime,
        isFinished: request.finished,
    })));
}"""


@pytest.fixture
def devtools(browser: Browser) -> Iterator[Page]:
    page = browser.open(FRONTEND)
    yield page
    page.close()


# NET-12
def test_devtools_imports_every_request_with_its_bodies(
    bodies_on: None, devtools: Page, page: Page, captured: Daemon, site: Site
) -> None:
    page.goto(site.page("/har", "<!doctype html><title>Traffic</title><link rel='icon' href='data:,'>"))
    page.evaluate("""() => Promise.all([
        fetch("/echo?sent", { method: "POST", body: "sent", headers: { "Content-Type": "text/plain" } }),
        fetch("/bytes/5?type=image/png"),
        fetch("/status/500"),
        fetch("/reset").catch(() => null),
    ].map((answer) => answer.then((response) => response?.arrayBuffer()))).then(() => null)""")

    def archive() -> Any:
        """With every request and every body: each comes on its own, in any order."""
        har = captured.call("generate", what="har", url_filter=site.url)
        contents = {
            entry["request"]["url"].removeprefix(site.url): entry["response"]["content"]
            for entry in har["log"]["entries"]
        }
        texts = [content.get("text") for content in contents.values()]
        has_bodies = texts.count("sent") == 1 and '{"error":"status 500"}' in texts
        picture = contents.get("/bytes/5?type=image/png", {}).get("mimeType", "")
        return har if has_bodies and picture.startswith("image/png") and {"/har", "/reset"} <= set(contents) else None

    har = wait_until(archive, "all requests with their bodies")
    requests = devtools.evaluate(IMPORT, json.dumps(har))
    assert len(requests) == len(har["log"]["entries"])
    assert all(request["isFinished"] and request["seconds"] >= 0 for request in requests)
    by_path = {request["url"].removeprefix(site.url): request for request in requests}
    sent = by_path["/echo?sent"]
    assert (sent["method"], sent["status"], sent["type"]) == ("POST", 200, "fetch")
    assert (sent["sent"], sent["received"], sent["mime"]) == ("sent", "sent", "text/plain; charset=utf-8")
    assert sent["headers"]["content-type"] == sent["mime"]
    assert by_path["/har"]["type"] == "document"
    assert (by_path["/status/500"]["status"], by_path["/status/500"]["received"]) == (500, '{"error":"status 500"}')
    assert by_path["/bytes/5?type=image/png"]["mime"].startswith("image/png")
    assert by_path["/reset"]["status"] == 0
