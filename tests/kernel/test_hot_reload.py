"""Connections over which a development server reloads modules, distinguished from those of the application."""

import pytest

from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.model.events import WebSocketEvent

VITE = "ws://localhost:5173/?token=kX2_aB-9zQ1w"
VITE_GREETING = '{"type":"connected"}'
WEBPACK = "ws://localhost:8080/ws"


def opened(name: str, url: str) -> WebSocketEvent:
    return WebSocketEvent(id=name, url=url, event="open")


def received(name: str, url: str, *messages: str) -> list[WebSocketEvent]:
    fields = {"id": name, "url": url, "event": "message", "direction": "incoming"}
    return [WebSocketEvent(**fields, data=data) for data in messages]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("url", "messages"),
    [
        (VITE, [VITE_GREETING, '{"type":"update","updates":[]}']),
        ("ws://localhost:5173/base/?token=kX2_aB-9zQ1w", [VITE_GREETING]),
        ("ws://localhost:5173/_nuxt/hmr?token=kX2_aB-9zQ1w", [VITE_GREETING, '{"type":"custom","event":"x"}']),
        (WEBPACK, ['{"type":"hot"}']),
        ("ws://localhost:4200/ng-cli-ws", []),
        ("ws://localhost:3000/_next/webpack-hmr", []),
    ],
)
def test_a_development_server_is_recognized(url: str, messages: list[str]) -> None:
    assert hot_reload_connections([opened("a", url), *received("a", url, *messages)]) == {"a"}


@pytest.mark.parametrize(
    ("url", "messages"),
    [
        ("ws://localhost:5173/feed?token=kX2", [VITE_GREETING, '{"type":"price","value":3}']),
        ("ws://localhost:5173/feed?token=kX2", ['{"type":"update"}']),
        ("ws://localhost:5173/feed", [VITE_GREETING]),
        (WEBPACK, ['{"type":"price"}']),
        ("ws://localhost:4200/ng-cli-wsx", []),
    ],
)
def test_a_socket_of_the_application_is_not(url: str, messages: list[str]) -> None:
    assert hot_reload_connections([opened("a", url), *received("a", url, *messages)]) == set()


@pytest.mark.parametrize(("url", "message"), [(VITE, VITE_GREETING), (WEBPACK, '{"type":"hash","data":"1f0"}')])
def test_attempts_to_reconnect_while_the_server_is_down_belong_to_it(url: str, message: str) -> None:
    attempts = [WebSocketEvent(id=name, url=url, event="error") for name in ("b", "c")]
    elsewhere = WebSocketEvent(id="d", url="ws://localhost:9000/ws", event="error")
    own = received("e", url, '{"price":1}')
    assert hot_reload_connections([*received("a", url, message), *attempts, elsewhere, *own]) == {"a", "b", "c"}
