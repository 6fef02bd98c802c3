"""A report as Markdown, ready to be pasted into an issue.

Page text stands in code spans and fenced blocks, where it can be neither markup nor a mention of a user.
"""

import re

import msgspec

from gasoline.kernel.text import truncate_text
from gasoline.rendering.quote import inline
from gasoline.rendering.report.report import Part, Report

MAX_CHARS = 48_000  # as JSON: below 50,000, with room for what surrounds the answer
TITLE_CHARS = 200
_BACKTICKS = re.compile(r"`+")


def markdown_report(report: Report) -> str:
    """Complete sections, as many as fit; one that does not fit loses its last blocks. The capsule is always named."""
    title = f"# {code(truncate_text(report.title, TITLE_CHARS))}\n"
    end = _section(
        "The complete session", [f"Attach {code(report.capsule)}; open it with `gasoline capsule open FILE`."]
    )
    parts = []
    room = MAX_CHARS - json_length(title) - json_length(end)
    for heading, blocks in _sections(report):
        text = _fitting(heading, blocks, room)
        room -= json_length(text)
        parts.append(text)
    return "\n".join(part for part in (title, *parts, end) if part)


def _sections(report: Report) -> list[tuple[str, list[str]]]:
    facts = [f"- {name}: {code(value)}" for name, value in report.environment]
    steps = [f"{number}. {code(step)}" for number, step in enumerate(report.steps, start=1)]
    return [
        ("", [report.mark] if report.mark else []),
        ("Summary", [f"- {line}" for line in report.summary]),
        ("Expected and actual", [block(report.note)] if report.note else []),
        ("Steps", steps),
        ("Errors", _part(report.errors)),
        ("Possible causes", [f"- {code(cause)}" for cause in report.causes]),
        ("Server", [block(entry) for entry in report.server]),
        ("Failed requests with their bodies", _part(report.bodies)),
        (
            "Requests",
            [block("\n".join([report.requests.headline, *report.requests.blocks]))] if report.requests.blocks else [],
        ),
        ("Environment", facts),
    ]


def _part(part: Part) -> list[str]:
    return [f"{code(part.headline)}\n", *map(block, part.blocks)] if part.blocks else []


def _fitting(heading: str, blocks: list[str], room: int) -> str:
    left = room - json_length(_section(heading, [MORE]))
    if not blocks or left < 0:
        return ""
    kept = []
    for text in blocks:
        left -= json_length(text)
        if left < 0:
            kept.append(MORE)
            break
        kept.append(text)
    return _section(heading, kept)


def _section(heading: str, blocks: list[str]) -> str:
    first = f"## {heading}\n\n" if heading else ""
    text = "\n".join(blocks)
    return f"{first}{text}\n"


MORE = "More is in the capsule."


def json_length(text: str) -> int:
    """Characters in a JSON answer, where quotes, backslashes and line ends take two, with the line end that follows."""
    return len(msgspec.json.encode(text).decode())


def code(text: str) -> str:
    """A code span on one line that the text cannot end."""
    text = inline(text)
    if not text:
        return ""
    fence = "`" * (_longest_run(text) + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def block(text: str) -> str:
    """A fenced block that the text cannot end."""
    text = "\n".join(map(inline, text.splitlines()))
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}text\n{text}\n{fence}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)
