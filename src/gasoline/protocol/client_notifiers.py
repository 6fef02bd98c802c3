"""Notifies AI clients of significant events: notifications, log messages and resource updates."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal, get_args

import msgspec

from gasoline.kernel.background_tasks import start_task
from gasoline.model.notices import Notice
from gasoline.store.notice_log import NoticeLog
from gasoline.toolkit.context import Client, LogLevel
from gasoline.watchers.clock import Clock
from gasoline.watchers.notifier import Done, Notifier, Subscription

if TYPE_CHECKING:
    from mcp.server.connection import Connection

logger = logging.getLogger("gasoline.exits")

EVENT_METHOD = "notifications/gasoline/event"
LOG_METHOD = "notifications/message"
UPDATED_METHOD = "notifications/resources/updated"
EVENTS_URI = "gasoline://events"
LOGGER_NAME = "gasoline"
LEVELS: tuple[LogLevel, ...] = get_args(LogLevel)

Channel = Literal["events", "updates"]
CHANNELS: tuple[Channel, ...] = get_args(Channel)
Send = Callable[[Notice], Awaitable[None]]


class ClientNotifiers:
    """The notifiers of all clients. They end with their client."""

    def __init__(self, log: NoticeLog, json: Callable[[Any], str], clock: Clock) -> None:
        self._log = log
        self._json = json
        self._clock = clock
        self._notifiers: dict[tuple[int, Channel], Notifier] = {}
        self._staying: set[int] = set()
        """Clients whose connection already has the cleanup for their notifiers."""
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._notifiers)

    def params(self, notice: Notice) -> dict[str, Any]:
        """The notice with secrets masked once more."""
        params: dict[str, Any] = msgspec.json.decode(self._json(notice.params()))
        return params

    def follow_settings(self, client: Client, connection: "Connection") -> None:
        """Opens or closes a client's notifier after it has configured streaming."""
        if not client.streaming.enabled:
            self._close(client, "events")
        elif (id(client), "events") not in self._notifiers:
            self._open(client, connection, "events", self._notifier(client, connection))
        self.reconsider(client)

    def reconsider(self, client: Client) -> None:
        """Called after the client's settings changed, or it can be notified again."""
        for way in CHANNELS:
            if notifier := self._notifiers.get((id(client), way)):
                notifier.reconsider()

    def subscribe(self, client: Client, connection: "Connection") -> None:
        """Notifies the client when gasoline://events changes."""
        if (id(client), "updates") in self._notifiers:
            return

        async def update(_: Notice) -> None:
            await connection.notify(UPDATED_METHOD, {"uri": EVENTS_URI})

        self._open(client, connection, "updates", update)

    def unsubscribe(self, client: Client) -> None:
        self._close(client, "updates")

    def notifier(self, subscription: Subscription, send: Callable[[Notice, Done], None]) -> Notifier:
        """A notifier that its owner closes."""
        return Notifier(self._log, self._clock, subscription, send)

    def _open(self, client: Client, connection: "Connection", way: Channel, send: Send) -> None:
        self._notifiers[id(client), way] = self.notifier(subscription_of(client, way), self._send_in_task(send))
        if id(client) not in self._staying:
            self._staying.add(id(client))
            connection.exit_stack.callback(self._leave, client)

    def _leave(self, client: Client) -> None:
        self._staying.discard(id(client))
        for way in CHANNELS:
            self._close(client, way)

    def _close(self, client: Client, way: Channel) -> None:
        if notifier := self._notifiers.pop((id(client), way), None):
            notifier.close()

    def _notifier(self, client: Client, connection: "Connection") -> Send:
        async def notify(notice: Notice) -> None:
            params = self.params(notice)
            await connection.notify(EVENT_METHOD, params)
            if client.log_level and LEVELS.index(notice.severity) >= LEVELS.index(client.log_level):
                message = {"level": notice.severity, "logger": LOGGER_NAME, "data": params}
                await connection.notify(LOG_METHOD, message)

        return notify

    def _send_in_task(self, send: Send) -> Callable[[Notice, Done], None]:
        """A client that does not read delays only itself."""

        def start(notice: Notice, done: Done) -> None:
            task = start_task("notification", _guarded(send, notice))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            task.add_done_callback(lambda _: done())

        return start


async def _guarded(send: Send, notice: Notice) -> None:
    try:
        await send(notice)
    except Exception:  # one client's broken connection must not affect others
        logger.exception("could not send a notification")


def subscription_of(client: Client, way: Channel) -> Subscription:
    """A subscription needs no `enabled`; the filters and the rate still apply."""

    def wants(notice: Notice) -> bool:
        return (way == "updates" or client.streaming.enabled) and client.streaming.covers(notice)

    return Subscription(wants, lambda: client.streaming.throttle_seconds, lambda: client.can_receive)
