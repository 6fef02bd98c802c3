"""Checks of the texts that a step made appear."""

import re
from collections.abc import Iterable

from gasoline.kernel.secrets.mask import MASK
from gasoline.scripting.dom_checks import TRANSIENT
from gasoline.scripting.plan import TextCheck
from gasoline.scripting.recorded_error import RecordedError
from gasoline.scripting.script_urls import regex_escape
from gasoline.scripting.steps import Step

_MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
_OF_ONE_RUN = re.compile(
    r"\b(?:ago|just now|today|yesterday|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
    rf"|\b{_MONTH}[a-z]*\.? \d|\d\.? {_MONTH}|\d ?[ap]m\b|\b(?=[a-f]*\d)[0-9a-f]{{8,}}\b",
    re.IGNORECASE,
)
"""Times, dates and generated ids."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_COUNT = re.compile(r"\d{1,3}(?= [^\W\d_]{2})")
"""A number at the start of a text, of what follows: "3 results". It is compared; other numbers may be prices or ids."""
ANY_NUMBER = "\\d+(?:[.,:]\\d+)*"


def text_checks(step: Step, until_ms: float, errors: Iterable[RecordedError], most: int) -> tuple[TextCheck, ...]:
    """What the page showed after an error may be the bug, so it is not asserted."""
    if any(step.at_ms <= error.at_ms < until_ms for error in errors):
        return ()
    texts = [text for text in step.appeared if _is_repeatable(text)]
    return tuple(TextCheck(text, _pattern(text), step.frames) for text in texts)[:most]


def _is_repeatable(text: str) -> bool:
    return MASK not in text and not TRANSIENT.match(text) and not _OF_ONE_RUN.search(text)


def _pattern(text: str) -> str:
    """Empty if the text has no number that may differ in the next run."""
    count = _COUNT.match(text)
    start = count.end() if count else 0
    if not _NUMBER.search(text, start):
        return ""
    parts = _NUMBER.split(text[start:])
    return f"^\\s*{text[:start]}{ANY_NUMBER.join(map(_loose_space, parts))}\\s*$"


def _loose_space(text: str) -> str:
    return "\\s+".join(map(regex_escape, re.split(r"\s+", text)))
