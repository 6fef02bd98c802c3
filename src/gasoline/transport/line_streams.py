"""Adapts JSON-RPC lines on an asyncio connection to the message streams of the MCP SDK."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import mcp_types as types
import msgspec
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from gasoline.transport.early_session import Replay

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


@asynccontextmanager
async def line_streams(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, replay: Replay
) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Reads and writes lines until one side closes. What the client said before comes first."""
    first = _FirstLines(replay)
    to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_read_lines, reader, writer, to_server, first)
        tasks.start_soon(_write_lines, from_server, writer, first)
        yield incoming, outgoing
        tasks.cancel_scope.cancel()


async def _read_lines(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    to_server: MemoryObjectSendStream[SessionMessage | Exception],
    first: "_FirstLines",
) -> None:
    async with to_server:
        while line := await first.next() or await _next_line(reader):
            try:
                message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
            except ValidationError:
                writer.write(_refusal(line))
                continue
            try:
                await to_server.send(SessionMessage(message))
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                return


def _refusal(line: bytes) -> bytes:
    """Answers every id in the line with an error: the SDK drops invalid messages, and the sender would wait forever."""
    try:
        said = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        said = None
    messages = said if isinstance(said, list) else [said]
    found = [message.get("id") for message in messages if isinstance(message, dict)]
    ids: list[str | int | None] = [about for about in found if isinstance(about, (str, int))]
    error = {
        "code": types.INVALID_REQUEST,
        "message": "Not a JSON-RPC 2.0 message. Send one per line, without batches.",
    }
    answers = [{"jsonrpc": "2.0", "id": about, "error": error} for about in ids or [None]]
    return b"".join(msgspec.json.encode(answer) + b"\n" for answer in answers)


async def _next_line(reader: asyncio.StreamReader) -> bytes:
    """The next line; empty at the end, after a line over the limit, or if the connection breaks."""
    try:
        return await reader.readline()
    except (ValueError, ConnectionError):
        return b""


class _FirstLines:
    """Repeats the handshake, whose answer the client already has: it is dropped. Then come the held lines."""

    def __init__(self, replay: Replay) -> None:
        self._lines = deque([*replay.handshake, *replay.held])
        self._answered = replay.answered
        self._is_confirmed = asyncio.Event()
        self._has_begun = False

    async def next(self) -> bytes:
        """The next of them; nothing when all were read."""
        if self._has_begun and self._answered is not None:
            await self._is_confirmed.wait()  # only after its answer may a handshake continue
        self._has_begun = True
        return self._lines.popleft() if self._lines else b""

    def drops(self, message: types.JSONRPCMessage) -> bool:
        if self._answered is None or getattr(message, "id", None) != self._answered:
            return False
        self._answered = None
        self._is_confirmed.set()
        return True


async def _write_lines(
    from_server: MemoryObjectReceiveStream[SessionMessage], writer: asyncio.StreamWriter, first: _FirstLines
) -> None:
    async with from_server:
        async for message in from_server:
            if first.drops(message.message):
                continue
            line = message.message.model_dump_json(by_alias=True, exclude_unset=True)
            writer.write(line.encode() + b"\n")
            try:
                await writer.drain()
            except ConnectionError:
                return
