"""Quotes outside text inside our sentences: paths, keys and names that a page or a project's file chose.

A model trusts our sentences, so any other text in them is a JSON string: on one line, short, with a
beginning and an end that it cannot fake.
"""

import json
import re
from collections.abc import Iterable

from gasoline.kernel.text import truncate_text

ECHO_CHARS = 100  # of a client's own words in an error, and of a page's in a note
MAX_ECHO_ITEMS = 20  # names in one sentence


_PLAIN_NAME = re.compile(r"[\w$@~%./:+<>()\[\]-]{1,200}", re.ASCII)
_METHOD = re.compile(r"[A-Za-z]{1,20}")


def quoted(text: str) -> str:
    literal = json.dumps(truncate_text(text, ECHO_CHARS), ensure_ascii=False)
    return literal if literal.isprintable() else "".join(map(_visible, literal))


def listed(texts: Iterable[str]) -> str:
    """The first few, and how many more there are."""
    known = list(texts)
    shown = ", ".join(map(quoted, known[:MAX_ECHO_ITEMS]))
    more = len(known) - MAX_ECHO_ITEMS
    return f"{shown} and {more} more" if more > 0 else shown


def name_in_prose(name: str) -> str:
    """A path, file or component, bare if it is one word of the characters that such names have."""
    return name if _PLAIN_NAME.fullmatch(name) else quoted(name)


def key_in_prose(key: str) -> str:
    """A field or parameter in quotes, which a plain name cannot end."""
    return f"'{key}'" if _PLAIN_NAME.fullmatch(key) else quoted(key)


def method_in_prose(method: object) -> str:
    """GET for what is not a method."""
    return method if isinstance(method, str) and _METHOD.fullmatch(method) else "GET"


def _visible(char: str) -> str:
    return char if char.isprintable() else json.dumps(char)[1:-1]
