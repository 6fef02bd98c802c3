"""Which performance reports say that their page comes from a development server."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

HOT_RELOAD = {"event": "open", "id": "hmr", "url": "ws://localhost:3000/_next/webpack-hmr", "tabId": 3}
DEVELOPMENT = "development server"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def visit(parts: Parts, url: str, **more: Any) -> None:
    received = parts.send("performance", {"url": url, "timing": {"load": 1000}, **more})
    assert received.received == 1, received


async def test_only_the_site_of_a_development_server_is_called_one(parts: Parts) -> None:
    parts.send("websocket_events", HOT_RELOAD)
    visit(parts, "/dev", pageUrl="http://localhost:3000/dev", tabId=3)
    visit(parts, "/shop", pageUrl="http://localhost:5000/shop", tabId=4)
    assert DEVELOPMENT in await parts.read("analyze", what="performance", url="/dev")
    assert DEVELOPMENT not in await parts.read("analyze", what="performance", url="/shop")


async def test_a_site_that_was_opened_in_the_tab_of_another_is_not_called_a_development_server(parts: Parts) -> None:
    parts.send("websocket_events", HOT_RELOAD)
    visit(parts, "/dev", pageUrl="http://localhost:3000/dev", tabId=3)
    visit(parts, "/shop", pageUrl="http://localhost:4173/shop", tabId=3)
    assert DEVELOPMENT not in await parts.read("analyze", what="performance", url="/shop")


async def test_a_development_server_may_reload_modules_on_a_port_of_its_own(parts: Parts) -> None:
    parts.send("websocket_events", HOT_RELOAD)
    visit(parts, "/shop", pageUrl="http://localhost:8000/shop", tabId=3)
    assert DEVELOPMENT in await parts.read("analyze", what="performance")


async def test_a_snapshot_of_unknown_tab_and_site_is_not_called_that_of_a_development_server(parts: Parts) -> None:
    parts.send("websocket_events", {name: value for name, value in HOT_RELOAD.items() if name != "tabId"})
    visit(parts, "/shop")
    assert DEVELOPMENT not in await parts.read("analyze", what="performance")
