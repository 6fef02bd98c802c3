"""The composition root: builds the daemon from its parts and runs it."""

import asyncio
import gc
import logging
import os
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

from uvicorn.config import Config
from uvicorn.server import Server as UvicornServer

from gasoline import __version__
from gasoline.capabilities import ALL
from gasoline.capsule.archive import read_file
from gasoline.capsule.load import OpenedCapsule, load_capsule
from gasoline.dashboard.browser_sessions import BrowserSessions
from gasoline.dashboard.feed import Feed
from gasoline.dashboard.link_files import LinkFiles
from gasoline.dashboard.one_time_links import OneTimeLinks
from gasoline.ingest.error_screenshots import ErrorScreenshotIntake
from gasoline.ingest.failed_pages import FailedPages
from gasoline.ingest.flood_gate import FloodGate
from gasoline.ingest.intake import Intake
from gasoline.ingest.pairing import Pairing
from gasoline.ingest.server_output import ServerOutputIntake
from gasoline.kernel.background_tasks import start_task
from gasoline.kernel.secrets.redaction import redact, redact_json, redact_lines
from gasoline.kernel.time import now_iso
from gasoline.launch.forwarder.client_pipe import LINE_BYTES
from gasoline.launch.lazy_package import make_lazy
from gasoline.launch.logging_bounds import start_logging
from gasoline.launch.pairings import Pairings
from gasoline.launch.recording_dir import CAPSULE_FILE, NAME_FILE
from gasoline.launch.runtime_file import Runtime, remove_runtime, write_runtime
from gasoline.launch.serve_options import ServeOptions
from gasoline.launch.stop_signals import stop_signals
from gasoline.launch.working_directory import working_directory
from gasoline.model.units import MIB
from gasoline.model.wire import STREAMS
from gasoline.protocol.client_notifiers import ClientNotifiers
from gasoline.protocol.clients import Clients
from gasoline.protocol.mcp_parts import McpParts
from gasoline.store.screenshot_folder import ScreenshotFolder
from gasoline.store.store import Store
from gasoline.toolkit.context import Server
from gasoline.tools.dispatch import Dispatcher
from gasoline.tools.registry import Face, Registry
from gasoline.transport.bounded_http import BoundedHttpProtocol
from gasoline.transport.bounded_websocket import BoundedWebSocketProtocol
from gasoline.transport.command_channel import CommandChannels
from gasoline.transport.dashboard_routes import Dashboard
from gasoline.transport.dashboard_stream import DashboardStreams
from gasoline.transport.endpoints import Endpoints
from gasoline.transport.event_stream import EventStreams
from gasoline.transport.guard import Policy
from gasoline.transport.http_app import build_http_app
from gasoline.transport.idle_shutdown import IdleShutdown
from gasoline.transport.local_socket import SHUTDOWN_GRACE_S, LocalSocket
from gasoline.transport.mcp_loader import McpLoader
from gasoline.transport.notice_follower import NoticeFollowers
from gasoline.transport.open_recording import OpenRecording
from gasoline.transport.open_requests import OpenRequests
from gasoline.transport.unproven import BoundedState
from gasoline.watchers.clock import LoopClock
from gasoline.watchers.learn_contracts import learn_contracts
from gasoline.watchers.significance import watch_significance

if TYPE_CHECKING:
    from gasoline.transport.mcp_service import McpService

RETURN_WAIT_S = 1.5  # SEND-09: after its start, the daemon waits this long for a browser that was connected before
WEBSOCKET_BYTES = 5 * MIB  # GUARD-03

logger = logging.getLogger("gasoline")

LONGEST_SOCKET_PATH = 100  # sun_path holds 108 on Linux, 104 on macOS


def serve(options: ServeOptions, listener: socket.socket, token: str) -> int:
    """Runs the daemon until it is told to stop; returns the exit code."""
    start_logging(options.state_dir)
    for chatty in ("mcp", "uvicorn", "sse_starlette"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        daemon = Daemon(options, listener, token)
        gc.freeze()  # otherwise each full collection visits every class and function, which takes 20 ms
        gc.enable()
        runner.run(daemon.run())
    return 0


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop if it is installed."""
    try:
        import uvloop  # noqa: PLC0415
    except ImportError:
        return None
    return uvloop.new_event_loop


class HttpServer(UvicornServer):
    """uvicorn without its signal handlers, which would end the process before the daemon has cleaned up."""

    def __init__(self, config: Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self.server_state = BoundedState()
        self._end_streams = end_streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Streams do not end by themselves, so they are asked to stop first and no connection is cut off."""
        self._end_streams()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Daemon:
    """All parts of one server, wired together."""

    def __init__(self, options: ServeOptions, listener: socket.socket, token: str) -> None:
        self._options = options
        self._listener = listener
        self._token = token
        self._started = time.monotonic()
        log_file = options.log_file or options.state_dir / "logs.jsonl"
        gate = FloodGate(time.monotonic)
        self.recording = _recording(options.state_dir)
        self.store = self.recording.store if self.recording else _live_store(log_file)
        self.clients = Clients(self.store, time.monotonic)
        facts = Server(
            version=__version__,
            port=options.port,
            log_file=log_file,
            uptime_s=lambda: time.monotonic() - self._started,
            events_per_s=lambda: gate.rate,
            clients=self.clients.names,
            present=self.clients.present,
            other_versions=lambda: self.clients.of_other_version(__version__),
            pairing=lambda: self.pairing.problem,
            returning_s=self._returning_s,
            directory=working_directory(),
            state_dir=options.state_dir,
            now_s=self.recording.now_s if self.recording else time.time,
            capsule=self.recording.facts if self.recording else None,
        )
        self.dispatcher = Dispatcher(Registry(ALL), self.store, facts, redact_json)
        self.notifiers = ClientNotifiers(self.store.notices, self.dispatcher.json, LoopClock())
        self._mcp_parts = McpParts(self.dispatcher, self.store.notices, self.notifiers, __version__)
        self.mcp = McpLoader(self._load_mcp)
        self.followers = NoticeFollowers(self.store.notices)
        self.feed = Feed(self.store)
        self.pairing = self._pairing(token)
        self.channels = CommandChannels(self.store)
        self.pictures = ErrorScreenshotIntake(ScreenshotFolder(options.state_dir / "screenshots"), self.store, now_iso)
        self.failed_pages = FailedPages(self.store)
        self.local = self._local_socket(ServerOutputIntake(self.store, gate, now_iso))
        self.http = self._http_server(tuple(Intake(stream, self.store, gate, now_iso) for stream in STREAMS))

    def _pairing(self, token: str) -> Pairing:
        options = self._options
        pairings = Pairings(options.state_dir)
        self._was_paired = pairings.was_used
        address = f"127.0.0.1:{options.port}"
        pairing = Pairing(token, __version__, address, pairings, monotonic=time.monotonic, now=now_iso)
        if options.by_person and options.auth != "strict" and not self._was_paired:
            pairing.open_window(first_contact=True)  # for scripts and tests that start a browser with the extension
        return pairing

    def _returning_s(self) -> float:
        """An extension that was connected to the last daemon looks for this one twice a second."""
        if self.recording or self.store.extension.has_greeted or not self._was_paired:
            return 0.0
        return max(0.0, self._started + RETURN_WAIT_S - time.monotonic())

    @property
    def face(self) -> Face:
        return cast(Face, self._options.tools)

    async def run(self) -> None:
        local, address = await self._open_local_socket()
        state_dir = str(self._options.state_dir)
        idle = IdleShutdown(self._has_connections, self.stop, time.monotonic)
        idle_task = start_task("idle watch", idle.run())
        self._stop_on_signals()
        runtime = Runtime(
            pid=os.getpid(), port=self._options.port, version=__version__, socket=address, token=self._token
        )
        async with local:
            write_runtime(state_dir, runtime)
            logger.info("gasoline %s on 127.0.0.1:%s", __version__, self._options.port)
            try:
                await self.http.serve(sockets=[self._listener])
            finally:
                idle_task.cancel()
                remove_runtime(state_dir, os.getpid())
                await self.local.close_all()
                _remove_socket(address)
        self.store.logs.file.close()
        logger.info("stopped")

    def stop(self) -> None:
        self.http.should_exit = True

    def _stop_on_signals(self) -> None:
        for number in stop_signals():
            signal.signal(number, lambda *_: self.stop())

    def _has_connections(self) -> bool:
        return bool(len(self.local) or len(self.channels) or self.http.server_state.connections)

    def _http_server(self, intakes: tuple[Intake, ...]) -> HttpServer:
        viewers = BrowserSessions()
        policy = Policy(
            self._options.port,
            self.pairing.is_credential,
            strict=self._options.auth == "strict",
            mcp_origins=frozenset(self._options.allow_origins),
            is_paired_origin=self.pairing.is_known_origin,
            may_introduce=self.pairing.may_introduce,
            is_session=viewers.knows,
        )
        open_requests = OpenRequests(policy)
        self.pairing.on_revoked = open_requests.end_unauthorized
        endpoints = Endpoints(self.store, intakes, self.pairing, self.dispatcher, policy, self.pictures)
        events = EventStreams(self.followers, self.dispatcher)
        live = DashboardStreams(self.feed, self.dispatcher)
        link_files = LinkFiles(self._options.state_dir)
        dashboard = Dashboard(
            self.dispatcher,
            live,
            OneTimeLinks(time.monotonic),
            link_files,
            viewers,
            policy,
            OpenRecording(str(self._options.state_dir)),
        )
        config = Config(
            build_http_app(
                endpoints,
                self.channels,
                self.mcp,
                events,
                dashboard,
                open_requests=open_requests,
                is_live=not self.recording,
            ),
            http=BoundedHttpProtocol,
            ws=BoundedWebSocketProtocol,
            ws_max_size=WEBSOCKET_BYTES,
            ws_per_message_deflate=False,
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=int(SHUTDOWN_GRACE_S),
        )
        return HttpServer(config, self._end_streams)

    def _end_streams(self) -> None:
        self.followers.close()
        self.feed.close()
        self.mcp.close()

    def _local_socket(self, output: ServerOutputIntake) -> LocalSocket:
        return LocalSocket(
            token=self._token,
            face=self.face,
            dispatcher=self.dispatcher,
            store=self.store,
            clients=self.clients,
            pairing=self.pairing,
            followers=self.followers,
            output=output,
            mcp=self.mcp,
            stop=self.stop,
        )

    def _load_mcp(self) -> "McpService":
        for package in ("mcp", "mcp.server"):
            make_lazy(package)
        from gasoline.transport.mcp_service import McpService  # noqa: PLC0415 - takes most of a start

        service = McpService(self._mcp_parts, self.clients, self.face)
        gc.freeze()  # the SDK, too, stays for good
        return service

    async def _open_local_socket(self) -> tuple[asyncio.Server, str]:
        """A Unix socket that only the user can open, or a loopback port where Unix sockets do not exist."""
        if not hasattr(socket, "AF_UNIX"):
            server = await asyncio.start_server(self.local.serve, "127.0.0.1", 0, limit=LINE_BYTES)
            return server, f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        path = _socket_path(self._options.state_dir)
        path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(self.local.serve, path, limit=LINE_BYTES)
        path.chmod(0o600)
        return server, str(path)


def _live_store(log_file: Path) -> Store:
    store = Store(log_file, redact, redact_lines)
    learn_contracts(store)
    watch_significance(store, LoopClock())
    return store


def _recording(state_dir: Path) -> OpenedCapsule | None:
    """The saved session to show, if the state directory was made for one."""
    path = state_dir / CAPSULE_FILE
    if not path.exists():
        return None
    name = (state_dir / NAME_FILE).read_text(errors="replace")
    return load_capsule(read_file(path), name)


def _remove_socket(address: str) -> None:
    Path(address).unlink(missing_ok=True)


def _socket_path(state_dir: Path) -> Path:
    """In the state directory, or in a private temporary folder if that path is too long for a socket."""
    path = state_dir / "daemon.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    return Path(tempfile.mkdtemp(prefix="gasoline-")) / "daemon.sock"
