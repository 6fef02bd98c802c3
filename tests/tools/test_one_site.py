"""Two projects that are open at once do not mix: scripts and verifications are about one site unless told otherwise."""

import re
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

SHOP, BLOG = "http://localhost:3000", "http://localhost:5173"


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"ts": f"2026-01-31T12:00:{seconds:06.3f}Z", **event}


def click(seconds: float, site: str, tab: int, name: str) -> dict[str, Any]:
    return at(seconds, type="click", url=f"{site}/", tabId=tab, selectors={"testId": name})


def error(seconds: float, site: str, tab: int, message: str) -> dict[str, Any]:
    return at(seconds, type="exception", url=f"{site}/", tabId=tab, message=message)


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    """The user acted in the shop last; the blog failed after that, by itself."""
    parts = Parts(tmp_path)
    parts.send("actions", click(1, BLOG, 2, "publish"), click(2, SHOP, 1, "buy"))
    parts.send("logs", error(2.1, SHOP, 1, "no receipt"), error(3, BLOG, 2, "no draft"))
    for site, path in ((SHOP, "/api/orders"), (BLOG, "/api/drafts")):
        request = {"method": "POST", "status": 200, "initiator": "fetch", "duration": 5.0, "pageUrl": f"{site}/"}
        parts.send("network", at(2.5, url=site + path, **request))
    return parts


async def test_a_reproduction_is_of_the_site_where_the_user_acted(parts: Parts) -> None:
    made = await parts.ask("get_reproduction_script")
    assert "no receipt" in made["script"] and "no draft" not in made["script"]
    assert any("also captured: localhost:5173 (2)" in warning for warning in made["warnings"])


async def test_a_filter_chooses_the_other_site(parts: Parts) -> None:
    made = await parts.ask("get_reproduction_script", url_filter="localhost:5173")
    assert "no draft" in made["script"] and "no receipt" not in made["script"]
    assert not any("also captured" in warning for warning in made["warnings"])


async def test_what_a_tab_did_before_it_came_to_the_site_is_left_out(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("actions", click(1, BLOG, 1, "publish"), click(2, SHOP, 1, "buy"), click(3, SHOP, 1, "pay"))
    script = (await parts.ask("get_reproduction_script"))["script"]
    assert "'buy'" in script and "'pay'" in script and "'publish'" not in script


async def test_a_visit_to_another_site_on_the_way_stays(tmp_path: Path) -> None:
    """Such as signing in elsewhere."""
    parts = Parts(tmp_path)
    parts.send("actions", click(1, SHOP, 1, "buy"), click(2, BLOG, 1, "sign-in"), click(3, SHOP, 1, "pay"))
    script = (await parts.ask("get_reproduction_script"))["script"]
    assert "'sign-in'" in script


async def test_a_generated_test_expects_the_requests_of_its_site_only(parts: Parts) -> None:
    made = await parts.ask("generate_test")
    assert "/api/drafts" not in made["test_script"]
    assert "/api/orders" in made["test_script"]


async def test_a_verification_counts_the_errors_of_its_site_only(parts: Parts) -> None:
    reply = await parts.call("verify_fix", action="start")
    assert "no receipt" in reply.texts[0] and "no draft" not in reply.texts[0]
    assert "Only localhost:3000 is included" in reply.texts[1]


async def test_an_error_of_another_site_is_not_a_regression(parts: Parts) -> None:
    name = (await parts.ask("verify_fix", action="start"))["session_id"]
    await parts.ask("verify_fix", action="watch", session_id=name)
    parts.send("actions", click(10, SHOP, 1, "buy"))
    parts.send("logs", error(11, BLOG, 2, "something else"))
    result = (await parts.ask("verify_fix", action="compare", session_id=name))["result"]
    assert result["new_issues"] == []


async def test_the_timeline_counts_the_sites(parts: Parts) -> None:
    first = (await parts.read("observe", what="timeline")).partition("\n")[0]
    assert "sites: localhost:5173 (2), localhost:3000 (2); url_filter=localhost:5173 shows one" in first


async def test_a_socket_that_failed_in_another_tab_is_not_a_known_failure(parts: Parts) -> None:
    for tab, name in ((1, "orders-feed"), (2, "drafts-feed")):
        address = f"ws://localhost:9000/{name}"
        parts.send("websocket_events", at(2.6, id=name, event="error", url=address, tabId=tab))
    script = (await parts.ask("generate_test"))["test_script"]
    assert "orders-feed" in script and "drafts-feed" not in script


LISTS: list[tuple[str, dict[str, Any]]] = [
    *(("observe", {"what": what}) for what in ("errors", "logs", "network", "network_bodies", "actions", "timeline")),
    *(("observe", {"what": what}) for what in ("websocket_events", "websocket_status")),
    *(("analyze", {"what": "api", "action": action}) for action in ("analyze", "report")),
    ("analyze", {"what": "security"}),
]


@pytest.mark.parametrize(("tool", "arguments"), LISTS)
async def test_the_first_line_of_every_list_counts_the_sites(
    tool: str, arguments: dict[str, Any], parts: Parts
) -> None:
    for site, number in ((SHOP, 2), (BLOG, 1)):
        for each in range(number):
            answer = {"method": "GET", "status": 200, "responseBody": '{"id":1}', "contentType": "application/json"}
            parts.send("network_bodies", at(4, url=f"{site}/api/{each}", pageUrl=f"{site}/", **answer))
            socket = {"id": f"{site}{each}", "url": f"{site.replace('http', 'ws')}/feed"}
            parts.send("websocket_events", at(4, **socket, event="message", direction="incoming", data='{"n":1}'))
            parts.send("websocket_status", {**socket, "state": "open"})
            parts.send("actions", click(5, site, 1, "again"))
            parts.send("logs", error(5, site, 1, f"broken {each}"))
            parts.send("network", at(5, url=f"{site}/api/{each}", method="GET", status=200, pageUrl=f"{site}/"))
    first = (await parts.read(tool, **arguments)).partition("\n")[0]
    counted = re.search(r"(?:sites|hosts): (.+?); url_filter=localhost:\d+ shows one", first)
    assert counted, first
    assert set(re.findall(r"(\S+) \(\d+\)", counted[1])) == {"localhost:3000", "localhost:5173"}
    first = (await parts.read(tool, **arguments, url_filter="localhost:5173")).partition("\n")[0]
    assert "localhost:3000" not in first
