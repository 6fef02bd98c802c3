"""Answers `initialize`, `server/discover` and `tools/list` from a generated file while the daemon is starting."""
# pathlib would cost each AI client 3 ms at its start.
# ruff: noqa: PTH118, PTH120, PTH123

import json
import os

from gasoline.launch.forwarder.json_rpc import Message, request_id

FILE = os.path.join(os.path.dirname(__file__), "first_answers.json")
DEFAULT_FACE = "composite"
INITIALIZED = "notifications/initialized"
META = "io.modelcontextprotocol/"
META_KEYS = {META + "protocolVersion", META + "clientInfo", META + "clientCapabilities"}
"""What a client without a handshake says of itself in each request."""


class FirstAnswers:
    """What the daemon would say to a client's first requests. Whatever is unusual waits for the daemon."""

    def __init__(self, face: str | None) -> None:
        self._face = face or DEFAULT_FACE
        self._version: str | None = None
        self._is_initialized = False

    def answer(self, message: Message) -> bytes | None:
        """The line that answers a message; None if only the daemon can answer it."""
        about, method, params = request_id(message), message.get("method"), message.get("params")
        if about is None:
            return None
        result: object = None
        if method == "initialize":
            result = self._initialize(params)
        elif method == "tools/list" and self._version is not None and not params:
            result = _read()["tools"][self._face]
        elif method in ("tools/list", "server/discover"):
            result = self._without_handshake(method, params)
        if result is None:
            return None
        answer = {"jsonrpc": "2.0", "id": about, "result": result}
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    def swallows(self, message: Message) -> bool:
        """The client confirms a handshake that the daemon gets from the forwarder later, with its confirmation."""
        if message.get("method") != INITIALIZED or self._version is None or self._is_initialized:
            return False
        self._is_initialized = True
        return True

    def _initialize(self, params: object) -> object:
        version = params.get("protocolVersion") if isinstance(params, dict) and _is_complete(params) else None
        if not isinstance(version, str) or version not in (answers := _read()["initialize"]):
            return None
        self._version = version
        return answers[version]

    def _without_handshake(self, method: str, params: object) -> object:
        """Newer protocol versions have no handshake: every request says who asks, in which version."""
        meta = params.get("_meta") if isinstance(params, dict) and set(params) == {"_meta"} else None
        if not isinstance(meta, dict) or set(meta) != META_KEYS:
            return None
        who = {"clientInfo": meta[META + "clientInfo"], "capabilities": meta[META + "clientCapabilities"]}
        answers = _read()
        version = answers["modern"].get(meta[META + "protocolVersion"]) if _is_complete(who) else None
        if not isinstance(version, dict):
            return None
        tools = answers["tools"][self._face]
        return {**version[method], **(tools if method == "tools/list" and isinstance(tools, dict) else {})}


def _is_complete(params: dict[str, object]) -> bool:
    """The daemon refuses an `initialize` that lacks something, and says what."""
    client = params.get("clientInfo")
    has_client = isinstance(client, dict) and all(isinstance(client.get(name), str) for name in ("name", "version"))
    return has_client and isinstance(params.get("capabilities"), dict)


def _read() -> dict[str, dict[str, object]]:
    """`initialize` by protocol version, `tools` by the face of the tools, `modern` by version and method."""
    with open(FILE, encoding="utf-8") as file:
        return dict(json.load(file))
