"""A client that goes takes with it everything that was there to tell it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from parts import Parts

from gasoline.protocol.client_notifiers import ClientNotifiers
from gasoline.protocol.listen import ListenStreams
from gasoline.protocol.mcp_parts import McpParts
from gasoline.protocol.mcp_server import build_mcp_server
from gasoline.toolkit.context import Client
from gasoline.tools.dispatch import new_client

LISTEN = {
    "notifications": {"resourceSubscriptions": ["gasoline://events"]},
    "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    },
}
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}


@dataclass
class Line:
    """One client's connection, in memory."""

    to_server: MemoryObjectSendStream[SessionMessage | Exception]
    from_server: MemoryObjectReceiveStream[SessionMessage]

    async def say(self, method: str, about: int | None = None, **params: Any) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": about} if about else {})
        await self.to_server.send(SessionMessage(types.jsonrpc_message_adapter.validate_python(message)))

    async def hear(self) -> dict[str, Any]:
        with anyio.fail_after(10):
            heard = await self.from_server.receive()
        return dict(json.loads(heard.message.model_dump_json(by_alias=True, exclude_unset=True)))


class Server:
    """The MCP side of a daemon, with time that stands still."""

    def __init__(self, folder: Path) -> None:
        self.parts = Parts(folder)
        self.exits = ClientNotifiers(self.parts.store.notices, self.parts.dispatcher.json, self.parts.clock)
        self.streams = ListenStreams(self.exits)
        self.mcp = McpParts(self.parts.dispatcher, self.parts.store.notices, self.exits, "1")

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Line]:
        client = new_client("t", self.parts.store)

        def client_of(_: Any) -> Client:
            return client

        server = build_mcp_server(self.mcp, self.streams, "composite", client_of)
        to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](0)
        serving = asyncio.create_task(server.run(incoming, outgoing, server.create_initialization_options()))
        yield Line(to_server, from_server)
        to_server.close()
        from_server.close()
        await asyncio.wait_for(serving, 10)

    def fail(self, path: str) -> None:
        self.parts.send("network_bodies", {"method": "GET", "url": f"http://a{path}", "status": 500})

    @property
    def leftovers(self) -> tuple[int, int, int, int]:
        return len(self.exits), len(self.streams), self.parts.store.notices.listeners, len(self.parts.clock.timers)


async def stream_and_subscribe(line: Line) -> None:
    await line.say("initialize", 1, **HELLO)
    await line.hear()
    await line.say("notifications/initialized")
    await line.say("tools/call", 2, name="configure_streaming", arguments={"enabled": True})
    await line.hear()
    await line.say("resources/subscribe", 3, uri="gasoline://events")
    await line.hear()


async def listen(line: Line) -> None:
    await line.say("subscriptions/listen", 1, **LISTEN)
    await line.hear()


WAYS: dict[str, tuple[Callable[[Line], Awaitable[None]], int]] = {
    "a handshake and every way to be told": (stream_and_subscribe, 2),
    "a stream of the current protocol": (listen, 1),
}
"""What the client asks for, and how many messages it then gets about an event."""


@pytest.mark.parametrize("way", WAYS)
def test_a_client_that_vanishes_leaves_nothing_behind(tmp_path: Path, way: str) -> None:
    server = Server(tmp_path)

    async def scene() -> None:
        async with server.connected() as line:
            ask, messages = WAYS[way]
            await ask(line)
            server.fail("/one")
            for _ in range(messages):
                await line.hear()
            server.fail("/two")
            with anyio.fail_after(10):
                while len(server.parts.clock.timers) < messages:  # held back by the throttle
                    await anyio.sleep(0)
            assert server.parts.store.notices.listeners == messages
        assert server.leftovers == (0, 0, 0, 0)

    asyncio.run(scene())


def test_a_client_that_does_not_read_holds_up_nobody(tmp_path: Path) -> None:
    server = Server(tmp_path)

    async def scene() -> None:
        async with server.connected() as deaf, server.connected() as other:
            await stream_and_subscribe(deaf)
            await stream_and_subscribe(other)
            for number in range(3):
                server.fail(f"/{'abc'[number]}")
                heard = [await other.hear(), await other.hear()]
                methods = {message["method"] for message in heard}
                assert methods == {"notifications/gasoline/event", "notifications/resources/updated"}
                server.parts.clock.pass_by(10)
        assert server.leftovers == (0, 0, 0, 0)

    asyncio.run(scene())
