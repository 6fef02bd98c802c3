"""The HTTP application: endpoints, command channel and MCP over streamable HTTP behind the guard."""

from contextlib import AbstractAsyncContextManager

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from gasoline.ingest.bad_body import BadBody
from gasoline.transport import responses
from gasoline.transport.command_channel import CommandChannels
from gasoline.transport.dashboard_routes import Dashboard
from gasoline.transport.endpoints import Endpoints
from gasoline.transport.event_stream import EventStreams
from gasoline.transport.guard_middleware import BodyTooLarge, BodyTooSlow, GuardMiddleware
from gasoline.transport.mcp_loader import McpLoader
from gasoline.transport.open_requests import OpenRequests


def build_http_app(
    endpoints: Endpoints,
    channels: CommandChannels,
    mcp: McpLoader,
    events: EventStreams,
    dashboard: Dashboard,
    *,
    open_requests: OpenRequests,
    is_live: bool = True,
) -> ASGIApp:
    """Everything that listens on the port. A server that shows a recording takes nothing from an extension."""

    def lifespan(_: Starlette) -> AbstractAsyncContextManager[None]:
        return mcp.lifespan()

    app = Starlette(
        routes=[
            *dashboard.routes(),
            *(endpoints.routes() if is_live else endpoints.read_routes()),
            Route("/events/stream", events.endpoint, methods=["GET"]),
            Route("/mcp", mcp),
            *([WebSocketRoute("/ws", channels.endpoint)] if is_live else []),
        ],
        exception_handlers={
            BadBody: responses.bad_body,
            BodyTooLarge: responses.too_large,
            BodyTooSlow: responses.too_slow,
            404: responses.not_found,
            405: responses.wrong_method,
            500: responses.server_error,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return GuardMiddleware(app, open_requests)
