"""security_audit: what travels without encryption, and missing headers."""

from typing import Any

import pytest
from audit_calls import body, findings, only
from parts import Parts


# SEC-10
@pytest.mark.parametrize(
    ("event", "severity"),
    [
        (body(url="http://api.shop.test/x", pageUrl="http://shop.test/"), "warning"),
        (body(url="http://cdn.test/lib.js", contentType="text/javascript"), "critical"),
        (body(url="http://cdn.test/lib.js", contentType="application/javascript; charset=utf-8"), "critical"),
        (body(url="http://cdn.test/a.png", contentType="image/png"), "warning"),
    ],
)
async def test_plain_http_and_mixed_content(parts: Parts, event: dict[str, Any], severity: str) -> None:
    parts.send("network_bodies", event)
    assert (await only(parts, checks=["transport"]))["severity"] == severity


async def test_mixed_content_names_page_and_resource(parts: Parts) -> None:
    parts.send(
        "network",
        {"id": "r", "url": "http://cdn.test/a.css?x=1", "initiator": "link", "pageUrl": "https://a.test/p?q=1"},
    )
    assert (await only(parts, checks=["transport"]))["evidence"] == {
        "page_url": "https://a.test/p",
        "resource_url": "http://cdn.test/a.css",
        "resource_type": "link",
    }


# SEC-10
@pytest.mark.parametrize("host", ["localhost:3000", "127.0.0.1", "[::1]:8080", "app.localhost"])
async def test_this_machine_needs_no_encryption(parts: Parts, host: str) -> None:
    parts.send("network_bodies", body(url=f"http://{host}/x", pageUrl="https://shop.test/"))
    parts.send("websocket_events", {"event": "open", "id": "w", "url": f"ws://{host}/hmr"})
    assert await findings(parts, checks=["transport"], severity_min="info") == []


@pytest.mark.parametrize("host", ["127.shop.test", "127.0.0.1.shop.test", "localhost.shop.test"])
async def test_a_host_that_only_begins_like_this_machine_needs_encryption(parts: Parts, host: str) -> None:
    parts.send("network_bodies", body(url=f"http://{host}/api", pageUrl=f"http://{host}/"))
    assert (await only(parts, checks=["transport"]))["severity"] == "warning"


async def test_a_websocket_without_encryption_is_a_warning(parts: Parts) -> None:
    parts.send("websocket_events", *({"event": "open", "id": str(n), "url": "ws://live.test/feed"} for n in range(3)))
    assert (await only(parts, checks=["transport"]))["severity"] == "warning"


# SEC-12
async def test_missing_headers_are_reported_once_for_each_origin_and_only_where_headers_are_known(parts: Parts) -> None:
    page = {"contentType": "text/html", "responseHeaders": {"content-type": "text/html"}}
    parts.send("network_bodies", *(body(url=f"https://shop.test/{n}", **page) for n in range(3)), body())
    told = await findings(parts, checks=["headers"], severity_min="info")
    assert sorted(f["evidence"]["header"] for f in told) == [
        "Content-Security-Policy",
        "Strict-Transport-Security",
        "X-Content-Type-Options",
        "frame-ancestors or X-Frame-Options",
    ]
