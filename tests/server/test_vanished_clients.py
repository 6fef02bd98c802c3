"""A client over HTTP that goes, with or without a word, leaves nothing behind in the server."""

import asyncio
import http.client
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from event_reader import EventReader
from parts import NOW

from gasoline import app
from gasoline.launch.serve_options import ServeOptions
from gasoline.model.notices import Notice

BOTH_KINDS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
CURRENT = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Served:
    """A whole daemon in this process, so that what it keeps can be counted."""

    def __init__(self, folder: Path) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self.port = listener.getsockname()[1]
        options = ServeOptions(self.port, folder, "composite", "auto", None, (), by_person=False)
        self.daemon = app.Daemon(options, listener, "token")
        self.listener = listener

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        serving = asyncio.create_task(self.daemon.http.serve(sockets=[self.listener]))
        while not self.daemon.http.started:
            await asyncio.sleep(0)
        yield
        self.daemon.stop()
        await asyncio.wait_for(serving, 20)
        self.daemon.store.logs.file.close()

    @property
    def leftovers(self) -> dict[str, int]:
        daemon = self.daemon
        return {
            "outlets": len(daemon.notifiers),
            "listen streams": daemon.mcp.open_streams,
            "listeners of the log": daemon.store.notices.listeners,
            "clients": len(daemon.clients),
            "sessions with a stream": daemon.clients.streaming_count,
        }

    def fail(self, path: str) -> None:
        self.daemon.store.notices.add(Notice("network_errors", f"Server error: GET {path} → 500", NOW))

    async def until(self, probe: Callable[[], bool], what: str) -> None:
        for _ in range(1_000):
            if probe():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"timed out waiting for {what}: {self.leftovers}")

    async def until_nothing_is_left(self) -> None:
        await self.until(lambda: not any(self.leftovers.values()), "nothing to be left")


class HttpClient:
    """Speaks with `/mcp`; each request is a connection of its own."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.session: dict[str, str] = {}

    async def post(self, method: str, about: int | None = None, **params: Any) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": about} if about else {})
        answer = await asyncio.to_thread(self._exchange, json.dumps(message).encode())
        assert answer.status in (200, 202), answer.status
        if session := answer.headers.get("mcp-session-id"):
            self.session = {"Mcp-Session-Id": session}

    @asynccontextmanager
    async def stream(self, method: str, body: bytes = b"", **headers: str) -> AsyncIterator[EventReader]:
        """Vanishes without a word at the end."""
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10)
        everything = {**BOTH_KINDS, **self.session, **headers}
        with closing(connection):
            await asyncio.to_thread(connection.request, method, "/mcp", body, everything)
            reader = await asyncio.to_thread(EventReader, connection)
            assert reader.is_open
            yield reader

    async def greet(self) -> None:
        await self.post("initialize", 1, **HELLO)
        await self.post("notifications/initialized")
        await self.post("tools/call", 2, name="configure_streaming", arguments={"enabled": True})
        await self.post("resources/subscribe", 3, uri="gasoline://events")

    def _exchange(self, body: bytes) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=10)
        connection.request("POST", "/mcp", body, {**BOTH_KINDS, **self.session, "Connection": "close"})
        with closing(connection), connection.getresponse() as answer:
            answer.read()
        return answer


def test_a_session_that_falls_silent_ends_with_everything_that_was_there_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gasoline.transport.mcp_service.MCP_SESSION_IDLE_S", 0.3)
    served = Served(tmp_path)

    async def scene() -> None:
        async with served.running():
            client = HttpClient(served.port)
            await client.greet()
            async with client.stream("GET"):
                await served.until(lambda: served.daemon.clients.streaming_count == 1, "the stream")
                assert served.leftovers == {
                    "outlets": 2,
                    "listen streams": 0,
                    "listeners of the log": 2,
                    "clients": 1,
                    "sessions with a stream": 1,
                }
                served.fail("/one")
                served.fail("/two")  # held back by the throttle
            await served.until_nothing_is_left()

    asyncio.run(scene())


def test_while_nobody_reads_the_stream_of_a_session_everything_is_held(tmp_path: Path) -> None:
    served = Served(tmp_path)

    async def scene() -> None:
        async with served.running():
            client = HttpClient(served.port)
            await client.greet()
            async with client.stream("GET"):
                await served.until(lambda: served.daemon.clients.streaming_count == 1, "the stream")
            await served.until(lambda: served.daemon.clients.streaming_count == 0, "its end")
            served.fail("/held")
            async with client.stream("GET") as again:
                heard = [await asyncio.to_thread(again.next_message) for _ in range(2)]
            told = {message["method"]: message["params"] for message in heard}
            assert "/held" in told["notifications/gasoline/event"]["message"]
            assert told["notifications/resources/updated"] == {"uri": "gasoline://events"}

    asyncio.run(scene())


def test_a_listener_of_the_current_protocol_that_vanishes_is_gone(tmp_path: Path) -> None:
    served = Served(tmp_path)

    async def scene() -> None:
        async with served.running():
            wanted = {"resourceSubscriptions": ["gasoline://events"]}
            params = {"notifications": wanted, "_meta": CURRENT}
            body = {"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": params}
            headers = {"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen"}
            async with HttpClient(served.port).stream("POST", json.dumps(body).encode(), **headers):
                await served.until(lambda: served.daemon.store.notices.listeners == 1, "the listener")
                served.fail("/one")
                served.fail("/two")
            await served.until(lambda: served.daemon.store.notices.listeners == 0, "the listener to go")
            assert served.leftovers["listen streams"] == 0

    asyncio.run(scene())
