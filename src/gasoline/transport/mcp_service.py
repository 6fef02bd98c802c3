"""MCP by the official SDK: a server for each local connection, and streamable HTTP."""

import asyncio

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from gasoline.protocol.clients import CLIENT_NAME_CHARS, MAX_MCP_SESSIONS, Clients
from gasoline.protocol.listen import ListenStreams
from gasoline.protocol.mcp_parts import McpParts
from gasoline.protocol.mcp_server import build_mcp_server
from gasoline.protocol.request_context import RequestContext, client_name, connection_of, is_current
from gasoline.toolkit.context import Client
from gasoline.tools.registry import Face
from gasoline.transport.early_session import Replay
from gasoline.transport.get_streams import GetStreams
from gasoline.transport.guard import MCP_BYTES
from gasoline.transport.line_streams import line_streams

MCP_SESSION_IDLE_S = 30 * 60.0  # a session without any request or stream for so long ends


class McpService:
    def __init__(self, parts: McpParts, clients: Clients, face: Face) -> None:
        self._parts = parts
        self._clients = clients
        self.streams = ListenStreams(parts.exits)
        self.sessions = StreamableHTTPSessionManager(
            build_mcp_server(parts, self.streams, face, self._http_client),
            max_request_body_size=MCP_BYTES,
            max_sessions=MAX_MCP_SESSIONS,
            session_idle_timeout=MCP_SESSION_IDLE_S,
        )
        self.http = GetStreams(self.sessions, self._http_client_can_receive)

    async def serve_lines(
        self,
        client: Client,
        face: Face,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        replay: Replay,
    ) -> None:
        """A client on the local socket, until it disconnects. `replay` is what it said before the SDK was there."""

        def client_of(ctx: RequestContext) -> Client:
            client.name = client_name(ctx)
            return client

        server = build_mcp_server(self._parts, self.streams, face, client_of)
        async with line_streams(reader, writer, replay) as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    def _http_client(self, ctx: RequestContext) -> Client:
        request, name = ctx.request, client_name(ctx)
        if request is None:
            return self._clients.without_session(name)
        session = request.headers.get("mcp-session-id")
        if session is None or is_current(ctx):
            said = request.query_params.get("client", "")
            return self._clients.without_session(said[:CLIENT_NAME_CHARS] or name)
        if not self._clients.knows(session):
            connection_of(ctx).exit_stack.callback(self._clients.forget, session)
        return self._clients.over_http(session, name)

    def _http_client_can_receive(self, session: str, now: bool) -> None:
        if client := self._clients.set_can_receive(session, now=now):
            self._parts.exits.reconsider(client)
