"""The fields of a JSON answer whose names say that they hold personal data or secrets."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from gasoline.analysis.security.captures import SECURITY_SCAN_CHARS
from gasoline.analysis.security.find_pii import find_pii
from gasoline.analysis.security.pii.card import is_card
from gasoline.analysis.security.pii.phone import is_dialable
from gasoline.kernel.partial_json import parse_partial_json
from gasoline.kernel.secrets.names import Kind, kind_of
from gasoline.kernel.secrets.verdict import LONGEST_WORD, has_placeholder_word, is_mock, is_plain_word
from gasoline.model.bounds import KEY_CHARS
from gasoline.model.events import NetworkBody

PII_CANDIDATES_OF_BODY = 200  # numbers and addresses in one response that are looked at
PII_DEPTH = 5  # SEC-06

_PII = re.compile(
    r"(?:^|_)(?:e_?mail|phone|mobile|ssn|social_security|credit_card|card_number|address(?:es)?|date_of_birth|dob|iban)(?:$|_(?:number|address|line[0-9]?|1|2)$)"
)
_NO_PERSON = re.compile(r"(?:^|_)(?:ip|mac|contract|wallet|server|remote|host|web)_address")
_POSTAL = re.compile(r"(?:^|_)(?:street|line_?[0-9]|city|town|zip|postal|post_?code)")
_DIALLED = re.compile(
    r"(?:1[ .-])?[2-9][0-9]{2}[ .-][2-9][0-9]{2}[ .-][0-9]{4}"
)  # as numbers are given in North America
_NUMBER_NAME = re.compile(
    r"(?:^|_)(?:id|sku|no|nr|num|number|code|serial|part|order|invoice|isbn|ref|reference|version)$"
)
_MAY_BE_PII = re.compile(r"@|\+|[0-9]{3}")
_HUMP = re.compile(r"([a-z0-9])([A-Z])")

PLAIN_TEXTS = frozenset(
    {
        "",
        "text/plain",
        "text/csv",
        "application/csv",
        "text/tab-separated-values",
        "text/event-stream",
        "text/xml",
        "application/xml",
        "application/json",
    }
)
"""Read as they are, unless they turn out to be an object or a list of JSON."""
LINES = frozenset({"application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-seq"})
"""Several JSON texts, which are read as plain text, too."""
NOT_PERSONAL = frozenset({Kind.PASSWORD, Kind.SECRET, Kind.TOKEN})
"""Tokens and passwords have rules of their own."""


class Leaf(NamedTuple):
    name: str
    path: str
    value: Any


@dataclass
class Leaves:
    """Every value of a JSON answer down to five levels; none where it is not JSON."""

    found: list[Leaf] = field(default_factory=list)
    has_deeper: bool = False
    """Whether there are fields below."""


def _leaves(text: str) -> Leaves:
    leaves = Leaves()
    if _is_json(text):
        _collect(_decoded(text), "", "$", PII_DEPTH, leaves)
    return leaves


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] in {"{", "["}


def _decoded(text: str) -> Any:
    """The complete part of a response that is longer than what was captured."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        prefix = parse_partial_json(text)
        return prefix.value if prefix else []


def _collect(data: Any, name: str, path: str, depth: int, leaves: Leaves) -> None:
    if isinstance(data, dict):
        leaves.has_deeper |= bool(data) and not depth
        if depth and _is_postal(name, data):
            leaves.found.append(
                Leaf(name, path, " ".join(str(part) for part in data.values() if isinstance(part, str)))
            )
        for key, item in data.items() if depth else ():
            _collect(item, key, f"{path}.{key[:KEY_CHARS]}", depth - 1, leaves)
    elif isinstance(data, list):
        for index, item in enumerate(data):
            _collect(item, name, f"{path}[{index}]", depth, leaves)
    else:
        leaves.found.append(Leaf(name, path, data))


def _is_postal(name: str, data: dict[str, Any]) -> bool:
    """An address in parts; that of a server has other ones."""
    return "address" in (_pii_name(name) or "") and any(_POSTAL.search(_flat(key)) for key in data)


def is_empty(value: Any) -> bool:
    return value is None or value == "" or isinstance(value, bool)


class PersonalField(NamedTuple):
    """The personal data of an answer."""

    leaves: list[Leaf]
    is_complete: bool
    """False where there were more candidates than are examined."""
    has_deeper: bool
    """Fields below five levels were not read."""
    is_unread: bool
    """Neither JSON nor plain text: HTML, scripts, styles."""


def personal_fields(body: NetworkBody) -> PersonalField:
    """Fields that hold personal data: by their name, or by what stands in the value. Also in text and CSV."""
    kind = (body.content_type or "").partition(";")[0].strip().lower()
    text = body.response_body or ""
    return _personal(text, is_plain=kind in PLAIN_TEXTS or kind in LINES, is_one=kind not in LINES)


@lru_cache(maxsize=256)
def _personal(text: str, *, is_plain: bool, is_one: bool) -> PersonalField:
    tries = iter(range(PII_CANDIDATES_OF_BODY))
    json = _leaves(text) if is_one else Leaves()
    fields = json.found
    if not fields and is_plain:
        fields = [Leaf("", "$", text[:SECURITY_SCAN_CHARS])]
    found = [each for leaf in fields if not is_empty(leaf.value) for each in _personal_in(leaf, tries)]
    is_unread = bool(text) and not is_plain and not _is_json(text)
    return PersonalField(found, next(tries, None) is not None, json.has_deeper, is_unread)


def _personal_in(leaf: Leaf, tries: Iterator[int]) -> Iterator[Leaf]:
    if _is_named_pii(leaf):
        yield leaf
    elif kind_of(leaf.name) not in NOT_PERSONAL and isinstance(leaf.value, str) and _MAY_BE_PII.search(leaf.value):
        for hit in find_pii(leaf.value, tries):
            value = leaf.value[hit.start : hit.stop]
            if hit.kind != "phone" or _is_plain_phone(leaf.name, value, is_all=value == leaf.value):
                yield Leaf(leaf.name or hit.kind, leaf.path, value)


def _is_named_pii(leaf: Leaf) -> bool:
    """In a translation, a field name is followed by a word; a street cannot be distinguished from one."""
    kind = _pii_name(leaf.name)
    if kind is None:
        return False
    text = str(leaf.value)
    if "mail" in kind:
        return "@" in text
    if "phone" in kind or "mobile" in kind:
        return is_dialable(text)
    return "address" in kind or any(char.isdigit() for char in text)


@lru_cache(maxsize=4096)
def _pii_name(name: str) -> str | None:
    flat = _flat(name)
    found = _PII.search(flat)
    return found.group() if found and not _NO_PERSON.search(flat) else None


def _is_plain_phone(name: str, value: str, *, is_all: bool) -> bool:
    """Without a telling name, digits with dashes are a phone number only in a usual notation, and inside a longer text
    only with a prefix or brackets."""
    if value.startswith(("+", "(", "1-8")):
        return True
    return is_all and _DIALLED.fullmatch(value) is not None and not _NUMBER_NAME.search(_flat(name))


def is_word(value: str) -> bool:
    """Whether the value is a plain word, as in a translation file: `"password": "Passwort"`."""
    return len(value) <= LONGEST_WORD and is_plain_word(value)


def is_made_up(value: Any) -> bool:
    """Values that are plainly mock data lower a finding to info (SEC-11). The numbers of cards for tests do not: where
    a page under development shows one, it will show real ones."""
    text = str(value)
    return has_placeholder_word(text) or (is_mock(text) and not is_card(text))


def _flat(name: str) -> str:
    return _HUMP.sub(r"\1_\2", name).replace("-", "_").lower()
