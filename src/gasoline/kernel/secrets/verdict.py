"""Whether a text is a secret: yes, plainly made up, a placeholder, or no."""

import base64
import binascii
import re
from collections import Counter
from enum import Enum
from functools import cache
from math import log2


class Verdict(Enum):
    """`MOCK` and `PLACEHOLDER` are ways to be unsure: the shape is there, the substance is not."""

    SURE = "sure"
    MOCK = "mock"
    PLACEHOLDER = "placeholder"
    WORD = "word"
    """Behind a name such as password: a word, which may be a weak password or a label."""
    NO = "no"


PLACEHOLDERS = frozenset(
    {
        "test",
        "tests",
        "testing",
        "dev",
        "example",
        "examples",
        "sample",
        "demo",
        "dummy",
        "mock",
        "fake",
        "foo",
        "bar",
        "baz",
        "placeholder",
        "changeme",
        "change",
        "your",
        "yours",
        "my",
        "here",
        "todo",
        "redacted",
        "hidden",
        "masked",
        "insert",
        "replace",
        "enter",
        "null",
        "none",
        "undefined",
        "nil",
        "true",
        "false",
        "xxx",
        "xxxx",
    }
)
"""Placeholders as documentation writes them; they count as whole words only (SEC-11)."""

FILLER_DISTINCT = 2
MIN_DISTINCT = 5  # of a dozen characters or more: fewer are a keyboard at rest
MOCK_ENTROPY = 2.2  # bits for each character; sixteen random hex digits have 3
RANDOM_ENTROPY = 2.8
RANDOM_DISTINCT = 7  # fewer different characters cannot have that entropy
RANDOM_CHANGES = 0.22  # letter to digit, lower to upper, for each pair; random base36 has 0.4, words with a year 0.1
SHORT = 12
LONGEST_WORD = 16  # that may follow "bearer" or "basic" in a sentence
ASCENDING_RUN = 9  # 123456789, abcdefghi, if that is a third of it
ASCENDING_BLOCK = 5  # every run has one of these, of those that begin at a multiple of its length
RANDOM_DIGITS = 2
NO_WORD = 32  # letters and digits without a break: no word is that long, so fewer changes suffice
NO_WORD_CHANGES = 0.1
LONG_SEGMENT = 20  # characters between dots and dashes; where one looks random, words beside it do not matter

SCRAMBLED_ENTROPY = 3.8
SCRAMBLED_CHARS = 20  # for each run of five consonants

KEY_CHARS = 16  # of a private key, to call it one
SHORTEST_PASSWORD = 4

_KEY_TEXT = re.compile(r"[0-9A-Za-z+/]{8,}")
_PLACEHOLDER = re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(sorted(PLACEHOLDERS))})(?![0-9A-Za-z])", re.IGNORECASE)
_PRINTABLE = "".join(map(chr, range(0x20, 0x7F)))
_WORD = re.compile(r"[A-Za-z]+")
_LETTERS = re.compile(r"[a-z]+")
_DIGIT = re.compile(r"[0-9]")
_CHANGE = re.compile(r"(?<=[0-9])(?=[A-Za-z])|(?<=[a-z])(?=[0-9A-Z])|(?<=[A-Z])(?=[0-9a-z])")
_CONSONANTS = re.compile(r"[b-df-hj-np-tv-xz]{5}", re.IGNORECASE)
_SEGMENT = re.compile(r"[0-9A-Za-z]+")
_MASKED = re.compile(r"^[^\s]{0,6}…?[^\s]{0,3}\[redacted\]$")
_PUBLISHABLE = re.compile(r"pk_(?:live|test)_")
_UUID = re.compile(r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")


def entropy(text: str) -> float:
    """Bits for each character, by how often each occurs."""
    total = len(text)
    return log2(total) - sum(map(_bits, Counter(text).values())) / total if text else 0.0


@cache
def _bits(count: int) -> float:
    return count * log2(count)


def is_masked(value: str) -> bool:
    """What a redactor has left of a secret."""
    return _MASKED.match(value) is not None


def is_publishable(value: str) -> bool:
    """The prefix of several vendors for keys that are made for browsers."""
    return _PUBLISHABLE.match(value) is not None


def has_placeholder_word(value: str) -> bool:
    """A whole word says that this is not a secret: in `your-api-key`, not in `9Xtest7Q`."""
    return _PLACEHOLDER.search(value) is not None


def is_filler(value: str) -> bool:
    """Whether it repeats one or two characters: xxxx, 0000-0000."""
    return len(set(value) - set("-_.")) <= FILLER_DISTINCT


def is_mock(value: str) -> bool:
    """Written by hand: one character over and over, or the alphabet."""
    if len(value) < SHORT:
        return len(set(value)) <= 1
    return len(set(value)) < MIN_DISTINCT or entropy(value) < MOCK_ENTROPY or _is_sequence(value)


def _is_sequence(value: str) -> bool:
    """123456789, abcdefghi, a1b2c3d4e5f6g7h8i9."""
    letters = "".join(_LETTERS.findall(value.lower()))
    return _ascends(value) or (len(letters) * 3 >= len(value) and _ascends(letters))


def _ascends(value: str) -> bool:
    """A run as long as that holds one of the places that are so far apart."""
    blocks = range(0, len(value) - ASCENDING_BLOCK + 1, ASCENDING_BLOCK)
    if not any(value[place : place + ASCENDING_BLOCK] in _PRINTABLE for place in blocks):
        return False
    enough = max(ASCENDING_RUN, -(-len(value) // 3))
    return any(_run_around(value, place) >= enough for place in range(0, len(value), enough))


def _run_around(value: str, place: int) -> int:
    first = last = place
    while first > 0 and ord(value[first]) - ord(value[first - 1]) == 1:
        first -= 1
    while last + 1 < len(value) and ord(value[last + 1]) - ord(value[last]) == 1:
        last += 1
    return last - first + 1


def changes_of(text: str) -> int:
    """How often a letter follows a digit, a capital a small letter, and the other way round."""
    return len(_CHANGE.findall(text))


def looks_random(value: str) -> bool:
    """Whether it looks generated: letters and digits alternate often."""
    if _UUID.match(value):
        return True
    if len(set(value)) < RANDOM_DISTINCT:
        return False
    segments = _SEGMENT.findall(value)
    pairs = sum(len(segment) - 1 for segment in segments)
    if not pairs or not _WORD.search(value):
        return False
    if len(_DIGIT.findall(value)) < RANDOM_DIGITS:
        return _is_scrambled(max(segments, key=len))
    changes = sum(changes_of(segment) for segment in segments)
    enough = NO_WORD_CHANGES if max(map(len, segments)) >= NO_WORD else RANDOM_CHANGES
    return changes / pairs >= enough and entropy(value) >= RANDOM_ENTROPY


def _is_scrambled(letters: str) -> bool:
    """Whether its mixed-case letters are unpronounceable: words have a vowel after four consonants at the latest, and
    most capitals begin a word."""
    if len(letters) < LONG_SEGMENT or letters.islower() or letters.isupper() or entropy(letters) < SCRAMBLED_ENTROPY:
        return False
    return len(_CONSONANTS.findall(letters)) * SCRAMBLED_CHARS >= len(letters)


def is_plain_word(value: str) -> bool:
    """Words as in prose: `validation`, `Authentication`, `client-side`."""
    letters = value.replace("-", "").replace("_", "").replace(".", "")
    return letters.isalpha() and (letters.islower() or letters[1:].islower())


def judge(body: str) -> Verdict:
    """Judges the text after a vendor's prefix. The prefix is strong evidence, so only filler is not a secret."""
    if is_filler(body):
        return Verdict.MOCK
    if has_placeholder_word(body) and not _has_random_segment(body):
        return Verdict.PLACEHOLDER
    return Verdict.NO if is_plain_word(body) else Verdict.SURE


def _has_random_segment(body: str) -> bool:
    return any(len(segment) >= LONG_SEGMENT and looks_random(segment) for segment in _SEGMENT.findall(body))


def judge_random(body: str) -> Verdict:
    """For a prefix that is an ordinary word: the rest must look random."""
    verdict = judge(body)
    return Verdict.NO if verdict is Verdict.SURE and not looks_random(body) else verdict


def judge_mixed_case(body: str) -> Verdict:
    """Random, and no number in hexadecimal: the name of a commit has as many characters as some keys."""
    return Verdict.NO if body.islower() or body.isupper() else judge_random(body)


def judge_basic(body: str) -> Verdict:
    """base64 of `user:password`."""
    try:
        text = base64.b64decode(body + "=" * (-len(body) % 4), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return Verdict.NO
    user, colon, password = text.partition(":")
    if not colon or not text.isprintable():
        return Verdict.NO
    return Verdict.PLACEHOLDER if has_placeholder_word(password) or not user else Verdict.SURE


def judge_bearer(body: str) -> Verdict:
    verdict = judge(body)
    if verdict is not Verdict.PLACEHOLDER and is_mock(body):
        return Verdict.MOCK
    if len(body) > LONGEST_WORD:
        return Verdict.SURE if verdict is Verdict.NO else verdict
    is_token = len(body) >= SHORT and any(char.isdigit() or char.isupper() for char in body)
    return verdict if verdict is not Verdict.SURE or is_token else Verdict.NO


def judge_url_password(body: str) -> Verdict:
    if body.startswith(("$", "%", "<", "*", ":")) or "{" in body or is_masked(body):
        return Verdict.NO
    is_example = (
        len(body) < SHORTEST_PASSWORD
        or "1234" in body
        or body.lower() in {"pass", "password"}
        or has_placeholder_word(body)
    )
    return Verdict.PLACEHOLDER if is_example else Verdict.SURE


def judge_key(body: str) -> Verdict:
    """A header alone is a program that reads keys."""
    lines = _KEY_TEXT.findall(body.partition("-----END")[0])
    return Verdict.SURE if sum(map(len, lines)) >= KEY_CHARS else Verdict.NO


def judge_presence(_: str) -> Verdict:
    """The shape alone is proof."""
    return Verdict.SURE
