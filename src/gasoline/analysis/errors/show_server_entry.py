"""An entry of a server's log, as answers show it."""

from typing import Any

from msgspec import UNSET

from gasoline.model.server_logs import ServerException, ServerLogEntry, ServerRequest


def show_server_entry(entry: ServerLogEntry) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "ts": entry.ts,
        "name": entry.name,
        "stream": entry.stream,
        "level": entry.level,
        "text": entry.text,
    }
    if entry.exception is not UNSET:
        fields["exception"] = _exception(entry.exception)
    if entry.request is not UNSET:
        fields["request"] = _request(entry.request)
    return fields


def _exception(known: ServerException) -> dict[str, Any]:
    place = {"file": known.file, "line": known.line, "function": known.function} if known.file else {}
    return {"type": known.type, "message": known.message, **place}


def _request(known: ServerRequest) -> dict[str, Any]:
    fields = {"method": known.method, "path": known.path, "status": known.status}
    return {name: value for name, value in fields.items() if value}
