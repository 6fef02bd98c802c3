"""Blanks the characters of a line that are not code: comments and the contents of strings."""

_QUOTES = "\"'"
_TEMPLATE = "`"


def blank_non_code(line: str) -> str:
    """The line with spaces where comments and strings are; expressions inside template strings stay."""
    shown = list(line)
    _blank_code(line, 0, shown, inside_template=False)
    return "".join(shown)


def _blank_code(line: str, at: int, shown: list[str], *, inside_template: bool) -> int:
    """Goes through code until its end, which inside `${…}` is a brace; returns the place after it."""
    depth = 0
    while at < len(line):
        char = line[at]
        if inside_template and char == "}" and depth == 0:
            return at + 1
        depth += (char == "{") - (char == "}")
        at = _blank_token(line, at, shown)
    return at


def _blank_token(line: str, at: int, shown: list[str]) -> int:
    char = line[at]
    if line.startswith("//", at):
        return _blank(shown, at, len(line))
    if line.startswith("/*", at):
        end = line.find("*/", at + 2)
        return _blank(shown, at, len(line) if end < 0 else end + 2)
    if char in _QUOTES:
        end = _end_of_string(line, at)
        return _blank(shown, at + 1, end - 1) + 1 if end else at + 1
    if char == _TEMPLATE:
        return _blank_template(line, at + 1, shown)
    return at + 1


def _blank_template(line: str, at: int, shown: list[str]) -> int:
    while at < len(line) and line[at] != _TEMPLATE:
        if line.startswith("${", at):
            shown[at] = shown[at + 1] = " "
            at = _blank_code(line, at + 2, shown, inside_template=True)
        else:
            at = _blank(shown, at, at + (2 if line[at] == "\\" else 1))
    return at + 1


def _end_of_string(line: str, at: int) -> int:
    """The place after the closing quote; 0 for an apostrophe in a text of the page, which nothing closes."""
    end = at + 1
    while end < len(line) and line[end] != line[at]:
        end += 2 if line[end] == "\\" else 1
    return end + 1 if end < len(line) else 0


def _blank(shown: list[str], start: int, end: int) -> int:
    end = min(end, len(shown))
    shown[start:end] = " " * (end - start)
    return end
