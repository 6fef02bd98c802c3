"""What server and extension compute when they pair. `extension/src/worker/server/proof.ts` computes the same."""

import hashlib
import hmac
import re
from typing import Literal

# EXT-09: from the fixed key in extension/manifest.json; a test computes it
EXTENSION_ID = "pgnhnicdocpmnalajklfkmnaooihmdfi"
PAIR_WINDOW_S = 60.0  # GUARD-10, GUARD-12: after `gasoline pair`, or the first start of `gasoline serve`
PAIR_CODE_S = 600.0  # how long a code that a person gave is expected
PAIR_CODE_CHARS = 16  # 80 bits in base32, so that nobody finds a code from its proof

Role = Literal["server", "extension", "session"]

FIREFOX_ID = "gasoline@gasoline-mcp.github.io"
"""What Firefox calls the extension, from extension/buildTargets.mjs; its origin is another one in each profile."""
EXTENSION_ORIGIN = f"chrome-extension://{EXTENSION_ID}"
STORE_EXTENSION_ID: str | None = None
"""The id that the store gives to the extension at its first upload (docs/publishing.md); None before that."""
FIREFOX_ORIGIN = re.compile(r"moz-extension://[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""Firefox gives each installation of an extension a random one: it says nothing about which extension it is."""
CODE = re.compile(f"[0-9A-HJKMNP-TV-Z]{{{PAIR_CODE_CHARS}}}")
"""Crockford's base32: no I, L, O and U."""


class BadCode(ValueError):
    """It is not a code that the popup shows."""


def extension_origins(store_id: str | None = STORE_EXTENSION_ID) -> frozenset[str]:
    """The origins of our extension: loaded unpacked, and from the store."""
    return frozenset({EXTENSION_ORIGIN} | ({f"chrome-extension://{store_id}"} if store_id else set()))


def is_firefox_origin(origin: str) -> bool:
    return FIREFOX_ORIGIN.fullmatch(origin) is not None


def extension_key(token: str, origin: str, pairing_id: str) -> str:
    """What the extension keeps instead of the token: each pairing has a key of its own, which begins with its id."""
    return f"{pairing_id}.{_hmac(token, f'gasoline extension key|{origin}|{pairing_id}')}"


def pairing_proof(secret: str, role: Role, address: str, extension_nonce: str, server_nonce: str) -> str:
    """Binds the secret to one side, one address and one exchange, so that it is of no use anywhere else."""
    return _hmac(secret, f"gasoline.v1|{role}|{address}|{extension_nonce}|{server_nonce}")


def normalize_code(typed: str) -> str:
    """The code as it is computed with: without the dashes that make it readable."""
    code = re.sub(r"[\s-]", "", typed).upper()
    if not CODE.fullmatch(code):
        raise BadCode(f"'{typed[:40]}' is not a pairing code: copy the command that the extension's popup shows.")
    return code


def _hmac(key: str, text: str) -> str:
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()
