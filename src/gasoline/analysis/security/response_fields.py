"""The fields of a JSON answer whose names say that they hold personal data or secrets (v6, PII field detection)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from gasoline.analysis.security.find_pii import find_pii
from gasoline.analysis.security.names import NO_CREDENTIAL
from gasoline.analysis.security.verdict import LONGEST_WORD, has_placeholder_word, is_masked, is_mock, is_plain_word
from gasoline.model import limits
from gasoline.model.events import NetworkBody

_PII = re.compile(
    r"(?:^|_)(?:e_?mail|phone|mobile|ssn|social_security|credit_card|card_number|address|date_of_birth|dob|iban)(?:$|_(?:number|address|line[0-9]?|1|2)$)"
)
_NO_PERSON = re.compile(r"(?:^|_)(?:ip|mac|contract|wallet|server|remote|host|web)_address")
_SECRET = re.compile(r"(?:^|_)(?:password|passwd|secret|token|api_key|private_key)$|^(?:jwt|pwd)$")
_DIALLED = re.compile(r"[2-9][0-9]{2}[ .-][2-9][0-9]{2}[ .-][0-9]{4}")  # as numbers are given in North America
_NUMBER_NAME = re.compile(
    r"(?:^|_)(?:id|sku|no|nr|num|number|code|serial|part|order|invoice|isbn|ref|reference|version)$"
)
_MAY_BE_PII = re.compile(r"@|[0-9]{3}")
_HUMP = re.compile(r"([a-z0-9])([A-Z])")
SHORTEST_SECRET = 4


@dataclass(frozen=True)
class Leaf:
    name: str
    path: str
    value: Any


@lru_cache(maxsize=256)
def leaves(text: str) -> list[Leaf]:
    """Every value of a JSON answer down to five levels; none where it is no JSON."""
    if text.lstrip()[:1] not in {"{", "["}:
        return []
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return []
    return list(_walk(data, "", "$", limits.PII_DEPTH))


def _walk(data: Any, name: str, path: str, depth: int) -> Iterator[Leaf]:
    if not isinstance(data, dict | list):
        yield Leaf(name, path, data)
        return
    if depth == 0:
        return
    if isinstance(data, list):
        for index, item in enumerate(data):
            yield from _walk(item, name, f"{path}[{index}]", depth)
        return
    for key, item in data.items():
        yield from _walk(item, key, f"{path}.{key[: limits.KEY_CHARS]}", depth - 1)


def is_empty(value: Any) -> bool:
    return value is None or value == "" or isinstance(value, bool)


def personal(body: NetworkBody) -> list[Leaf]:
    """Fields that hold personal data: by their name, or by a value that can be nothing else."""
    return _personal(body.response_body or "")


@lru_cache(maxsize=256)
def _personal(text: str) -> list[Leaf]:
    return [leaf for leaf in leaves(text) if not is_empty(leaf.value) and _is_personal(leaf)]


def _is_personal(leaf: Leaf) -> bool:
    return _is_named_pii(leaf) or _is_pii(leaf)


def _is_named_pii(leaf: Leaf) -> bool:
    """A name in a translation is followed by a word; of a street there is no telling."""
    kind = _pii_name(leaf.name)
    if kind is None:
        return False
    text = str(leaf.value)
    if "mail" in kind:
        return "@" in text
    return "address" in kind or any(char.isdigit() for char in text)


@lru_cache(maxsize=4096)
def _pii_name(name: str) -> str | None:
    flat = _flat(name)
    found = _PII.search(flat)
    return found.group() if found and not _NO_PERSON.search(flat) else None


def _is_pii(leaf: Leaf) -> bool:
    value = leaf.value
    if not isinstance(value, str) or len(value) > limits.KEY_CHARS or not _MAY_BE_PII.search(value):
        return False
    return any(
        hit.start == 0 and hit.stop == len(value) and (hit.kind != "phone" or _is_plain_phone(leaf))
        for hit in find_pii(value)
    )


def _is_plain_phone(leaf: Leaf) -> bool:
    """Without a name that says so, digits with dashes are a phone number only as one is written or dialled."""
    if leaf.value.startswith(("+", "(")):
        return True
    return _DIALLED.fullmatch(leaf.value) is not None and not _NUMBER_NAME.search(_flat(leaf.name))


def secrets(body: NetworkBody) -> list[Leaf]:
    """Fields that hold a token or a password."""
    return [
        leaf
        for leaf in leaves(body.response_body or "")
        if isinstance(leaf.value, str) and _is_secret(leaf.name, leaf.value)
    ]


@lru_cache(maxsize=4096)
def _is_secret_name(name: str) -> bool:
    flat = _flat(name)
    return _SECRET.search(flat) is not None and not NO_CREDENTIAL.search(flat)


def _is_secret(name: str, value: str) -> bool:
    if not _is_secret_name(name) or len(value) < SHORTEST_SECRET:
        return False
    return " " not in value and not is_masked(value) and not value.startswith("http")


def is_word(value: str) -> bool:
    """As in a file of translations: `"password": "Passwort"`."""
    return len(value) <= LONGEST_WORD and is_plain_word(value)


def is_made_up(value: Any) -> bool:
    """v6: values that are plainly mock data lower a finding to info."""
    text = str(value)
    return has_placeholder_word(text) or is_mock(text)


def _flat(name: str) -> str:
    return _HUMP.sub(r"\1_\2", name).replace("-", "_").lower()
