"""What the SDK tells with each request: who asks, over which connection, in which version of the protocol."""

from typing import Any

from mcp.server.connection import Connection
from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from gasoline.model import limits

RequestContext = ServerRequestContext[Any, Any]


def client_name(ctx: RequestContext) -> str:
    """What the client calls itself."""
    params = ctx.session.client_params
    return params.client_info.name[: limits.CLIENT_NAME_CHARS] if params else "client"


def connection_of(ctx: RequestContext) -> Connection:
    """The connection behind a request. The SDK has its clean-up and its notifications of our own there, and no public
    way to it."""
    return ctx.session._connection


def is_current(ctx: RequestContext) -> bool:
    """Whether the client speaks a version without a handshake: nothing is sent to it outside of what it asked for."""
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS


def wants_progress(ctx: RequestContext) -> bool:
    """Whether the request has a token under which progress may be told."""
    return ctx.meta is not None and "progress_token" in ctx.meta
