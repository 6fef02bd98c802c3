"""Where a quoted value ends, in a text that may be JSON inside JSON inside JSON."""

import re

_SINGLE_END = {quote: re.compile(rf"[{quote}\"\r\n]") for quote in "'`"}


def closing_quote(text: str, start: int, depth: int, quote: str) -> int:
    """The end of a value whose opening quote had `depth` backslashes before it.

    A quote of the same level has as many backslashes, plus a multiple of those that write one backslash there; one
    with fewer ends a string around it.
    """
    if quote != '"':
        return _end_of_single(text, start, quote)
    at = start
    while (at := text.find(quote, at)) >= 0:
        slashes = _backslashes_before(text, at, start)
        if slashes < depth or (slashes - depth) % (2 * (depth + 1)) == 0:
            return at - min(slashes, depth)
        at += 1
    return len(text)


def _end_of_single(text: str, start: int, quote: str) -> int:
    """JSON knows double quotes only: one of these ends the string around a single quote that was never closed."""
    end = _SINGLE_END[quote].search(text, start)
    if end is None:
        return len(text)
    return end.start() - _backslashes_before(text, end.start(), start)


def _backslashes_before(text: str, at: int, start: int) -> int:
    first = at
    while first > start and text[first - 1] == "\\":
        first -= 1
    return at - first
