"""Finds the expression on the source line that a V8 message is about, by the column; None if it is uncertain."""

import re
from collections.abc import Iterator

from msgspec import Struct

from gasoline.analysis.errors.blank_non_code import blank_non_code
from gasoline.analysis.errors.member_chain import chain_start, is_name, is_statement
from gasoline.analysis.errors.source_location import SourceLocation

# Columns count from 0 or from 1, and a source map knows the beginning of a token only.
_COLUMN_SLACK = 1


class _Candidate(Struct, frozen=True):
    text: str
    start: int
    near: int
    """The column that the browser should report."""
    end: int

    def is_at(self, column: int) -> bool:
        return self.near - _COLUMN_SLACK <= column <= self.end + _COLUMN_SLACK

    def spans(self, column: int) -> bool:
        return self.start - _COLUMN_SLACK <= column <= self.end + _COLUMN_SLACK


def before_property(place: SourceLocation, name: str) -> str | None:
    """The object that a property is read from: `result.data` for `result.data.user` and user."""
    return _chosen([_owner(*found) for found in _uses(place, name)], place)


def called_method(place: SourceLocation, name: str) -> str | None:
    """The called expression: `items.map` for `items.map(…)` and map."""
    calls = (found for found in _uses(place, name) if place.line_text[found[2] :].lstrip().startswith("("))
    return _chosen([_complete(*found) for found in calls], place)


def called_here(place: SourceLocation) -> str | None:
    """The function whose call begins at the column, whatever the browser calls it."""
    opened = (match.start() for match in re.finditer(r"(?<=[\w$\])])\(", blank_non_code(place.line_text)))
    calls = [_complete(place, at, at, at) for at in opened]
    return _chosen([call for call in calls if call is None or not is_statement(call.text)], place)


def destructured(place: SourceLocation) -> str | None:
    """The destructured object: `settings.ui` in `const { theme } = settings.ui`, if nothing else is on the line."""
    code = blank_non_code(place.line_text).rstrip().removesuffix(";").rstrip()
    found = list(re.finditer(r"\}\s*=(?![=>])\s*", code))
    if len(found) != 1 or _start(place, len(code)) != found[0].end():
        return None
    return _text(place, found[0].end(), len(code))


_ITERATED = re.compile(
    r"(?:\.\.\.\s*|\]\s*=(?![=>])\s*|\bof\s+)(?P<chain>[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*)(?![\w$(\[.])"
)


def iterated(place: SourceLocation) -> str | None:
    """The iterated object: `post.tags` in `[...post.tags]`, `const [first] = post.tags` or
    `for (const tag of post.tags)`, if it is the only one on the line."""
    found = {match["chain"] for match in _ITERATED.finditer(blank_non_code(place.line_text))}
    return found.pop() if len(found) == 1 else None


def names(place: SourceLocation, expression: str) -> bool:
    """Whether the source line has the expression; a minifier's name is not in it."""
    start = place.line_text.find(expression)
    while start >= 0:
        end = start + len(expression)
        if not is_name(place.line_text[start - 1 : start]) and not is_name(place.line_text[end : end + 1]):
            return True
        start = place.line_text.find(expression, start + 1)
    return False


_Use = tuple[SourceLocation, int, int, int]


def _uses(place: SourceLocation, name: str) -> Iterator[_Use]:
    """The places where the line reads a property of that name, except after `?.`, which never fails."""
    escaped = re.escape(name)
    pattern = rf"(?<!\?)\.\s*({escaped})(?![\w$])|(?<!\.)\[\s*(?:[\"'`]\s*[\"'`]|({escaped}))\s*\]"
    code = blank_non_code(place.line_text)
    for match in re.finditer(pattern, code):
        near = match.start(1) if match.group(1) else match.start() + 1
        if match.group(1) or place.line_text[near : match.end() - 1].strip().strip("\"'`") == name:
            yield place, match.start(), match.end(), near


def _owner(place: SourceLocation, at: int, end: int, near: int) -> _Candidate | None:
    start = _start(place, at)
    return None if start is None else _Candidate(_text(place, start, at).removesuffix("!"), start, near, end)


def _complete(place: SourceLocation, at: int, end: int, near: int) -> _Candidate | None:
    start = _start(place, at)
    return None if start is None else _Candidate(_text(place, start, end), start, near, end)


def _start(place: SourceLocation, at: int) -> int | None:
    """Counted from the line's beginning; below 0 on a line before."""
    offset = len(place.text_before)
    start = chain_start(place.text_before + place.line_text, offset + at)
    return None if start is None or start == offset + at else start - offset


def _text(place: SourceLocation, start: int, end: int) -> str:
    offset = len(place.text_before)
    text = (place.text_before + place.line_text)[offset + start : offset + end].strip()
    return re.sub(r"\s*\n\s*", "", text)


def _chosen(found: list[_Candidate | None], place: SourceLocation) -> str | None:
    """The only text, or the text at the column; None if a place that could not be read may be the right one."""
    candidates = [candidate for candidate in found if candidate is not None]
    if len(candidates) < len(found) and place.column is None:
        return None
    if len({candidate.text for candidate in candidates}) == 1 and len(candidates) == len(found):
        return candidates[0].text
    column = place.column
    if column is None:
        return None
    for fits in (_Candidate.is_at, _Candidate.spans):
        texts = {candidate.text for candidate in candidates if fits(candidate, column)}
        if len(texts) == 1:
            return texts.pop()
    return None
