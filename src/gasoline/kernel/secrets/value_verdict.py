"""Whether a value is a secret, given what its name says."""

import re

from gasoline.kernel.secrets.names import Kind, split_name
from gasoline.kernel.secrets.password_verdict import judge_password
from gasoline.kernel.secrets.verdict import (
    RANDOM_DISTINCT,
    Verdict,
    entropy,
    has_placeholder_word,
    is_masked,
    is_mock,
    is_publishable,
    looks_random,
)
from gasoline.kernel.shape import BETWEEN_TYPES
from gasoline.model.placeholders import MOCK_TOKEN, USER_PROVIDED

# characters of a value behind names such as apiKey, token and key
SHORTEST = {Kind.SECRET: 12, Kind.TOKEN: 12, Kind.FIELD: 20, Kind.MAYBE: 20}
LONGEST = 512
BARE_CHARS_PER_DIGIT = 12  # without quotes it may be an identifier, which has fewer digits
NOISE_CHARS = 24  # of a value with any characters
NOISE_ENTROPY = 4.0
_TOKEN = re.compile(r"[0-9A-Za-z_+/=.~:|%!-]+\Z")
_TEMPLATE = re.compile(r"^[\s$<&%{*@/\\\[(]|\$\{|\{\{|<%|^https?:|^data:|^arn:|…|\.{3}|\*{3}")
_CODE = re.compile(
    r"^[#.]|%[sd(]|^function|=>|\(\)|^[a-z]+\.[a-zA-Z.]+$|\.\*|\]\.|"
    r"(?:env|config|process|this|self|req|request|params|props|options|settings)\.[a-z]"
)
_DIGIT = re.compile(r"[0-9]")
_MEMBER = re.compile(r"^[A-Za-z_$][0-9A-Za-z_$]*\.[A-Za-z_$]|=[^=]")
_BACKSLASHES = re.compile(r"\\+")
"""JSON doubles them; the verdict must not depend on how deep the value is nested."""
_CAMEL_WORD = re.compile(r"[A-Z]?[a-z]{3,}")
_PART = re.compile(r"[0-9A-Za-z]+")
_SCHEME = re.compile(r"^(?:[A-Za-z]{3,10}) (?=[^ ]{12,}$)")
"""The scheme in an Authorization header: `Token …`, `SSWS …`."""
_PUBLIC_KEY = re.compile(
    r"MI(?:GfMA0GCSqGSIb3DQEB|I[BC][0-9A-Za-z]jANBgkqhkiG9w0BAQEFAAOC)|MFkwEwYHKoZIzj0C|MHYwEAYHKoZIzj0C|MCowBQYDK2VwAyEA"
)
"""How a public key of RSA, of two elliptic curves and of Ed25519 begins in base64, as in an extension's manifest."""


def judge_value(value: str, kind: Kind, *, is_quoted: bool) -> Verdict:
    """A password may be weak, a secret is long, and behind an ordinary name only what looks random counts."""
    value = _BACKSLASHES.sub(r"\\", value.strip("'\""))
    if len(value) > LONGEST or (kind is not Kind.PASSWORD and _is_monotonous(value)):
        return Verdict.NO
    if _PUBLIC_KEY.match(value) or is_template(value) or (_CODE.search(value) and not _is_noise(value)):
        return Verdict.NO
    if has_placeholder_word(value):
        return Verdict.PLACEHOLDER
    if kind is Kind.PASSWORD:
        return judge_password(value, is_quoted=is_quoted)
    if kind is Kind.SECRET:
        value = _SCHEME.sub("", value)
    if not is_quoted and _may_be_code(value) and not is_noise_token(value):
        return Verdict.NO
    return _judge_secret(value, SHORTEST[kind])


def _is_monotonous(value: str) -> bool:
    return len(set(value)) < RANDOM_DISTINCT and not has_placeholder_word(value)


def is_template(value: str) -> bool:
    """A place for a value, or an address."""
    return _TEMPLATE.search(value) is not None


def _may_be_code(value: str) -> bool:
    """Whether an unquoted value may be an identifier, a member of an object or a comparison."""
    return len(_DIGIT.findall(value)) * BARE_CHARS_PER_DIGIT < len(value) or bool(_MEMBER.search(value))


def _is_noise(value: str) -> bool:
    """Long and full of different characters, as generators of keys with symbols make them."""
    return len(value) >= NOISE_CHARS and " " not in value and entropy(value) >= NOISE_ENTROPY


def is_noise_token(value: str) -> bool:
    """A long part of both cases and digits: no identifier looks like that."""
    return any(
        len(part) >= NOISE_CHARS and not part.islower() and not part.isupper() and looks_random(part)
        for part in _PART.findall(value)
    )


def is_made_of_words(value: str) -> bool:
    """Whether it looks like a name in a program: `createO200KSpecialTokenMap`."""
    return 2 * sum(map(len, _CAMEL_WORD.findall(value))) >= len(value)


def _judge_secret(value: str, shortest: int) -> Verdict:
    if len(value) < shortest or " " in value:
        return Verdict.NO
    if not (_TOKEN.match(value) or _is_noise(value)) or not looks_random(value):
        return Verdict.NO
    return Verdict.MOCK if is_mock(value) else Verdict.SURE


_TYPES = frozenset({"string", "number", "boolean", "null", "array", "object"})
_PLAIN = frozenset({"true", "false", "null", "undefined", "None", "True", "False", USER_PROVIDED, MOCK_TOKEN})
_CREDENTIALS_MODES = frozenset({"same-origin", "include", "omit"})  # `credentials` of a request
_NOT_COPIED = re.compile(
    r"\[(?:undefined|Getter|Circular|Object|Window|(?:Array|Map|Set)\([0-9]+\)|Function (?:[\w$]+|\(anonymous\)))\]"
)
"""What the extension writes for a value that is not JSON or has too many levels."""


def is_harmless(value: str) -> bool:
    """Values that no name makes a secret: the words of JSON and of programs, the types in a shape, what stands for
    a secret or another value, and keys that are made for browsers."""
    is_word = value in _PLAIN or value in _CREDENTIALS_MODES or _TYPES.issuperset(value.split(BETWEEN_TYPES))
    return is_word or _NOT_COPIED.fullmatch(value) is not None or is_masked(value) or is_publishable(value)


_SHAPES = (
    (re.compile(r"aws_?secret(?:_?access)?_?key$"), re.compile(r"[0-9A-Za-z/+]{40}")),
    (re.compile(r"aws_?access_?key_?id$"), re.compile(r"A[0-9A-Z]{3}[0-9A-Z]{12,28}")),
)


def contradicts_name(name: str, value: str) -> bool:
    """Names that say whose secret it is: a value that has not that vendor's form is an example."""
    return any(named.search("_".join(split_name(name))) and not shape.fullmatch(value) for named, shape in _SHAPES)
