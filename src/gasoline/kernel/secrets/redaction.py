"""Takes secrets out of text that leaves the daemon: answers, the log file, notifications.

Works on JSON text as it is about to leave, so that nothing can be forgotten. A mask holds neither quote nor backslash,
and replaces whole escapes, so the text stays valid JSON. What a secret is, the tables of names and formats say,
which the security audit uses, too.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from gasoline.kernel.secrets.find_secrets import hidden_spans
from gasoline.kernel.secrets.mask import MASK, mask
from gasoline.kernel.secrets.parameters import is_hidden_parameter

TRUNCATION_SCAN_CHARS = 1_000  # of words that will be cut, searched for secrets beyond the cut


def redact(text: str) -> str:
    """The text with every secret masked."""
    return _replaced(text, mask)


def replace_secrets(text: str, stand_in: str) -> str:
    """The text with the same words for every secret."""
    return _replaced(text, lambda _: stand_in)


def is_hidden_value(name: str, value: str) -> bool:
    """Whether the exits mask something of a value that has this name."""
    text = msgspec.json.encode({name: value}).decode()
    return redact(text) is not text


def is_hidden_argument(name: str, value: str) -> bool:
    """Whether the exits mask something of a parameter of an address."""
    text = f"?{name}={value}"
    return is_hidden_parameter(name) or redact(text) is not text


def _replaced(text: str, show: Callable[[str], str]) -> str:
    parts: list[str] = []
    end = 0
    for span in hidden_spans(text):
        shown = f"{span.quote}{MASK}{span.quote}" if span.quote else show(text[span.start : span.stop])
        parts += text[end : span.start], shown
        end = span.stop
    return "".join([*parts, text[end:]]) if parts else text


def redact_json(text: str) -> str:
    """Redacts a complete JSON text, which stays valid JSON whatever a page has put into it."""
    masked = redact(text)
    if masked is text or _is_json(masked):
        return masked
    return msgspec.json.encode(_masked_apart(msgspec.json.decode(text))).decode()


def kinds_hidden(text: str) -> Counter[str]:
    """How many secrets of each kind the exits mask in a JSON text. What is masked already is not counted."""
    spans = (span for span in hidden_spans(text) if MASK not in text[span.start : span.stop])
    return Counter(span.kind for span in spans)


def redact_lines(text: str) -> str:
    """Redacts lines of JSON, each of which stays valid."""
    masked = redact(text)
    if masked is text:
        return text
    lines, shown = text.split("\n"), masked.split("\n")
    if len(lines) == len(shown) and all(map(_is_json, set(shown).difference(lines))):
        return masked
    return "\n".join(map(redact_json, lines))


def _is_json(text: str) -> bool:
    try:
        msgspec.json.decode(text)
    except msgspec.DecodeError:
        return False
    return True


def _masked_apart(value: Any) -> Any:
    """Masks each string separately, with its name; a string that cannot be masked safely is removed completely."""
    if isinstance(value, dict):
        return {_masked_apart(key): _masked_member(key, item) for key, item in value.items()}
    if isinstance(value, list):
        return [_masked_apart(item) for item in value]
    return _masked_member("", value)


def _masked_member(name: str, value: Any) -> Any:
    if isinstance(value, dict | list):
        return _masked_apart(value)
    masked = redact(msgspec.json.encode({name: value}).decode())
    try:
        [item] = msgspec.json.decode(masked, type=dict[str, Any]).values()
    except msgspec.DecodeError:
        return MASK
    return item


def redacted_prefix(text: str, max_chars: int) -> str:
    """At most `max_chars` characters. Masks secrets first, because a truncated secret is not recognized later."""
    return text if len(text) <= max_chars else redact(text[: max_chars + TRUNCATION_SCAN_CHARS])[:max_chars]
