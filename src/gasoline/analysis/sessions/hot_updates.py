"""Hot updates that development servers applied to a page, found in the captured traffic.

Vite and webpack load the new modules as scripts, so the requests show them. Turbopack sends them over its WebSocket.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from gasoline.model.events import RequestTiming, WebSocketEvent, parse_time

MAX_HOT_UPDATE_FILES = 10  # files that one hot update in the timeline names

Bundler = Literal["vite", "webpack", "turbopack"]

_ADDRESS = re.compile(r"(?P<origin>https?://[^/?#]+)(?P<path>[^?#]*)\??(?P<query>[^#]*)")
# Vite addresses a module that changed by the time of the change, in milliseconds.
_VITE_TIME = re.compile(r"(?:^|&)t=(?P<ms>\d{13})(?:&|$)")
_VITE_CLIENT = "/@vite/client"
_WEBPACK_UPDATE = re.compile(r"\.(?P<hash>[0-9a-f]+)\.hot-update\.m?js$")
_TURBOPACK_UPDATE = re.compile(r'\{"type":"turbopack-message",.*?"type":"partial"', re.DOTALL)
_TURBOPACK_MODULE = re.compile(r'"\[project\](?P<path>/[^" ]+) \[[\w-]+\]')
# What loads a script or module. Data that a page asks for is not an update, whatever its address.
_SCRIPT_INITIATORS = frozenset({"script", "link", "other"})


@dataclass(slots=True)
class HotUpdate:
    """One update of one page, however many files it consists of."""

    ts: str
    bundler: Bundler
    page_url: str = ""
    """Empty if the update came over a WebSocket, whose events do not name the page."""
    files: list[str] = field(default_factory=list)
    tab_id: int | None = None


@dataclass(frozen=True, slots=True)
class _Script:
    request: RequestTiming
    origin: str
    path: str
    query: str


def find_hot_updates(requests: Iterable[RequestTiming], messages: Iterable[WebSocketEvent]) -> list[HotUpdate]:
    """Finds hot updates, oldest first, in events that are sorted the same way."""
    scripts = [script for request in requests if (script := _script(request))]
    sent = [_sent_update(message) for message in messages if _is_turbopack_update(message)]
    return sorted([*_loaded_updates(scripts), *sent], key=lambda update: parse_time(update.ts))


def _script(request: RequestTiming) -> _Script | None:
    parts = _ADDRESS.match(request.url)
    if not parts or not request.ts or request.initiator not in _SCRIPT_INITIATORS:
        return None
    return _Script(request, parts["origin"], parts["path"], parts["query"])


def _loaded_updates(scripts: list[_Script]) -> list[HotUpdate]:
    vite_origins = {script.origin for script in scripts if script.path.endswith(_VITE_CLIENT)}
    updates: dict[tuple[object, ...], HotUpdate] = {}
    for script in scripts:
        bundler: Bundler = "vite" if script.origin in vite_origins else "webpack"
        version = _vite_version(script) if bundler == "vite" else _webpack_version(script)
        if version:
            request = script.request
            key = (request.tab_id, script.origin, version)
            update = updates.setdefault(
                key, HotUpdate(request.ts, bundler, request.page_url or "", tab_id=request.tab_id or None)
            )
            _add_file(update, script.path)
    return list(updates.values())


def _webpack_version(script: _Script) -> str:
    update = _WEBPACK_UPDATE.search(script.path)
    return update["hash"] if update else ""


def _vite_version(script: _Script) -> str:
    """A document that is loaded after an update gets the same address, with a time before its own start."""
    time = _VITE_TIME.search(script.query)
    return time["ms"] if time and int(time["ms"]) > _document_start_ms(script.request) else ""


def _document_start_ms(request: RequestTiming) -> float:
    return parse_time(request.ts).timestamp() * 1000 - (request.start or 0.0)


def _is_turbopack_update(message: WebSocketEvent) -> bool:
    return bool(
        message.ts
        and message.direction == "incoming"
        and "/_next/" in message.url
        and _TURBOPACK_UPDATE.match(message.data or "")
    )


def _sent_update(message: WebSocketEvent) -> HotUpdate:
    update = HotUpdate(message.ts, "turbopack", tab_id=message.tab_id or None)
    for module in _TURBOPACK_MODULE.finditer(message.data or ""):
        _add_file(update, module["path"])
    return update


def _add_file(update: HotUpdate, path: str) -> None:
    if path not in update.files and len(update.files) < MAX_HOT_UPDATE_FILES:
        update.files.append(path)
