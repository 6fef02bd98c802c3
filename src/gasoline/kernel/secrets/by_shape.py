"""Tokens of vendors that are in no table: a short prefix, then a long random part: `acme_live_4fQ…`."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from gasoline.kernel.linear_regex import compile_linear
from gasoline.kernel.secrets import words as table
from gasoline.kernel.secrets.candidates import Budget, bounded, candidates
from gasoline.kernel.secrets.hit import Hit
from gasoline.kernel.secrets.verdict import (
    Verdict,
    changes_of,
    entropy,
    has_placeholder_word,
    is_mock,
    is_publishable,
    looks_random,
)

SHORTEST = 28
LONGEST = 300  # longer is data
CONTEXT_CHARS = 40  # before a hexadecimal token, in which a word must say what it is
TOKEN_ENTROPY = 3.5
PREFIX_CHANGES = 4  # between kinds of characters; a prefix with so many is a part of the token
_PREFIXED = re.compile(
    r"(?P<prefix>[A-Za-z][0-9A-Za-z]{1,11}(?:[_-](?:[A-Za-z]{1,10}[0-9]{0,3}|[0-9]{1,12})){0,3}?)[_-]"
    r"(?P<random>[0-9A-Za-z]{18,}[0-9A-Za-z_-]*)"
)
_DIGEST = re.compile(r"(?:sha|md|nonce|blake|ripemd|crc|hash|uuid|chunk)[0-9]*(?:[_-]|\Z)", re.IGNORECASE)
_ID_NAME = re.compile(r"(?:[a-z0-9]Id|[_-]id|(?<![0-9A-Za-z])id)\\*[\"'`]?\s*[:=]\s*\\*[\"'`]?\Z")
_HEX = re.compile(r"[0-9a-f]{32,}")
_WORD = re.compile(
    "|".join((*table.TOKEN_WORDS, *table.PASSWORD_WORDS, *table.SECRET_WORDS, r"\bkey\b")), re.IGNORECASE
)


@cache
def _runs() -> Any:
    """What begins with a prefix: runs of letters alone, as in data, are not worth a look."""
    return compile_linear(r"(?:^|[^0-9A-Za-z_-])([A-Za-z][0-9A-Za-z]{1,11}[_-][0-9A-Za-z][0-9A-Za-z_-]{14,})")


def shaped_places(searched: str | bytes) -> Iterator[Any]:
    return iter(_runs().finditer(searched))


def find_shaped(text: str, budget: Budget | None = None) -> Iterator[Hit]:
    """Left to right."""
    return bounded(candidates(_runs(), text, lambda run: _hit(text, *run.span(1))), text, budget)


def _hit(text: str, start: int, stop: int) -> Hit | None:
    run = text[start:stop]
    if (
        not SHORTEST <= len(run) <= LONGEST
        or text[start - 1 : start] in {"/", ".", "@", "+"}
        or text[stop : stop + 1] in {".", "/", "+"}
    ):
        return None
    parts = _PREFIXED.fullmatch(run)
    if parts is None or _DIGEST.match(run) or is_publishable(run) or not _is_prefix(parts["prefix"]):
        return None
    if _ID_NAME.search(text[max(0, start - CONTEXT_CHARS) : start]) or not _is_random(text, start, parts["random"]):
        return None
    verdict = Verdict.PLACEHOLDER if has_placeholder_word(run) else Verdict.MOCK if is_mock(parts["random"]) else None
    return Hit(start, stop, "prefixed-token", "Token", verdict or Verdict.SURE, "warning")


def _is_prefix(prefix: str) -> bool:
    """Whether a person chose it, so that it is not random: `acme_live`, `EZAK`, `Acme`."""
    return all(changes_of(part) < PREFIX_CHANGES for part in re.split(r"[_-]", prefix))


def _is_random(text: str, start: int, random: str) -> bool:
    if _HEX.fullmatch(random):
        line = text[max(0, start - CONTEXT_CHARS) : start].rpartition("\n")[2]
        return _WORD.search(line) is not None
    is_mixed = not random.islower() and not random.isupper()
    is_alphabet = len(set(random)) == len(random)
    return is_mixed and not is_alphabet and looks_random(random) and entropy(random) >= TOKEN_ENTROPY
