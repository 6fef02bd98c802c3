"""What a name says about its value: a password, a secret, a token, perhaps a secret, or nothing."""

import re
from enum import Enum
from functools import lru_cache

from gasoline.kernel.secrets import words as table


class Kind(Enum):
    PASSWORD = "password"  # noqa: S105  a kind of name
    SECRET = "secret"  # noqa: S105
    TOKEN = "token"  # noqa: S105
    """A secret unless the value is an ordinary word."""
    MAYBE = "maybe"
    """The value decides alone."""
    NOTHING = "nothing"


Words = tuple[str, ...]

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_PASSWORDS = frozenset(table.PASSWORD_WORDS)
_SECRETS = frozenset(table.SECRET_WORDS)
_TOKENS = frozenset(table.TOKEN_WORDS)
_UNCERTAIN = frozenset(table.UNCERTAIN_WORDS)
_KEY_OWNERS = frozenset(table.KEY_OWNERS)
_TOKEN_OWNERS = frozenset(table.TOKEN_OWNERS)
_DESCRIBING = frozenset(table.DESCRIBING_WORDS)
_VARIANTS = frozenset(table.VARIANT_WORDS)
_PUBLIC = frozenset(table.PUBLIC_WORDS)
_POSITIONS = frozenset(table.POSITION_WORDS)
SENSITIVE = _PASSWORDS | _SECRETS | _TOKENS | _UNCERTAIN
_FORGERY = frozenset({"csrf", "xsrf"})
_WITH_ID = frozenset({"secret", "session"})
_EMBEDDED = re.compile("|".join(sorted(table.EMBEDDED_WORDS, key=len, reverse=True)))
_JOINED = re.compile(rf"(.*?)({'|'.join(sorted(_KEY_OWNERS | _TOKEN_OWNERS, key=len, reverse=True))})(key|token)(s?)")
_PASSWORD_PART = re.compile("passw|passphrase|pwd")
_NOT_EMBEDDED = re.compile("|".join(table.ORDINARY_WORDS))
_COUNTED = frozenset(
    {"max", "min", "total", "prompt", "completion", "input", "output", "num", "n", "reasoning", "cached"}
)


@lru_cache(maxsize=4096)
def split_name(name: str) -> Words:
    """Lower-case words, in the singular where that is a sensitive word: `X-APIKeys` has `x`, `api` and `key`."""
    return tuple(word for part in _WORD.findall(name) for word in _parts(part.lower()))


def _parts(word: str) -> Words:
    if word.endswith("s") and word[:-1] in SENSITIVE:
        return (word[:-1],)
    joined = None if word in SENSITIVE else _JOINED.fullmatch(word)
    if joined is None:
        return (word,)
    return tuple(part for part in joined.groups()[:3] if part)


@lru_cache(maxsize=4096)
def kind_of(name: str) -> Kind:
    """However it is written: `dbPassword`, `X-Api-Key`, `AWS_SECRET_ACCESS_KEY`, `reset_token_v2`."""
    words = split_name(name)
    place = _last_sensitive(words)
    if place is None:
        return _embedded_kind(words)
    if _describes(words, place) or (_is_public(words) and words[place] not in _PASSWORDS):
        return Kind.NOTHING
    return _kind_at(words, place)


def grants_nothing(name: str) -> bool:
    """Whether it is the name of a token that lets nobody in: where a list goes on, which form was sent."""
    return not _POSITIONS.isdisjoint(split_name(name))


def is_forgery_token(name: str) -> bool:
    """Whether it is the name of a token against forged requests, which grants nothing without the cookie."""
    return not _FORGERY.isdisjoint(split_name(name))


def describes_secret(name: str) -> bool:
    """Whether it is the name of something about a secret: its type, its length, where to get it."""
    words = split_name(name)
    place = _last_sensitive(words)
    if place is None:
        return not words or words[-1] in _DESCRIBING or _NOT_EMBEDDED.search("".join(words)) is not None
    return _describes(words, place) or _is_public(words)


def has_embedded_word(name: str) -> bool:
    """One of the words anywhere in the name."""
    return _EMBEDDED.search(name.lower()) is not None and not describes_secret(name)


def _last_sensitive(words: Words) -> int | None:
    places = [place for place, word in enumerate(words) if word in SENSITIVE]
    if not places:
        return None
    return next((place for place in reversed(places) if words[place] in _PASSWORDS), places[-1])


def _describes(words: Words, place: int) -> bool:
    after = words[place + 1 :]
    if not after:
        return words[place] == "token" and words[place - 1] in _COUNTED and place > 0
    if after == ("id",):
        return words[place] not in _WITH_ID and words[place - 1 : place + 1] != ("access", "key")
    return after[0] in _DESCRIBING or after[-1] in _DESCRIBING or after[-1] == "id"


def _is_public(words: Words) -> bool:
    return not _PUBLIC.isdisjoint(words) or words[-3:] == ("web", "socket", "key")


def _kind_at(words: Words, place: int) -> Kind:
    word, before = words[place], words[place - 1] if place else ""
    is_last = all(after in _VARIANTS or after.isdigit() or after == "id" for after in words[place + 1 :])
    if word in _PASSWORDS or (word == "pass" and before and is_last):
        return Kind.PASSWORD
    if not is_last:
        return Kind.MAYBE if word in _SECRETS | _TOKENS else Kind.NOTHING
    if word in _SECRETS or (word == "key" and before in _KEY_OWNERS) or (word == "token" and before in _TOKEN_OWNERS):
        return Kind.SECRET
    if word in _TOKENS and not grants_nothing("_".join(words)):
        return Kind.TOKEN
    return Kind.MAYBE


def _embedded_kind(words: Words) -> Kind:
    """`dbpassword` and `jwtsecret` in one word; `mytokenvalue`."""
    if words[-2:] == ("session", "id"):
        return Kind.MAYBE
    found = [word for word in words if _EMBEDDED.search(word) and not _NOT_EMBEDDED.search(word)]
    if not found or words[-1] in _DESCRIBING or words[-1] == "id":
        return Kind.NOTHING
    if any(_PASSWORD_PART.search(word) for word in found):
        return Kind.PASSWORD
    return Kind.SECRET if found[-1].endswith(("secret", "secrets")) else Kind.MAYBE
