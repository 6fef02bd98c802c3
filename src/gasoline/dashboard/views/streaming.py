"""Streaming: the significant events, and the subscriptions of each client."""

from typing import Any, TypedDict

from gasoline.capabilities.configure.streaming import settings_of
from gasoline.dashboard.view import Query, View
from gasoline.model.notices import Category, Severity
from gasoline.store.notice_log import Numbered
from gasoline.toolkit.context import Client, Context, NotifiedBy

NOTICES_IN_VIEW = 200  # of them in the dashboard


class ShownNotice(TypedDict):
    """A significant event."""

    seq: int
    category: Category
    severity: Severity
    message: str
    timestamp: str
    context: dict[str, Any]


class ClientSettings(TypedDict):
    """What one client subscribed to."""

    name: str
    notified_by: NotifiedBy
    log_level: str | None
    enabled: bool
    events: list[str]
    throttle_seconds: float
    url_filter: str


class StreamingList(TypedDict):
    """The view of notifications."""

    notices: list[ShownNotice]
    older: int
    """Notices that are not in the list."""
    clients: list[ClientSettings]


async def read(ctx: Context, _: Query) -> StreamingList:
    notices = list(ctx.store.notices.newest_first())
    return {
        "notices": [_notice(numbered) for numbered in notices[:NOTICES_IN_VIEW]],
        "older": max(0, len(notices) - NOTICES_IN_VIEW),
        "clients": [_client(client) for client in ctx.server.present()],
    }


def _notice(numbered: Numbered) -> ShownNotice:
    notice = numbered.notice
    return {
        "seq": numbered.seq,
        "category": notice.category,
        "severity": notice.severity,
        "message": notice.message,
        "timestamp": notice.timestamp,
        "context": notice.context,
    }


def _client(client: Client) -> ClientSettings:
    settings = settings_of(client)
    return {
        "name": client.name,
        "notified_by": client.notified_by,
        "log_level": client.log_level,
        "enabled": settings["enabled"],
        "events": list(settings["events"]),
        "throttle_seconds": settings["throttle_seconds"],
        "url_filter": settings["url_filter"],
    }


VIEW = View("streaming", read, count=lambda ctx: len(ctx.store.notices), types=(StreamingList,))
