"""Imports the MCP SDK for the first client, in a thread: the extension and first calls are served meanwhile."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.types import Receive, Scope, Send

from gasoline.kernel.background_tasks import start_task

if TYPE_CHECKING:
    from gasoline.transport.mcp_service import McpService

LOADING_SWITCH_S = 0.0005  # how long the import may keep the event loop waiting; Python's default is 5 ms


class McpLoader:
    def __init__(self, build: "Callable[[], McpService]") -> None:
        self._build = build
        self._loading: asyncio.Task[McpService] | None = None
        self._http: asyncio.Task[None] | None = None
        self._is_serving_http = asyncio.Event()
        self._is_stopping = asyncio.Event()

    def load(self) -> "asyncio.Task[McpService]":
        """The same task for everybody; whoever waits for it must not cancel it."""
        if self._loading is None:
            self._loading = start_task("load the MCP SDK", asyncio.to_thread(self._build_politely))
        return self._loading

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves `/mcp`."""
        service = await asyncio.shield(self.load())
        if self._http is None:
            self._http = start_task("MCP over HTTP", self._serve_http(service))
        await self._is_serving_http.wait()
        await service.http(scope, receive, send)

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Ends the sessions over HTTP in the task that began them, as the SDK requires."""
        yield
        self._is_stopping.set()
        if self._http is not None:
            await self._http

    @property
    def open_streams(self) -> int:
        """How many `subscriptions/listen` are open."""
        return len(self._service.streams) if self._service else 0

    def close(self) -> None:
        """Ends the streams, because the server is stopping."""
        if self._service:
            self._service.streams.close()

    @property
    def _service(self) -> "McpService | None":
        loading = self._loading
        return loading.result() if loading and loading.done() and not loading.exception() else None

    async def _serve_http(self, service: "McpService") -> None:
        async with service.sessions.run():
            self._is_serving_http.set()
            await self._is_stopping.wait()

    def _build_politely(self) -> "McpService":
        usual = sys.getswitchinterval()
        sys.setswitchinterval(LOADING_SWITCH_S)
        try:
            return self._build()
        finally:
            sys.setswitchinterval(usual)
