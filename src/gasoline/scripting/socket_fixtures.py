"""Recorded WebSocket messages for the mocked test: what came at the beginning, and after each message of the page."""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from gasoline.kernel.secrets.redaction import redact, redact_json
from gasoline.kernel.urls import raw_path
from gasoline.model.events import WebSocketEvent
from gasoline.model.units import KIB
from gasoline.scripting.encode import js_comment, js_literal, js_value
from gasoline.scripting.fixtures import FixtureFile, without_secrets

MAX_TURNS = 20  # messages of the page that one socket answers
MAX_TURN_MESSAGES = 20  # SCR-24: messages in one answer
SOCKETS_BYTES = 20 * KIB  # SCR-24: in a fixture file
BINARY = "[Binary: "

Turns = list[list[str]]
"""The messages before the page sent anything, then those after each message that it sent."""


def with_sockets(files: FixtureFile, events: Iterable[WebSocketEvent]) -> FixtureFile:
    """The fixture file with the messages of each address, from events oldest first; a later connection counts."""
    by_connection: dict[str, list[WebSocketEvent]] = {}
    for event in events:
        by_connection.setdefault(event.id, []).append(event)
    found: dict[str, Turns] = {}
    for conversation in by_connection.values():
        turns, path = _turns(conversation), raw_path(conversation[0].url)
        if any(turns) and redact(path) == path:
            found[path] = turns
    room, entries = SOCKETS_BYTES, []
    for path, turns in found.items():
        entry = f"  {js_literal(path)}: {js_value(turns, '  ')},"
        if len(entry.encode()) <= room:
            room -= len(entry.encode())
            entries.append((path, entry))
    if not entries:
        return files
    note = js_comment("WebSocket messages by path: those at the beginning, then those after each message of the page.")
    lines = [note, "export const sockets = {", *(entry for _, entry in entries), "};", ""]
    return replace(files, text=files.text + "\n" + "\n".join(lines), sockets=tuple(path for path, _ in entries))


def _turns(conversation: list[WebSocketEvent]) -> Turns:
    turns: Turns = [[]]
    for event in conversation:
        if event.event != "message":
            continue
        if event.direction == "outgoing":
            if len(turns) > MAX_TURNS:
                break
            turns.append([])
        elif _is_complete(event) and len(turns[-1]) < MAX_TURN_MESSAGES:
            turns[-1].append(_safe(event.data or ""))
    return turns


def _is_complete(event: WebSocketEvent) -> bool:
    return isinstance(event.data, str) and event.truncated is not True and not event.data.startswith(BINARY)


def _safe(text: str) -> str:
    """The message without secrets; unchanged if it has none."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return str(without_secrets(_masked(text)))
    safe = without_secrets(_masked(value))
    return text if safe == value else msgspec.json.encode(safe).decode()


def _masked(value: Any) -> Any:
    return msgspec.json.decode(redact_json(msgspec.json.encode(value).decode()))
