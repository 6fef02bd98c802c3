"""A text as a number: memories of what was seen keep that, because the page decides how long its texts are."""

import hashlib

DIGEST_BYTES = 7  # fits one word of the machine; two of a thousand texts meet once in 10^11 times


def digest(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=DIGEST_BYTES).digest(), "big")


def hex_digest(text: str) -> str:
    """64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
