"""The local socket for forwarders and the command line. See docs/architecture.md."""

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gasoline.capabilities.observe.health import report
from gasoline.ingest.pairing import Pairing
from gasoline.ingest.server_output import ServerOutputIntake
from gasoline.kernel.background_tasks import start_task
from gasoline.kernel.time import now_iso
from gasoline.launch.pairing_keys import PAIR_CODE_S, PAIR_WINDOW_S, BadCode
from gasoline.model.bounds import NAME_CHARS, TIME_CHARS
from gasoline.model.events import check_times
from gasoline.model.server_bounds import SERVER_COMMAND_CHARS, SERVER_RUN_NAME_CHARS
from gasoline.protocol.clients import Clients
from gasoline.protocol.progress_notifications import send_progress
from gasoline.store.server_runs import ServerRun
from gasoline.store.store import Store
from gasoline.toolkit.context import Client
from gasoline.tools.dispatch import Dispatcher, new_client
from gasoline.tools.registry import Face, UnknownTool
from gasoline.transport.bounded_http import HEADER_WAIT_S
from gasoline.transport.early_session import EarlySession
from gasoline.transport.exported_events import Exports, write_export
from gasoline.transport.mcp_loader import McpLoader
from gasoline.transport.notice_follower import NoticeFollower, NoticeFollowers
from gasoline.transport.run_connection import RunConnection
from gasoline.transport.server_sent_events import EVENT_KEEPALIVE_S

SHUTDOWN_GRACE_S = 2.0  # requests under way at SIGTERM

logger = logging.getLogger("gasoline.local")


class Hello(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of every connection."""

    op: Literal["mcp", "call", "status", "pair", "unpair", "tail", "export", "run", "stop"]
    token: str
    tools: Face | None = None
    version: str = ""
    cwd: str = ""
    tool: str = ""
    arguments: dict[str, Any] = {}
    progress: bool = False
    follow: bool = False
    """For an export: continue with new events."""
    code: str = ""
    pairings: list[str] = []
    """Ids of the pairings to revoke."""
    name: Annotated[str, Meta(max_length=SERVER_RUN_NAME_CHARS)] = ""
    command: Annotated[str, Meta(max_length=SERVER_COMMAND_CHARS)] = ""
    client: Annotated[str, Meta(max_length=NAME_CHARS)] = ""
    pid: int = 0
    started: Annotated[str, Meta(max_length=TIME_CHARS)] = ""

    def __post_init__(self) -> None:
        check_times(self.started or None)


class BadHello(Exception):
    """An invalid first line."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class LocalSocket:
    """Serves every op of the local protocol."""

    def __init__(
        self,
        *,
        token: str,
        face: Face,
        dispatcher: Dispatcher,
        store: Store,
        clients: Clients,
        pairing: Pairing,
        followers: NoticeFollowers,
        output: ServerOutputIntake,
        mcp: McpLoader,
        stop: Callable[[], None],
    ) -> None:
        self._token = token
        self._face = face
        self._dispatcher = dispatcher
        self._store = store
        self._clients = clients
        self._pairing = pairing
        self._followers = followers
        self._exports = Exports(store)
        self._output = output
        self._loader = mcp
        self._stop = stop
        self._connections: dict[asyncio.Task[Any] | None, asyncio.StreamWriter] = {}
        self._ops: Mapping[str, Callable[[Hello, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]] = {
            "mcp": self._mcp,
            "call": self._call,
            "status": self._status,
            "pair": self._pair,
            "unpair": self._unpair,
            "tail": self._tail,
            "export": self._export,
            "run": self._run,
            "stop": self._end,
        }

    def __len__(self) -> int:
        return len(self._connections)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, from its hello line to its end."""
        task = asyncio.current_task()
        self._connections[task] = writer
        try:
            hello = self._read_hello(await asyncio.wait_for(reader.readline(), HEADER_WAIT_S))
            await self._ops[hello.op](hello, reader, writer)
        except BadHello as error:
            await _send_error(writer, error.code, str(error))
        except (ConnectionError, TimeoutError, ValueError) as error:
            logger.info("a local connection ended: %s", error)
        except asyncio.CancelledError:
            logger.info("a local connection was interrupted")  # the daemon is stopping; nothing awaits this task
        finally:
            del self._connections[task]
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def close_all(self) -> None:
        """Closes every connection; pending requests have a moment to finish."""
        self._exports.close()
        for writer in self._connections.values():
            writer.close()
        tasks = [task for task in self._connections if task is not None]
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=SHUTDOWN_GRACE_S)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _read_hello(self, line: bytes) -> Hello:
        try:
            hello = msgspec.json.decode(line, type=Hello)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadHello("bad_hello", f"{error}. Send one JSON line with op and token.") from None
        if not hmac.compare_digest(hello.token.encode(), self._token.encode()):
            raise BadHello("unauthorized", "Wrong token: read it from runtime.json.")
        return hello

    async def _mcp(self, hello: Hello, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        number, client = self._clients.open()
        client.directory, client.version = hello.cwd, hello.version

        face = hello.tools or self._face
        early = EarlySession(client, face, self._dispatcher, writer)
        try:
            service = await early.serve_until(self._loader.load(), reader)
            await service.serve_lines(client, face, reader, writer, early.replay)
        finally:
            early.close()
            self._clients.close(number)

    async def _call(self, hello: Hello, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _unless_gone(reader, "call", self._answer_call(hello, writer))

    async def _answer_call(self, hello: Hello, writer: asyncio.StreamWriter) -> None:
        client = new_client("shell", self._store)
        client.directory = hello.cwd
        try:
            async with send_progress(_progress_lines(writer) if hello.progress else None) as progress:
                reply = await self._dispatcher.call(hello.tool, hello.arguments, client, progress)
        except UnknownTool as error:
            await _send_error(writer, "unknown_tool", str(error))
            return
        await _send_line(writer, {"content": reply.content(), "isError": reply.is_error})

    async def _status(self, _: Hello, __: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _write(writer, self._dispatcher.json(report(self._dispatcher.context(Client("shell", 0)))))

    async def _pair(self, hello: Hello, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not hello.code:
            self._pairing.open_window()
            await _send_line(writer, {"ok": True, "seconds": int(PAIR_WINDOW_S)})
            return
        try:
            self._pairing.expect_code(hello.code)
        except BadCode as error:
            raise BadHello("bad_code", str(error)) from None
        await _send_line(writer, {"ok": True, "seconds": int(PAIR_CODE_S)})

    async def _unpair(self, hello: Hello, _: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        revoked = self._pairing.revoke(hello.pairings)
        await _send_line(writer, {"ok": True, "revoked": [record._asdict() for record in revoked]})

    async def _tail(self, _: Hello, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with self._followers.open() as follower:
            await _send_line(writer, {"ok": True})
            await _unless_gone(reader, "tail", self._write_events(follower, writer))

    async def _write_events(self, follower: NoticeFollower, writer: asyncio.StreamWriter) -> None:
        while not follower.has_ended:
            numbered = await follower.next(EVENT_KEEPALIVE_S)
            if numbered is not None:
                line = {"id": numbered.seq, "received": numbered.received, **numbered.notice.params()}
                await _write(writer, self._dispatcher.json(line))
        await _send_line(writer, {"bye": follower.reason})

    async def _export(self, hello: Hello, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._store.queries.flush(error_context=True)
        with self._exports.open() as events:
            lines = write_export(events, writer, self._dispatcher.json, follow=hello.follow)
            await _unless_gone(reader, "export", lines)

    async def _run(self, hello: Hello, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        run = ServerRun(
            client=hello.client,
            name=hello.name or "server",
            command=hello.command,
            pid=hello.pid,
            directory=hello.cwd,
            started_at=hello.started or now_iso(),
        )
        await RunConnection(self._output, reader, writer).serve(run, self._store.server_runs, now_iso)

    async def _end(self, _: Hello, __: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _send_line(writer, {"ok": True})
        self._stop()


async def _unless_gone(reader: asyncio.StreamReader, name: str, work: Coroutine[Any, Any, None]) -> None:
    """Runs the work to its end, or until the caller has disconnected."""
    working = start_task(name, work)
    gone = start_task(f"{name} reader", reader.read(1))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        working.cancel()
        gone.cancel()


def _progress_lines(writer: asyncio.StreamWriter) -> Callable[[int, int, str], Awaitable[None]]:
    async def send(done: int, total: int, text: str) -> None:
        await _send_line(writer, {"progress": {"done": done, "total": total, "message": text}})

    return send


async def _send_error(writer: asyncio.StreamWriter, code: str, message: str) -> None:
    await _send_line(writer, {"error": {"code": code, "message": message}})


async def _send_line(writer: asyncio.StreamWriter, answer: Any) -> None:
    await _write(writer, msgspec.json.encode(answer).decode())


async def _write(writer: asyncio.StreamWriter, line: str) -> None:
    with suppress(ConnectionError):  # the caller has disconnected
        writer.write(line.encode() + b"\n")
        await writer.drain()
