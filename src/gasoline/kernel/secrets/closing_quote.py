"""Finds the end of a quoted value in a text that may be JSON inside JSON inside JSON."""

import re
from collections.abc import Iterator

_LINE_BREAK = re.compile(r"\\+[nr]")
_OPENING = re.compile(r"\s*(\\*[\"'`])")
_NEXT = re.compile(r"\s*,\s*(\\*[\"'`])")
_RAW_BREAK = re.compile(r"[\r\n]")
_SINGLE_END = {quote: re.compile(rf"[{quote}\"\r\n]|\\+[nr]") for quote in "'`"}
"""Escaped line breaks, too: how deep a single quote is nested cannot be seen."""


def closing_quote(text: str, start: int, depth: int, quote: str) -> int:
    """The end of a value whose opening quote had `depth` backslashes before it.

    It ends at a quote of its own level, at one that ends a string around it, or at a line break, which JSON does not
    allow inside a string: so a text is read alike by itself and inside JSON.
    """
    if quote != '"':
        return _end_of_single(text, start, quote)
    levels = (depth + 1).bit_length()
    end = _end_of_double(text, start, levels)
    raw_break = _RAW_BREAK.search(text, start, end)
    end = raw_break.start() if raw_break else end
    return _end_of_line(text, start, end, levels - 1)


def strings_of_list(text: str, start: int) -> Iterator[tuple[str, int, int]]:
    """The texts of a list that is open at `start`, up to the first that is not text: quote, start, end."""
    opening = _OPENING.match(text, start)
    while opening is not None:
        quote = opening.group(1)
        stop = closing_quote(text, opening.end(), len(quote) - 1, quote[-1])
        if text[stop : stop + len(quote)] != quote:
            return
        yield quote, opening.end(), stop
        opening = _NEXT.match(text, stop + len(quote))


def _end_of_line(text: str, start: int, end: int, around: int) -> int:
    """The first line break of one of the strings around the value; one inside the value is escaped once more."""
    for run in _LINE_BREAK.finditer(text, start, end) if around else ():
        slashes = run.end() - run.start() - 1
        for level in range(around):
            if slashes % 2:
                return run.end() - 1 - (1 << level)
            slashes //= 2
    return end


def _end_of_double(text: str, start: int, levels: int) -> int:
    at = start
    while (at := text.find('"', at)) >= 0:
        level = _level_ended(_backslashes_before(text, at, start), levels)
        if level is not None:
            return at - ((1 << level) - 1)
        at += 1
    return len(text)


def _level_ended(slashes: int, levels: int) -> int | None:
    """The level of the string that a quote with so many backslashes ends, 0 for the outermost; None if it ends none.

    Backslashes in pairs are content, and the quote ends the string. One left over escapes the quote: on the next level
    there are half as many.
    """
    for level in range(levels):
        if slashes % 2 == 0:
            return level
        slashes //= 2
    return None


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
