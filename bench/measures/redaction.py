"""Masking 100 KB of text that a page made to be slow, beside as much of ordinary text: in this process."""

import json
import random
import time

from gasoline.kernel.secrets import formats
from gasoline.kernel.secrets.redaction import redact
from row import Must, Row
from spread import ms
from workbench import Workbench

CHARS = 100_000
ROUNDS = 3
MUST = Must(60, "ms", tolerance=0.5, counts=False)
NAMES = ("pwd", "password", "passphrase", "secret", "api_key", "key", "token", "auth", "sig", "cookie", "otp")
AFTER_NAMES = ("", "=", ":", "= ", "=1", "==", "=>", "='", '":"', '\\":\\"', "=$aaa", "=Aa1bB2cC3dD4eE5fF6gG7hH8iI9&")
SIGNS = ("=", ":", "-", "@", ".", '"', "\\", '\\"', "://", "://a:", "0Q~", "1", "4111 1111 1111 1112 ", "a@b.c ")
FILLER = "aA1b_-"


def run(_: Workbench) -> list[Row]:
    redact("key=1")  # the tables are built when first asked for
    ordinary = _ms(_ordinary())
    slowest = max((_ms(text), what) for what, text in _hostile().items())
    took, what = slowest
    return [Row(f"masking 100 KB, slowest: {what!r}", ms(took), ms(ordinary), took / ordinary, MUST, took)]


def _ordinary() -> str:
    items = (
        {"id": n, "name": "Lamp", "key": f"k{n}", "at": "2026-01-31T12:00:00Z", "note": "a word or two"}
        for n in range(2_000)
    )
    return json.dumps(list(items))[:CHARS]


def _hostile() -> dict[str, str]:
    """What begins a secret, over and over: close together, apart, and at odd distances."""
    literals = sorted({literal for row in formats.ALL for literal in row.literals})
    named = [lead + name + after for name in NAMES for after in AFTER_NAMES for lead in ("", "&")]
    pieces = [*literals, *(f"{literal} " for literal in literals), *named, *SIGNS]
    odd = random.Random(1)
    return {piece: (piece * CHARS)[:CHARS] for piece in pieces} | {f"{one} + ?": _at_odds(one, odd) for one in literals}


def _at_odds(piece: str, odd: random.Random) -> str:
    parts = (piece + "".join(odd.choices(FILLER, k=odd.randrange(9))) for _ in range(CHARS // len(piece)))
    return "".join(parts)[:CHARS]


def _ms(text: str) -> float:
    return min(_once(text) for _ in range(ROUNDS)) * 1000


def _once(text: str) -> float:
    start = time.process_time()
    redact(text)
    return time.process_time() - start
