"""The HTTP application: endpoints, command channel and MCP over streamable HTTP behind the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from gasoline.ingest.bad_body import BadBody
from gasoline.transport import respond
from gasoline.transport.command_channel import CommandChannels
from gasoline.transport.dashboard import Dashboard
from gasoline.transport.endpoints import Endpoints
from gasoline.transport.event_stream import EventStreams
from gasoline.transport.get_streams import GetStreams
from gasoline.transport.guard import Policy
from gasoline.transport.guard_middleware import BodyTooLarge, BodyTooSlow, GuardMiddleware


def build_http_app(
    endpoints: Endpoints,
    channels: CommandChannels,
    mcp: GetStreams,
    events: EventStreams,
    dashboard: Dashboard,
    *,
    policy: Policy,
) -> ASGIApp:
    """Everything that listens on the port."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with mcp.sessions.run():
            yield

    app = Starlette(
        routes=[
            *dashboard.routes(),
            *endpoints.routes(),
            Route("/events/stream", events.endpoint, methods=["GET"]),
            Route("/mcp", mcp),
            WebSocketRoute("/ws", channels.endpoint),
        ],
        exception_handlers={
            BadBody: respond.bad_body,
            BodyTooLarge: respond.too_large,
            BodyTooSlow: respond.too_slow,
            404: respond.not_found,
            405: respond.wrong_method,
            500: respond.server_error,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return GuardMiddleware(app, policy)
