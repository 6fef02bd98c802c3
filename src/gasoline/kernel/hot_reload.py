"""Recognizes the WebSocket of a development server that reloads modules: noise when debugging a page."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from gasoline.model.events import WebSocketEvent

_OWN_PATH = re.compile(
    r"/(?:_next/(?:webpack-)?hmr|__?webpack[-_]hmr|webpack-hmr|sockjs-node|ng-cli-ws|__vite_hmr)(?:/|$)"
)
_VITE_GREETING = '{"type":"connected"}'
_VITE_MESSAGE = re.compile(r'\{"type":"(?:connected|ping|update|full-reload|prune|error|custom)"')
_VITE_TOKEN = re.compile(r"(?:^|&)token=")
_WEBPACK_PATH = "/ws"
_WEBPACK_MESSAGE = re.compile(r'\{"type":"(?:hot|liveReload|reconnect|overlay|hash|ok|still-ok|invalid|progress)"')


def hot_reload_connections(events: Iterable[WebSocketEvent]) -> set[str]:
    """The ids of the connections over which a development server reloads modules.

    A connection to the same address that carries nothing is an attempt to reconnect while that server is down.
    """
    texts: dict[tuple[str, str], list[str]] = {}
    for event in events:
        said = texts.setdefault((event.id, event.url), [])
        if isinstance(event.data, str):
            said.append(event.data)
    recognized = {connection for connection, said in texts.items() if _is_hot_reload(connection[1], said)}
    addresses = {url for _, url in recognized}
    attempts = {(name, url) for (name, url), said in texts.items() if not said and url in addresses}
    return {name for name, _ in recognized | attempts}


def _is_hot_reload(url: str, messages: list[str]) -> bool:
    """Recognizes an address that only development servers use, or an address together with its messages."""
    try:
        address = urlsplit(url)
    except ValueError:
        return False
    if _OWN_PATH.search(address.path):
        return True
    if _VITE_TOKEN.search(address.query):
        return _VITE_GREETING in messages and all(map(_VITE_MESSAGE.match, messages))
    return address.path == _WEBPACK_PATH and any(_WEBPACK_MESSAGE.match(message) for message in messages)
