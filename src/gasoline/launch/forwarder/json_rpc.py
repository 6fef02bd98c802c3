"""The part of JSON-RPC that the forwarder needs: parsing lines and writing error answers."""

import json

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INTERNAL_ERROR = -32603

Message = dict[str, object]
RequestId = str | int | float


class BadLine(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def parse_line(line: bytes) -> list[Message]:
    """The messages of a line: one, or those of a batch."""
    try:
        value = json.loads(line.decode())
    except (ValueError, RecursionError) as error:
        raise BadLine(PARSE_ERROR, f"the line is not JSON ({error}); send one JSON-RPC message per line") from error
    messages = value if isinstance(value, list) else [value]
    if not all(isinstance(message, dict) for message in messages):
        raise BadLine(INVALID_REQUEST, "the line is JSON but not a JSON-RPC message: expected an object")
    return messages


def request_id(message: Message) -> RequestId | None:
    """The id of a message that expects an answer."""
    return _id_of(message) if "method" in message else None


def answered_id(message: Message) -> RequestId | None:
    """The id of the request that a message answers."""
    return None if "method" in message else _id_of(message)


def error_line(about: RequestId | None, code: int, message: str) -> bytes:
    answer = {"jsonrpc": "2.0", "id": about, "error": {"code": code, "message": message}}
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", errors="replace") + b"\n"


def _id_of(message: Message) -> RequestId | None:
    found = message.get("id")
    return found if isinstance(found, (str, int, float)) else None
