"""Streaming: the significant events, and the subscriptions of each client."""

from typing import Any

from gasoline.capabilities.configure.streaming import settings_of
from gasoline.dashboard.view import Query, View
from gasoline.store.notice_log import Numbered
from gasoline.toolkit.context import Client, Context

NOTICES_IN_VIEW = 200  # of them in the dashboard


async def read(ctx: Context, _: Query) -> Any:
    notices = list(ctx.store.notices.newest_first())
    return {
        "notices": [_notice(numbered) for numbered in notices[:NOTICES_IN_VIEW]],
        "older": max(0, len(notices) - NOTICES_IN_VIEW),
        "clients": [_client(client) for client in ctx.server.present()],
    }


def _notice(numbered: Numbered) -> dict[str, Any]:
    return {"seq": numbered.seq, **numbered.notice.params()}


def _client(client: Client) -> dict[str, Any]:
    return {"name": client.name, "told_by": client.told_by, "log_level": client.log_level, **settings_of(client)}


VIEW = View("streaming", read, count=lambda ctx: len(ctx.store.notices))
