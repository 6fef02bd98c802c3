"""Streaming: the significant events, and what each client wants to be told of."""

from typing import Any

from gasoline.capabilities.configure.streaming import settings_of
from gasoline.capabilities.context import Client, Context
from gasoline.dashboard.view import Query, View
from gasoline.model import limits
from gasoline.store.notices import Numbered


async def read(ctx: Context, _: Query) -> Any:
    notices = list(ctx.store.notices.newest_first())
    return {
        "notices": [_notice(numbered) for numbered in notices[: limits.NOTICES_IN_VIEW]],
        "older": max(0, len(notices) - limits.NOTICES_IN_VIEW),
        "clients": [_client(client) for client in ctx.server.present()],
    }


def _notice(numbered: Numbered) -> dict[str, Any]:
    return {"seq": numbered.seq, **numbered.notice.params()}


def _client(client: Client) -> dict[str, Any]:
    return {"name": client.name, "told_by": client.told_by, "log_level": client.log_level, **settings_of(client)}


VIEW = View("streaming", read, count=lambda ctx: len(ctx.store.notices))
