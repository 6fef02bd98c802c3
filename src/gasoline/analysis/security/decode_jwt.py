"""What a JSON web token says, as far as it may be shown: how it is signed, when it ends, the names of its claims."""

import base64
import binascii
from datetime import UTC, datetime
from typing import Any

import msgspec

CLAIMS = 20
NAME_CHARS = 40
ALGORITHM_CHARS = 10


def decode_jwt(token: str) -> dict[str, Any]:
    """Never the values of its claims, which are about a person; empty where it cannot be read."""
    head, _, rest = token.partition(".")
    header, claims = _decoded_part(head), _decoded_part(rest.partition(".")[0])
    if header is None or claims is None:
        return {}
    shown: dict[str, Any] = {
        "alg": str(header.get("alg", ""))[:ALGORITHM_CHARS],
        "claims": [str(name)[:NAME_CHARS] for name in list(claims)[:CLAIMS]],
    }
    if expires := _time(claims.get("exp")):
        shown["expires"] = expires
    if shown["alg"].lower() == "none":
        shown["unsigned"] = True
    return shown


def _decoded_part(text: str) -> dict[str, Any] | None:
    try:
        data = msgspec.json.decode(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (binascii.Error, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _time(seconds: Any) -> str:
    try:
        return datetime.fromtimestamp(float(seconds), UTC).isoformat()
    except (TypeError, ValueError, OverflowError, OSError):
        return ""
