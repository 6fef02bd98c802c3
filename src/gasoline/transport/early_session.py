"""Answers a client's first requests on the local socket while the MCP SDK is being imported.

The handshake and the list of tools come from the generated file that the forwarder uses too; calls go to the
dispatcher. Everything else is held for the SDK, to which the handshake is repeated.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from gasoline.kernel.background_tasks import start_task
from gasoline.launch.first_answers import FirstAnswers
from gasoline.launch.forwarder.json_rpc import BadLine, Message, RequestId, parse_line, request_id
from gasoline.model.tool_error import ToolError
from gasoline.protocol.clients import CLIENT_NAME_CHARS
from gasoline.protocol.progress_notifications import Send, send_progress
from gasoline.toolkit.context import Client
from gasoline.tools.dispatch import Dispatcher
from gasoline.tools.registry import Face, UnknownTool

if TYPE_CHECKING:
    from gasoline.transport.mcp_service import McpService

MAX_HELD_LINES = 100  # then the client waits until the SDK is there
NEEDS_CONNECTION = "configure_streaming"  # opens notifications on the SDK's connection


@dataclass
class Replay:
    """What the SDK receives once it is loaded: the handshake, which is already answered, and the held lines."""

    handshake: list[bytes] = field(default_factory=list)
    answered: RequestId | None = None
    held: list[bytes] = field(default_factory=list)


class FirstCall(msgspec.Struct, forbid_unknown_fields=True):
    """The parameters of `tools/call`; whatever else a client sends is for the SDK."""

    name: str
    arguments: dict[str, Any] = {}
    meta: dict[str, Any] = msgspec.field(name="_meta", default_factory=dict)


class EarlySession:
    def __init__(self, client: Client, face: Face, dispatcher: Dispatcher, writer: asyncio.StreamWriter) -> None:
        self.replay = Replay()
        self._client = client
        self._first = FirstAnswers(face)
        self._dispatcher = dispatcher
        self._writer = writer
        self._calls: dict[RequestId, asyncio.Task[None]] = {}

    async def serve_until(self, loading: "asyncio.Future[McpService]", reader: asyncio.StreamReader) -> "McpService":
        """Answers what it can until the SDK is there."""
        while not loading.done() and len(self.replay.held) < MAX_HELD_LINES:
            reading = start_task("first lines", _next_line(reader))
            both: set[asyncio.Future[Any]] = {reading, loading}
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                if not reading.done():
                    reading.cancel()  # what was read of a line stays in the reader
            if not reading.done():
                break
            if not (line := reading.result()):
                break
            await self._take(line)
        return await asyncio.shield(loading)

    def close(self) -> None:
        for call in self._calls.values():
            call.cancel()

    async def _take(self, line: bytes) -> None:
        message = _single(line)
        if message is None:
            self.replay.held.append(line)
        elif answer := self._first.answer(message):
            self._note_handshake(message, line)
            await self._send(answer)
        elif self._first.swallows(message):
            self.replay.handshake.append(line)
        elif not self._has_cancelled(message) and not self._has_started(message):
            self.replay.held.append(line)

    def _note_handshake(self, message: Message, line: bytes) -> None:
        if message.get("method") == "initialize":
            params: Any = message["params"]
            self._client.name = params["clientInfo"]["name"][:CLIENT_NAME_CHARS]
            self._client.notified_by = "notifications"
            self.replay.handshake, self.replay.answered = [line], request_id(message)

    def _has_started(self, message: Message) -> bool:
        """Whether the message is a call that needs no SDK, which is then under way."""
        about, params = request_id(message), message.get("params")
        if about is None or message.get("method") != "tools/call" or not self.replay.handshake:
            return False
        try:
            call = msgspec.convert(params, FirstCall)
        except msgspec.ValidationError:
            return False
        if not self._is_plain(call.name, call.arguments):
            return False
        self._calls[about] = start_task("first call", self._call(about, call))
        return True

    def _is_plain(self, tool: str, arguments: dict[str, Any]) -> bool:
        try:
            return self._dispatcher.registry.find(tool, arguments).capability.tool != NEEDS_CONNECTION
        except UnknownTool:
            return False
        except ToolError:  # the dispatcher says what is wrong
            return True

    async def _call(self, about: RequestId, call: "FirstCall") -> None:
        try:
            async with send_progress(self._progress(call.meta.get("progressToken"))) as progress:
                reply = await self._dispatcher.call(call.name, call.arguments, self._client, progress)
            result = {"content": reply.content(), "isError": reply.is_error}
            await self._send(_line(id=about, result=result))
        finally:
            del self._calls[about]

    def _progress(self, token: object) -> Send | None:
        async def send(done: int, total: int, text: str) -> None:
            params = {"progressToken": token, "progress": done, "total": total, "message": text}
            await self._send(_line(method="notifications/progress", params=params))

        return None if token is None else send

    def _has_cancelled(self, message: Message) -> bool:
        params = message.get("params")
        about = params.get("requestId") if isinstance(params, dict) else None
        if message.get("method") != "notifications/cancelled" or not isinstance(about, (str, int)):
            return False
        call = self._calls.get(about)
        return call is not None and call.cancel()

    async def _send(self, line: bytes) -> None:
        with suppress(ConnectionError):  # the client has disconnected
            self._writer.write(line)
            await self._writer.drain()


def _line(**message: Any) -> bytes:
    return msgspec.json.encode({"jsonrpc": "2.0", **message}) + b"\n"


def _single(line: bytes) -> Message | None:
    try:
        messages = parse_line(line)
    except BadLine:
        return None
    return messages[0] if len(messages) == 1 else None


async def _next_line(reader: asyncio.StreamReader) -> bytes:
    """The next line; empty at the end, and after a line over the limit."""
    try:
        return await reader.readline()
    except (ValueError, ConnectionError):
        return b""
