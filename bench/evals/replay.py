"""Asks a recorded session as a client would ask the server at the end of it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from parts import Parts

from evals.bugs import Bug
from gasoline.model.wire import (
    AskMessage,
    FlushedMessage,
    FlushMessage,
    HelloMessage,
    QueryResult,
    ServerMessage,
)

SESSIONS = Path(__file__).parent / "sessions"


class Session:
    """A server that received what was recorded, with a browser that gives the recorded answers."""

    def __init__(self, name: str, folder: Path) -> None:
        self._parts = Parts(folder)
        self._answers: list[dict[str, Any]] = []
        store = self._parts.store
        self._channel = store.queries.open_channel(self._reply)
        store.extension.channel_opened()
        store.extension.watches(1)
        for entry in _entries(name):
            if "stream" in entry:
                self._parts.intakes[entry["stream"]].accept(msgspec.json.encode(entry["body"]))
            elif "hello" in entry:
                store.record_hello(msgspec.convert(entry["hello"], HelloMessage), self._channel)
            else:
                self._answers.append(entry)

    async def ask(self, tool: str, arguments: dict[str, Any], output: str) -> str:
        reply = await self._parts.call(tool, **{**arguments, "output": output})
        assert not reply.is_error, reply.texts
        return "\n".join(reply.texts)

    def _reply(self, message: ServerMessage) -> None:
        queries = self._parts.store.queries
        if isinstance(message, FlushMessage):
            queries.flushed(self._channel, FlushedMessage(message.id, []))
        elif isinstance(message, AskMessage):
            query = message.query
            [result] = [
                answer["result"]
                for answer in self._answers
                if answer["query"] == query.type and answer["params"] == query.params
            ]
            queries.answer(QueryResult(id=query.id, result=msgspec.Raw(msgspec.json.encode(result))))


def _entries(name: str) -> Iterator[dict[str, Any]]:
    for line in (SESSIONS / f"{name}.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)


async def answers_to(bug: Bug, folder: Path, output: str) -> list[str]:
    """What a client reads, call by call."""
    session = Session(bug.name, folder)
    return [await session.ask(tool, arguments, output) for tool, arguments in bug.calls]
