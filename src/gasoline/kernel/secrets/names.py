"""What a name says about its value: a password, a secret, a token, perhaps a secret, or nothing."""

import re
from enum import Enum
from functools import lru_cache
from itertools import pairwise

from gasoline.kernel.secrets import words as table


class Kind(Enum):
    """How strongly a name suggests a secret, strongest first."""

    PASSWORD = "password"  # noqa: S105  a kind of name
    SECRET = "secret"  # noqa: S105
    TOKEN = "token"  # noqa: S105
    """A secret unless the value is an ordinary word."""
    FIELD = "field"
    """Never leaves a form or the state of a page. In other text, a number is hidden; otherwise the value decides."""
    MAYBE = "maybe"
    """The value decides alone."""
    NOTHING = "nothing"


Words = tuple[str, ...]

STRENGTH = tuple(Kind)
_SENSITIVE_KINDS = frozenset({Kind.PASSWORD, Kind.SECRET, Kind.TOKEN, Kind.FIELD})
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_PASSWORDS = frozenset(table.PASSWORD_WORDS)
_SECRETS = frozenset(table.SECRET_WORDS)
_TOKENS = frozenset(table.TOKEN_WORDS)
_FIELDS = frozenset(table.FIELD_WORDS)
_ALWAYS = _PASSWORDS | _FIELDS
"""Sensitive in a name that says `public`, too."""
_KEY_OWNERS = frozenset(table.KEY_OWNERS)
_TOKEN_OWNERS = frozenset(table.TOKEN_OWNERS)
_EMBEDDED = frozenset(table.EMBEDDED_WORDS)
_DESCRIBING = frozenset(table.DESCRIBING_WORDS)
_VARIANTS = frozenset(table.VARIANT_WORDS)
_PUBLIC = frozenset(table.PUBLIC_WORDS)
_LOCATING = frozenset(table.LOCATING_WORDS)
_POSITIONS = frozenset(table.POSITION_WORDS)
_COUNTING = frozenset(table.COUNTING_WORDS)
_PLACES = frozenset(table.PLACE_WORDS)
_WITH_ID = frozenset(table.WITH_ID_WORDS)
SENSITIVE = _PASSWORDS | _SECRETS | _TOKENS | _FIELDS | frozenset(table.UNCERTAIN_WORDS)
_FORGERY = frozenset({"csrf", "xsrf", "csrfmiddleware", "authenticity", "antiforgery", "forgery"})
_ASP_FORGERY = ("request", "verification", "token")


def _either(words: Words) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_OWNED = re.compile(rf"(.*?)(?:({_either(table.KEY_OWNERS)})(key)|({_either(table.TOKEN_OWNERS)})(token))s?")
_JOINED = re.compile(rf"(.*?)({_either(table.EMBEDDED_WORDS)})({_either(table.ENDING_WORDS)}|s)?")


def is_sensitive_name(name: str) -> bool:
    """Whether the value of such a field, or of such a member of the state, never leaves the page (ACT-07).

    The extension asks the same question with the same words: `make gen` exports them, and
    `tests/data/field_names.json` holds both to the same answers.
    """
    return kind_of(name) in _SENSITIVE_KINDS


@lru_cache(maxsize=4096)
def split_name(name: str) -> Words:
    """Lower-case words, in the singular where that is a sensitive word: `X-APIKeys` has `x`, `api` and `key`."""
    words: list[str] = []
    for part in _WORD.findall(name):
        for word in _parts(part.lower()):
            if words and words[-1] + word in _FIELDS:  # `session_id`, `ccNumber`
                words[-1] += word
            else:
                words.append(word)
    return tuple(words)


def _parts(word: str) -> Words:
    """A word that consists of several: `apikeys`, `clientsecret`, `passwordnew`; but not `tokenizer` or `secretary`."""
    if word in SENSITIVE:
        return (word,)
    if word.endswith("s") and word[:-1] in SENSITIVE:
        return (word[:-1],)
    joined = _OWNED.fullmatch(word) or _JOINED.fullmatch(word)
    if joined is None:
        return (word,)
    return tuple(part for part in joined.groups() if part and part != "s")


@lru_cache(maxsize=4096)
def kind_of(name: str) -> Kind:
    """However it is written: `dbPassword`, `X-Api-Key`, `AWS_SECRET_ACCESS_KEY`, `reset_token_v2`."""
    words = split_name(name)
    kinds = {_kind_at(words, place) for place, word in enumerate(words) if word in SENSITIVE}
    return next((kind for kind in STRENGTH if kind in kinds), Kind.NOTHING)


def may_be_a_result(name: str) -> bool:
    """Whether it may say how many tests did pass, or whether one did."""
    return "pass" in split_name(name)


def grants_nothing(name: str) -> bool:
    """Whether it names a token that grants no access: a position in a list, the id of a submitted form. In contrast, a
    `cursor_api_key`, a `device_password` and a `page_access_token` grant access."""
    words = split_name(name)
    return is_forgery_token(name) or (_says_position(words) and not _has_other_secret(words))


def _says_position(words: Words) -> bool:
    return any(word in _TOKENS and before in _POSITIONS for before, word in pairwise(words))


def _has_other_secret(words: Words) -> bool:
    return not (_PASSWORDS | _SECRETS).isdisjoint(words)


def is_forgery_token(name: str) -> bool:
    """Whether it is the name of a token against forged requests, which grants nothing without the cookie."""
    words = split_name(name)
    return (not _FORGERY.isdisjoint(words) or words[-3:] == _ASP_FORGERY) and not _has_other_secret(words)


def has_embedded_word(name: str) -> bool:
    """Whether it names a secret by one of the words that are joined with others."""
    return not _EMBEDDED.isdisjoint(split_name(name)) and kind_of(name) is not Kind.NOTHING


def _kind_at(words: Words, place: int) -> Kind:
    word, before, after = words[place], words[place - 1] if place else "", words[place + 1 :]
    if _describes(word, before, after) or (word not in _ALWAYS and _is_public(words)):
        return Kind.NOTHING
    is_last = all(each in _VARIANTS or each.isdigit() or each == "id" for each in after)
    if word in _PASSWORDS or (word == "pass" and is_last and not _is_public(words)):
        return Kind.PASSWORD
    if word in _FIELDS:
        return Kind.NOTHING if word == "pin" and before in _PLACES else Kind.FIELD
    return _kind_of_secret(words, word, before) if is_last else _kind_inside(word, before)


def _kind_of_secret(words: Words, word: str, before: str) -> Kind:
    if word in _SECRETS or _is_owned(word, before):
        return Kind.SECRET
    if word not in _TOKENS:
        return Kind.NOTHING if word == "key" and _is_locating(words, before) else Kind.MAYBE
    return Kind.FIELD if before in _POSITIONS else Kind.TOKEN


def _is_locating(words: Words, before: str) -> bool:
    """`cacheKey`, `object_key`, `s3Key`, which is three words."""
    return before in _LOCATING or "".join(words[-3:-1]) in _LOCATING


def _kind_inside(word: str, before: str) -> Kind:
    """The kind of a word that other words follow: `tokenInput`, `apiKeyRow`."""
    is_strong = word in _SECRETS or word in _TOKENS or _is_owned(word, before)
    return Kind.FIELD if is_strong else Kind.NOTHING


def _is_owned(word: str, before: str) -> bool:
    return (word == "key" and before in _KEY_OWNERS) or (word == "token" and before in _TOKEN_OWNERS)


def _describes(word: str, before: str, after: Words) -> bool:
    """Whether the name is about a secret: its type, its length, where to get it, how many there are."""
    if not after:
        return word == "token" and before in _COUNTING
    if after == ("id",):
        return word not in _WITH_ID and (before, word) != ("access", "key")
    return after[0] in _DESCRIBING or after[-1] in _DESCRIBING or after[-1] == "id"


def _is_public(words: Words) -> bool:
    return not _PUBLIC.isdisjoint(words) or words[-3:] == ("web", "socket", "key")
