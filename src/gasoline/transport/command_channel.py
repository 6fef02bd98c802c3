"""The command channel: a WebSocket for questions to the extension and their answers."""

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from gasoline.browser.query_broker import MAX_PENDING_QUERIES
from gasoline.kernel.background_tasks import start_task
from gasoline.model.wire import (
    ExtensionMessage,
    FlushedMessage,
    HeartbeatMessage,
    HelloMessage,
    PilotMessage,
    PongMessage,
    ProgressMessage,
    ResultMessage,
    ServerMessage,
)
from gasoline.store.store import Store

logger = logging.getLogger("gasoline.channel")

DECODER = msgspec.json.Decoder(ExtensionMessage)
SUBPROTOCOL = "gasoline.v1"
UNSUPPORTED_DATA = 1003
GOING_AWAY = 1001  # how a browser closes the sockets of a worker that it ends


class CommandChannels:
    """Every open command channel."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._sockets: set[WebSocket] = set()

    def __len__(self) -> int:
        return len(self._sockets)

    async def endpoint(self, socket: WebSocket) -> None:
        await socket.accept(subprotocol=SUBPROTOCOL)
        outbox: asyncio.Queue[ServerMessage] = asyncio.Queue(MAX_PENDING_QUERIES)
        channel = self._store.queries.open_channel(lambda message: _offer(outbox, message))
        self._store.extension.channel_opened()
        self._sockets.add(socket)
        sender = start_task("command sender", _send_all(socket, outbox))
        code = 0
        try:
            code = await self._receive_all(socket, channel, outbox)
        finally:
            sender.cancel()
            self._sockets.discard(socket)
            has_worker_ended = code == GOING_AWAY
            self._store.queries.close_channel(channel, has_worker_ended=has_worker_ended)
            self._store.extension.channel_closed(channel, has_worker_ended=has_worker_ended)

    async def _receive_all(self, socket: WebSocket, channel: int, outbox: asyncio.Queue[ServerMessage]) -> int:
        """Receives until the connection is closed; returns the code with which the browser closed it."""
        while True:
            try:
                text = await socket.receive_text()
            except WebSocketDisconnect as end:
                return end.code
            except KeyError:  # a binary frame has no text
                await socket.close(UNSUPPORTED_DATA, "Send JSON as text.")
                return UNSUPPORTED_DATA
            try:
                message = DECODER.decode(text)
            except (msgspec.DecodeError, RecursionError) as error:
                logger.warning("closed a command channel: %s", error)
                await socket.close(UNSUPPORTED_DATA, "Not a message of gasoline.v1.")
                return UNSUPPORTED_DATA
            self._take(message, channel, outbox)

    def _take(self, message: ExtensionMessage, channel: int, outbox: asyncio.Queue[ServerMessage]) -> None:
        extension = self._store.extension
        extension.record_contact()
        match message:
            case HelloMessage():
                self._store.record_hello(message, channel)
            case HeartbeatMessage():
                extension.watches(message.watched)
                _offer(outbox, PongMessage())
            case PilotMessage():
                extension.pilot_changed(message.enabled, channel)
            case ResultMessage():
                self._store.queries.answer(message.result)
            case ProgressMessage():
                self._store.queries.progressed(message)
            case FlushedMessage():
                self._store.queries.flushed(channel, message)


def _offer(outbox: asyncio.Queue[ServerMessage], message: ServerMessage) -> None:
    """A channel that does not read counts as closed; questions that do not fit time out."""
    try:
        outbox.put_nowait(message)
    except asyncio.QueueFull:
        logger.warning("the extension does not read messages")


async def _send_all(socket: WebSocket, outbox: asyncio.Queue[ServerMessage]) -> None:
    while True:
        message = await outbox.get()
        try:
            await socket.send_text(msgspec.json.encode(message).decode())
        except (WebSocketDisconnect, RuntimeError):  # closed while sending: the receiver ends the channel
            return
