"""Request details from the SDK: client, connection, protocol version."""

from typing import Any

from mcp.server.connection import Connection
from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from gasoline.protocol.clients import CLIENT_NAME_CHARS

RequestContext = ServerRequestContext[Any, Any]


def client_name(ctx: RequestContext) -> str:
    """What the client calls itself."""
    params = ctx.session.client_params
    return params.client_info.name[:CLIENT_NAME_CHARS] if params else "client"


def connection_of(ctx: RequestContext) -> Connection:
    """The connection of a request. It has the cleanup and the custom notifications, but the SDK has no public access
    to it."""
    return ctx.session._connection


def is_current(ctx: RequestContext) -> bool:
    """Whether the client uses a version without a handshake; such clients receive only what they requested."""
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS


def wants_progress(ctx: RequestContext) -> bool:
    """Whether the request has a progress token."""
    return ctx.meta is not None and "progress_token" in ctx.meta
