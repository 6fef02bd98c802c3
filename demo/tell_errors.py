"""Prints errors as the assistant gets them: what happened, where, in which component, after which actions."""

from collections.abc import Iterator
from typing import Any

import narrate

MARK = "▶"
LONGEST_LIST = 3


def tell_errors(errors: list[dict[str, Any]], keys: tuple[str, ...], note: str = "") -> None:
    """Each error: its own fields by `keys`, then its context."""
    for number, error in enumerate(errors[:LONGEST_LIST]):
        if number:
            narrate.line("")
        around = _around(error)
        # If the source is known, the bundle's stack adds nothing.
        own = {key: error[key] for key in keys if key in error and not (key == "stack" and "source" in around)}
        for text in narrate.block({**own, **around}):
            narrate.line(text)
    narrate.rest(len(errors) - LONGEST_LIST, note)


def _around(error: dict[str, Any]) -> dict[str, str]:
    context = error.get("_aiContext", {})
    known = {
        "summary": narrate.wrapped(context.get("summary", "")),
        "source": "\n".join(_source(context)),
        "components": " > ".join(part["name"] for part in context.get("componentAncestry", {}).get("components", [])),
        "state": "\n".join(f"{path} = {value!r}" for path, value in _state(context).items()),
        "request": _request(error),
        "server": _server(error),
        "actions": "\n".join(_actions(error)),
        "happened": f"{error['count']} times" if error.get("count", 1) > 1 else "",
    }
    return {name: text for name, text in known.items() if text}


def _source(context: dict[str, Any]) -> Iterator[str]:
    """The source lines of the topmost frame, with the failing line marked."""
    for snippet in context.get("sourceSnippets", [])[:1]:
        yield f"{snippet['file']}:{snippet['line']}"
        for line in snippet["snippet"]:
            yield f"{MARK if line.get('isError') else ' '} {line['line']:>4}  {line['text']}"


def _state(context: dict[str, Any]) -> dict[str, Any]:
    relevant: dict[str, Any] = context.get("stateSnapshot", {}).get("relevantSlice", {})
    return relevant


def _request(error: dict[str, Any]) -> str:
    request = error.get("_failedRequest")
    if request is None:
        return ""
    return f"{request['method']} {request['url']} → {request['status']}\n{request.get('response', '')}".strip()


def _server(error: dict[str, Any]) -> str:
    """The stack trace that the server printed meanwhile: its exception and the innermost line."""
    for entry in error.get("_serverLog", {}).get("entries", []):
        if failed := entry.get("exception"):
            place = f"{failed['file']}:{failed['line']} in {failed['function']}" if failed.get("file") else ""
            return f"{failed['type']}: {failed['message']}\n{place}".strip()
    return ""


def _actions(error: dict[str, Any]) -> Iterator[str]:
    """Oldest first."""
    for action in reversed(error.get("_actions", [])):
        words = [action.get("target", ""), action.get("text", ""), action.get("value", "")]
        yield " ".join([action["type"], *(word for word in words if word)])
