"""What the daemon answers to a client's first requests, recorded from the real server for every protocol version."""

import json
import tempfile
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.shared.message import SessionMessage
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from gasoline import __version__
from gasoline.capabilities import ALL
from gasoline.kernel.secrets.redaction import redact, redact_json, redact_lines
from gasoline.launch.first_answers import META
from gasoline.protocol.client_notifiers import ClientNotifiers
from gasoline.protocol.listen import ListenStreams
from gasoline.protocol.mcp_parts import McpParts
from gasoline.protocol.mcp_server import build_mcp_server
from gasoline.store.store import Store
from gasoline.toolkit.context import Client, Server
from gasoline.tools.dispatch import Dispatcher
from gasoline.tools.registry import Face, Registry
from gasoline.watchers.clock import LoopClock

CLIENT = {"name": "gen", "version": "0"}
FACES: tuple[Face, ...] = ("composite", "named")


def first_answers() -> str:
    """The file that `gasoline mcp` reads while no daemon runs."""
    return json.dumps(anyio.run(_record), ensure_ascii=False, separators=(",", ":")) + "\n"


async def _record() -> dict[str, Any]:
    initialize, tools, modern = {}, {}, {}
    with tempfile.TemporaryDirectory() as folder:
        parts = _parts(Path(folder))
        for version in HANDSHAKE_PROTOCOL_VERSIONS:
            for face in FACES:
                initialize[version], listed = await _talk(parts, face, version)
                if tools.setdefault(face, listed) != listed:
                    raise AssertionError(f"tools/list of {face} depends on the protocol version: {version}")
        for version in MODERN_PROTOCOL_VERSIONS:
            for face in FACES:
                discovered, listed = await _talk_without_handshake(parts, face, version)
                around = {name: value for name, value in listed.items() if name not in tools[face]}
                answers = {"server/discover": discovered, "tools/list": around}
                if modern.setdefault(version, answers) != answers or {**listed, **tools[face]} != listed:
                    raise AssertionError(f"the answers of {face} differ in protocol version {version}")
    return {"initialize": initialize, "tools": tools, "modern": modern}


def _parts(folder: Path) -> McpParts:
    store = Store(folder / "logs.jsonl", redact, redact_lines)
    facts = Server(version=__version__, port=0, log_file=folder / "logs.jsonl", uptime_s=lambda: 0.0)
    dispatcher = Dispatcher(Registry(ALL), store, facts, redact_json)
    exits = ClientNotifiers(store.notices, dispatcher.json, LoopClock())
    return McpParts(dispatcher, store.notices, exits, __version__)


async def _talk(parts: McpParts, face: Face, version: str) -> list[Any]:
    """The results of `initialize` and `tools/list`."""
    who = {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}
    return await _results(parts, face, (("initialize", who), ("tools/list", None)))


async def _talk_without_handshake(parts: McpParts, face: Face, version: str) -> list[Any]:
    """The results of `server/discover` and `tools/list`."""
    about = {"protocolVersion": version, "clientInfo": CLIENT, "clientCapabilities": {}}
    params = {"_meta": {META + name: value for name, value in about.items()}}
    return await _results(parts, face, (("server/discover", params), ("tools/list", params)))


async def _results(parts: McpParts, face: Face, requests: tuple[tuple[str, dict[str, Any] | None], ...]) -> list[Any]:
    server = build_mcp_server(parts, ListenStreams(parts.exits), face, lambda _: Client("gen", 0))
    to_server, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](1)
    outgoing, from_server = anyio.create_memory_object_stream[SessionMessage](1)
    results = []
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(server.run, incoming, outgoing, server.create_initialization_options())
        for number, (method, params) in enumerate(requests):
            await to_server.send(_message(id=number, method=method, **({"params": params} if params else {})))
            answer = (await from_server.receive()).message
            results.append(json.loads(answer.model_dump_json(by_alias=True, exclude_unset=True))["result"])
            if method == "initialize":
                await to_server.send(_message(method="notifications/initialized"))
        tasks.cancel_scope.cancel()
    return results


def _message(**fields: Any) -> SessionMessage:
    return SessionMessage(types.jsonrpc_message_adapter.validate_json(json.dumps({"jsonrpc": "2.0", **fields})))
