"""An extension that answers questions of the server, without a browser."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from parts import Parts

from gasoline.model.wire import AskMessage, FlushedMessage, FlushMessage, HelloMessage, QueryResult, ServerMessage


class FakeBrowser:
    """An extension on a command channel that answers every question alike, and has nothing to send before an answer."""

    def __init__(self, parts: Parts, answer: Callable[[dict[str, Any]], QueryResult], *, pilot: bool = True) -> None:
        self.asked: list[dict[str, Any]] = []
        self.flushes: list[FlushMessage] = []
        self.silent = False
        self._parts = parts
        self._answer = answer
        self.channel = parts.store.queries.open_channel(self._take)
        parts.store.extension.channel_opened()
        parts.store.extension.record_hello(HelloMessage("1", pilot), self.channel)

    def _take(self, message: ServerMessage) -> None:
        if isinstance(message, FlushMessage):
            self.flushes.append(message)
            if not self.silent:
                flushed = FlushedMessage(message.id, [])
                asyncio.get_running_loop().call_soon(self._parts.store.queries.flushed, self.channel, flushed)
        elif isinstance(message, AskMessage):
            query = msgspec.to_builtins(message.query)
            self.asked.append(query)
            if not self.silent:
                asyncio.get_running_loop().call_soon(self._parts.store.queries.answer, self._answer(query))


def returning(data: Any) -> Callable[[dict[str, Any]], QueryResult]:
    return lambda query: QueryResult(id=query["id"], result=msgspec.Raw(msgspec.json.encode(data)))
