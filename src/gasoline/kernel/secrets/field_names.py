"""Names of form fields and of state whose value never leaves the page.

The words are those of the one table. The extension asks the same question: `make gen` exports them, and
`tests/data/field_names.json` holds both to the same answers. A name counts word by word: `cardNumber` has the word
`card`, `discardDraft` has not.
"""

import re
from itertools import pairwise

from gasoline.kernel.secrets import words

WORDS = (
    *words.PASSWORD_WORDS,
    *words.SECRET_WORDS,
    *words.TOKEN_WORDS,
    *words.FIELD_WORDS,
    *(f"{owner}key" for owner in words.KEY_OWNERS),
)
"""Each is one word of a name, or two words that follow one another: `apikey`, `apiKey`, `API_KEY`."""

EMBEDDED_WORDS = words.EMBEDDED_WORDS
ORDINARY_WORDS = words.ORDINARY_WORDS

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_WORDS = frozenset(WORDS)


def is_sensitive_name(name: str) -> bool:
    found = [word.lower() for word in _WORD.findall(name)]
    pairs = (first + second for first, second in pairwise(found))
    return any(_is_sensitive(word) for word in found) or not _WORDS.isdisjoint(pairs)


def _is_sensitive(word: str) -> bool:
    if word in _WORDS or word.removesuffix("s") in _WORDS:
        return True
    return _has_any(word, EMBEDDED_WORDS) and not _has_any(word, ORDINARY_WORDS)


def _has_any(word: str, parts: tuple[str, ...]) -> bool:
    return any(part in word for part in parts)
