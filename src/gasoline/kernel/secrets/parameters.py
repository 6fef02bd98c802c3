"""Whether a parameter of a URL contains a secret."""

import re
from urllib.parse import unquote_plus

from gasoline.kernel.secrets.names import Kind, grants_nothing, has_embedded_word, is_forgery_token, kind_of, split_name
from gasoline.kernel.secrets.value_verdict import judge_value
from gasoline.kernel.secrets.verdict import Verdict, has_placeholder_word, is_filler, is_masked

# by the words of the name
PLAIN = frozenset({("api", "key"), ("token",), ("secret",), ("password",)})
BEARER = frozenset({("auth",), ("bearer",), ("authorization",), ("jwt",), ("sig",), ("signature",)})
SHORTEST, LONG, BEARER_LONG = 4, 8, 20
_NAMED = frozenset({Kind.PASSWORD, Kind.SECRET, Kind.TOKEN})
_BY_VALUE = frozenset({Kind.FIELD, Kind.MAYBE})
_BEARER_VALUE = re.compile(r"[0-9A-Za-z._%~+/=-]+")
_GRANTING_ENDS = ("token", "sig", "signature", "auth", "bearer")


def judge_parameter(name: str, value: str) -> Verdict:
    """`SURE` where it is a secret; `MOCK` where it is worth a remark."""
    value = unquote_plus(value)
    if is_masked(value) or not _is_named_so(name, value):
        return Verdict.NO
    if has_placeholder_word(value):
        return Verdict.PLACEHOLDER
    if grants_nothing(name):
        return Verdict.MOCK if is_forgery_token(name) else Verdict.NO
    return Verdict.MOCK if is_filler(value) else Verdict.SURE


def is_hidden_parameter(name: str) -> bool:
    """Masked in a URL regardless of the value: anyone with the link gets access."""
    kind = kind_of(name)
    return kind in _NAMED or has_embedded_word(name) or (kind in _BY_VALUE and name.lower().endswith(_GRANTING_ENDS))


def _is_named_so(name: str, value: str) -> bool:
    words = split_name(name)
    if words in PLAIN:
        return len(value) >= SHORTEST
    if words in BEARER:
        return len(value) >= BEARER_LONG and _BEARER_VALUE.fullmatch(value) is not None
    if kind_of(name) in _NAMED or has_embedded_word(name):
        return len(value) >= LONG
    return judge_value(value, Kind.MAYBE, is_quoted=True) is Verdict.SURE and kind_of(name) in _BY_VALUE
