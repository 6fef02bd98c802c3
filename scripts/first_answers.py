"""What the daemon answers to a client's first requests, recorded from the real server for every protocol version."""

import json
import tempfile
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from gasoline import __version__
from gasoline.capabilities import ALL
from gasoline.kernel.secrets.redaction import redact, redact_json, redact_lines
from gasoline.protocol.client_notifiers import ClientNotifiers
from gasoline.protocol.listen import ListenStreams
from gasoline.protocol.mcp_parts import McpParts
from gasoline.protocol.mcp_server import build_mcp_server
from gasoline.store.store import Store
from gasoline.toolkit.context import Client, Server
from gasoline.tools.dispatch import Dispatcher
from gasoline.tools.registry import Face, Registry
from gasoline.watchers.clock import LoopClock

FACES: tuple[Face, ...] = ("composite", "named")


def first_answers() -> str:
    """The file that `gasoline mcp` reads while no daemon runs."""
    return json.dumps(anyio.run(_record), ensure_ascii=False, separators=(",", ":")) + "\n"


async def _record() -> dict[str, Any]:
    initialize, tools = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        parts = _parts(Path(folder))
        for version in HANDSHAKE_PROTOCOL_VERSIONS:
            for face in FACES:
                initialize[version], listed = await _talk(parts, face, version)
                if tools.setdefault(face, listed) != listed:
                    raise AssertionError(f"tools/list of {face} depends on the protocol version: {version}")
    return {"initialize": initialize, "tools": tools}


def _parts(folder: Path) -> McpParts:
    store = Store(folder / "logs.jsonl", redact, redact_lines)
    facts = Server(version=__version__, port=0, log_file=folder / "logs.jsonl", uptime_s=lambda: 0.0)
    dispatcher = Dispatcher(Registry(ALL), store, facts, redact_json)
    exits = ClientNotifiers(store.notices, dispatcher.json, LoopClock())
    return McpParts(dispatcher, store.notices, exits, __version__)


async def _talk(parts: McpParts, face: Face, version: str) -> list[Any]:
    """The results of `initialize` and `tools/list`."""
    server = build_mcp_server(parts, ListenStreams(parts.exits), face, lambda _: Client("gen", 0))
    to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](1)
    outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](1)
    who = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "gen", "version": "0"}}
    results = []
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(server.run, incoming, outgoing, server.create_initialization_options())
        for number, (method, params) in enumerate((("initialize", who), ("tools/list", None))):
            await to_server.send(_message(id=number, method=method, **({"params": params} if params else {})))
            answer = (await from_server.receive()).message
            results.append(json.loads(answer.model_dump_json(by_alias=True, exclude_unset=True))["result"])
            if method == "initialize":
                await to_server.send(_message(method="notifications/initialized"))
        tasks.cancel_scope.cancel()
    return results


def _message(**fields: Any) -> SessionMessage:
    return SessionMessage(types.jsonrpc_message_adapter.validate_json(json.dumps({"jsonrpc": "2.0", **fields})))
