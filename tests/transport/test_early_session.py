"""The first requests of a client on the local socket, before and after the MCP SDK is there."""

import asyncio
import json
from pathlib import Path
from typing import Any

from gasoline.capabilities import ALL
from gasoline.kernel.secrets.redaction import redact, redact_json, redact_lines
from gasoline.protocol.client_notifiers import ClientNotifiers
from gasoline.protocol.clients import Clients
from gasoline.protocol.mcp_parts import McpParts
from gasoline.store.store import Store
from gasoline.toolkit.context import Server
from gasoline.tools.dispatch import Dispatcher
from gasoline.tools.registry import Registry
from gasoline.transport.early_session import MAX_HELD_LINES, EarlySession
from gasoline.transport.mcp_service import McpService
from gasoline.watchers.clock import LoopClock

HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "assistant", "version": "1"}}
LOGS = {"name": "observe", "arguments": {"what": "logs"}}


class Talk:
    """A client's connection to the daemon; the SDK is there when `load` is called."""

    def __init__(self, folder: Path) -> None:
        store = Store(folder / "logs.jsonl", redact, redact_lines)
        facts = Server(version="1", port=0, log_file=folder / "logs.jsonl", uptime_s=lambda: 0.0)
        self.dispatcher = Dispatcher(Registry(ALL), store, facts, redact_json)
        exits = ClientNotifiers(store.notices, self.dispatcher.json, LoopClock())
        self.clients = Clients(store, lambda: 0.0)
        parts = McpParts(self.dispatcher, store.notices, exits, "1")
        self._served = asyncio.Event()
        self._service = McpService(parts, self.clients, "composite")
        self.loading: asyncio.Future[McpService] = asyncio.get_running_loop().create_future()

    async def __aenter__(self) -> "Talk":
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._reader, self._writer = await asyncio.open_connection(*self._listening.sockets[0].getsockname())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()
        self.load()
        self._listening.close()
        await self._served.wait()

    def load(self) -> None:
        if not self.loading.done():
            self.loading.set_result(self._service)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, self.client = self.clients.open()
        self.early = EarlySession(self.client, "composite", self.dispatcher, writer)
        try:
            service = await self.early.serve_until(self.loading, reader)
            await service.serve_lines(self.client, "composite", reader, writer, self.early.replay)
        finally:
            self.early.close()
            writer.close()
            self._served.set()

    def send(self, method: str, params: dict[str, Any] | None = None, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method}
        fields = ({} if number is None else {"id": number}) | ({} if params is None else {"params": params})
        self._writer.write(json.dumps(message | fields).encode() + b"\n")

    async def receive(self) -> dict[str, Any]:
        return dict(json.loads(await self._reader.readline()))

    async def greet(self) -> dict[str, Any]:
        self.send("initialize", HELLO, 1)
        answer = await self.receive()
        self.send("notifications/initialized")
        return answer


async def test_a_call_is_answered_before_the_sdk_is_there_as_it_is_afterwards(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.greet()
        talk.send("tools/call", LOGS, 2)
        early = await talk.receive()
        talk.load()
        talk.send("ping", number=3)
        assert (await talk.receive())["id"] == 3
        talk.send("tools/call", LOGS, 2)
        assert await talk.receive() == early
        assert early["result"]["isError"] is False
        assert talk.client.name == "assistant"


async def test_the_client_gets_one_answer_to_its_handshake(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        first = await talk.greet()
        assert first["result"]["serverInfo"]["name"] == "gasoline"
        talk.load()
        talk.send("prompts/list", number=2)
        second = await talk.receive()
        assert second["id"] == 2
        assert second["result"]["prompts"]


async def test_requests_for_the_sdk_are_held_and_answered_in_order(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.greet()
        talk.send("prompts/list", number=2)
        talk.send("resources/list", number=3)
        talk.send("tools/call", {"name": "no_such_tool"}, 4)
        talk.send("tools/call", LOGS, 5)
        assert (await talk.receive())["id"] == 5, "a call does not wait for what was held before it"
        talk.load()
        answers = {answer["id"]: answer for answer in [await talk.receive() for _ in range(3)]}
        assert answers.keys() == {2, 3, 4}
        assert "error" in answers[4]


async def test_a_call_that_opens_notifications_waits_for_the_connection_of_the_sdk(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.greet()
        talk.send("tools/call", {"name": "configure", "arguments": {"action": "streaming", "enabled": True}}, 2)
        talk.send("tools/call", LOGS, 3)
        assert (await talk.receive())["id"] == 3
        assert not talk.client.streaming.enabled
        talk.load()
        assert (await talk.receive())["id"] == 2
        assert talk.client.streaming.enabled


async def test_a_client_that_sends_too_much_waits_for_the_sdk(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        await talk.greet()
        for number in range(MAX_HELD_LINES + 20):
            talk.send("ping", number=100 + number)
        talk.send("tools/call", LOGS, 2)
        talk.load()
        answers = [await talk.receive() for _ in range(MAX_HELD_LINES + 21)]
        assert sorted(answer["id"] for answer in answers) == [2, *range(100, 120 + MAX_HELD_LINES)]
        assert len(talk.early.replay.held) <= MAX_HELD_LINES


async def test_without_a_handshake_everything_waits_for_the_sdk(tmp_path: Path) -> None:
    async with Talk(tmp_path) as talk:
        talk.send("tools/call", LOGS, 2)
        talk.send("initialize", HELLO, 3)
        assert (await talk.receive())["id"] == 3
        assert talk.early.replay.held
