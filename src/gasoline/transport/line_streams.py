"""JSON-RPC lines on an asyncio connection as the message streams that the MCP SDK serves."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


@asynccontextmanager
async def line_streams(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Reads and writes lines until one side closes."""
    to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_read_lines, reader, to_server)
        tasks.start_soon(_write_lines, from_server, writer)
        yield incoming, outgoing
        tasks.cancel_scope.cancel()


async def _read_lines(
    reader: asyncio.StreamReader, to_server: MemoryObjectSendStream[SessionMessage | Exception]
) -> None:
    async with to_server:
        while line := await _next_line(reader):
            try:
                message: SessionMessage | Exception = SessionMessage(
                    types.jsonrpc_message_adapter.validate_json(line, by_name=False)
                )
            except ValidationError as error:
                message = error
            try:
                await to_server.send(message)
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                return


async def _next_line(reader: asyncio.StreamReader) -> bytes:
    """The next line, empty at the end; a line over the limit or a broken connection ends it too."""
    try:
        return await reader.readline()
    except (ValueError, ConnectionError):
        return b""


async def _write_lines(from_server: MemoryObjectReceiveStream[SessionMessage], writer: asyncio.StreamWriter) -> None:
    async with from_server:
        async for message in from_server:
            line = message.message.model_dump_json(by_alias=True, exclude_unset=True)
            writer.write(line.encode() + b"\n")
            try:
                await writer.drain()
            except ConnectionError:
                return
