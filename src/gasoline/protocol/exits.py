"""How AI clients are told of significant events: notifications, log messages and updates of a resource."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal, get_args

import msgspec
from mcp.server.connection import Connection

from gasoline.capabilities.context import Client, LogLevel
from gasoline.model.notices import Notice
from gasoline.store.notices import NoticeLog
from gasoline.watchers.clock import Clock
from gasoline.watchers.outlet import Done, Outlet, Wishes

logger = logging.getLogger("gasoline.exits")

EVENT_METHOD = "notifications/gasoline/event"
LOG_METHOD = "notifications/message"
UPDATED_METHOD = "notifications/resources/updated"
EVENTS_URI = "gasoline://events"
LOGGER_NAME = "gasoline"
LEVELS: tuple[LogLevel, ...] = get_args(LogLevel)

Way = Literal["events", "updates"]
WAYS: tuple[Way, ...] = get_args(Way)
Send = Callable[[Notice], Awaitable[None]]


class Exits:
    """Every outlet of every client. A client that goes takes its outlets with it."""

    def __init__(self, log: NoticeLog, json: Callable[[Any], str], clock: Clock) -> None:
        self._log = log
        self._json = json
        self._clock = clock
        self._outlets: dict[tuple[int, Way], Outlet] = {}
        self._staying: set[int] = set()
        """Clients whose connection knows that their outlets end with it."""
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._outlets)

    def params(self, notice: Notice) -> dict[str, Any]:
        """A notice as it may leave: what a filter of secrets finds is masked here once more."""
        params: dict[str, Any] = msgspec.json.decode(self._json(notice.params()))
        return params

    def follow_settings(self, client: Client, connection: Connection) -> None:
        """After a client has set up streaming: opens its outlet, or closes it."""
        if not client.streaming.enabled:
            self._close(client, "events")
        elif (id(client), "events") not in self._outlets:
            self._open(client, connection, "events", self._notifier(client, connection))
        self.reconsider(client)

    def reconsider(self, client: Client) -> None:
        """After the client has changed its mind, or can be told again."""
        for way in WAYS:
            if outlet := self._outlets.get((id(client), way)):
                outlet.reconsider()

    def subscribe(self, client: Client, connection: Connection) -> None:
        """Tells the client when gasoline://events has changed."""
        if (id(client), "updates") in self._outlets:
            return

        async def update(_: Notice) -> None:
            await connection.notify(UPDATED_METHOD, {"uri": EVENTS_URI})

        self._open(client, connection, "updates", update)

    def unsubscribe(self, client: Client) -> None:
        self._close(client, "updates")

    def outlet(self, wishes: Wishes, send: Callable[[Notice, Done], None]) -> Outlet:
        """An outlet whose life its owner knows."""
        return Outlet(self._log, self._clock, wishes, send)

    def _open(self, client: Client, connection: Connection, way: Way, send: Send) -> None:
        self._outlets[id(client), way] = self.outlet(wishes_of(client, way), self._in_a_task(send))
        if id(client) not in self._staying:
            self._staying.add(id(client))
            connection.exit_stack.callback(self._leave, client)

    def _leave(self, client: Client) -> None:
        self._staying.discard(id(client))
        for way in WAYS:
            self._close(client, way)

    def _close(self, client: Client, way: Way) -> None:
        if outlet := self._outlets.pop((id(client), way), None):
            outlet.close()

    def _notifier(self, client: Client, connection: Connection) -> Send:
        async def notify(notice: Notice) -> None:
            params = self.params(notice)
            await connection.notify(EVENT_METHOD, params)
            if client.log_level and LEVELS.index(notice.severity) >= LEVELS.index(client.log_level):
                message = {"level": notice.severity, "logger": LOGGER_NAME, "data": params}
                await connection.notify(LOG_METHOD, message)

        return notify

    def _in_a_task(self, send: Send) -> Callable[[Notice, Done], None]:
        """A client that does not read holds up nobody but itself."""

        def start(notice: Notice, done: Done) -> None:
            task = asyncio.get_running_loop().create_task(_guarded(send, notice))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            task.add_done_callback(lambda _: done())

        return start


async def _guarded(send: Send, notice: Notice) -> None:
    try:
        await send(notice)
    except Exception:  # one client's broken connection is nobody else's
        logger.exception("a notification was not sent")


def wishes_of(client: Client, way: Way) -> Wishes:
    """Who subscribes has asked already; the filters and the pace hold all the same."""

    def wants(notice: Notice) -> bool:
        return (way == "updates" or client.streaming.enabled) and client.streaming.covers(notice)

    return Wishes(wants, lambda: client.streaming.throttle_seconds, lambda: client.hears)
