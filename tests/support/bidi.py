"""A small client of WebDriver BiDi, which Firefox speaks by itself: it needs no driver program beside the browser."""

import json
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import connect

ANSWER_WAIT_S = 60.0  # bounds a failure, not a success


class BidiError(Exception):
    """The browser refused a command."""


class Bidi:
    """One session; commands are answered in turn, and events are not subscribed to."""

    def __init__(self, port: int) -> None:
        self._open = ExitStack()
        # No pings: their thread draws from the global `random`, which Hypothesis forbids to all tests of the process.
        self._connection = self._open.enter_context(
            connect(f"ws://127.0.0.1:{port}/session", max_size=None, proxy=None, ping_interval=None)
        )
        self._commands = 0
        self.ask("session.new", capabilities={})

    def ask(self, method: str, **params: Any) -> Any:
        self._commands += 1
        self._connection.send(json.dumps({"id": self._commands, "method": method, "params": params}))
        while True:
            answer = json.loads(self._connection.recv(ANSWER_WAIT_S))
            if answer.get("id") != self._commands:
                continue
            if answer["type"] == "error":
                raise BidiError(f"{method}: {answer['error']}: {answer['message']}")
            return answer["result"]

    def close(self) -> None:
        self._open.close()


def plain(value: Any) -> Any:
    """A value as BiDi describes it, as the JSON that it would be."""
    kind = value["type"]
    if kind in ("undefined", "null"):
        return None
    if kind == "array":
        return [plain(item) for item in value.get("value", [])]
    if kind == "object":
        return {key: plain(item) for key, item in value.get("value", [])}
    return value["value"] if kind in ("string", "number", "boolean") else f"<{kind}>"
