"""Source lines with a gutter, as an answer shows them below an error."""

from typing import Any

from gasoline.rendering.quote import inline

AROUND = 2
LINE_CHARS = 160


def excerpt(lines: list[dict[str, Any]], around: int = AROUND, indent: str = "    ") -> list[str]:
    """Lines of a snippet around the one that threw, which `>` marks, without the indentation that all of them share."""
    marked = next((place for place, line in enumerate(lines) if line.get("isError")), None)
    shown = _trimmed(lines if marked is None else lines[max(0, marked - around) : marked + around + 1])
    shared = min((_indentation(line["text"]) for line in shown if line["text"].strip()), default=0)
    width = max((len(str(line["line"])) for line in shown), default=0)
    return [_numbered(line, width, shared, indent) for line in shown]


def _trimmed(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines without empty ones at the edges."""
    full = [place for place, line in enumerate(lines) if line["text"].strip()]
    return lines[full[0] : full[-1] + 1] if full else lines


def _numbered(line: dict[str, Any], width: int, shared: int, indent: str) -> str:
    mark = ">" if line.get("isError") else " "
    return f"{indent}{mark} {line['line']:>{width}} | {inline(line['text'][shared:], LINE_CHARS)}".rstrip()


def _indentation(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))
