"""Node, Java, Kotlin and .NET: a line with the exception, then frames that begin with `at`."""

import re

from gasoline.launch.server_output.traces.failure import Failure, StackFrame, failure
from gasoline.launch.server_output.traces.java import java_frames, root_cause
from gasoline.launch.server_output.traces.trace import is_indented

_AT = re.compile(r"^\s+at \S")
_NODE = re.compile(
    r"^\s+at (?:async )?(?:(?P<function>.+?) \()?(?P<file>(?:file://|node:|webpack-internal:)?[^()\s][^()]*?)"
    r":(?P<line>\d{1,9})(?::\d+)?\)?$"
)
_DOTNET = re.compile(r"^\s+at (?P<function>.+?) in (?P<file>.+):line (?P<line>\d{1,9})$")
_HEAD = re.compile(
    r"(?:^|[\s:(>⨯])(?P<type>(?:[A-Za-z_$][\w$]*\.)*(?:[A-Z][\w$]*)?(?:Error|Exception|Failure|Throwable|Fault)[\w$]*)"
    r"(?: \[[\w$]+\]| \((?:0x)?[\dA-F]+\))?(?::\s?(?P<message>.*))?$"
)
_VITE = re.compile(r"\[vite\] (?:\(\w+\) )?Internal server error: (?P<message>.*)$")
"""Vite prints the message alone."""
_CAUSED_BY = re.compile(r"^(?:Caused by|Suppressed): |^\s*\.\.\. \d+ |^\s*---> |^\s*--- End of ")
_AFTER = re.compile(r"^(?:[{}\]]|Node\.js v\d|\s*>?\s*\d+ \||\s*\|)")
_SOURCE_LINE = re.compile(r"^(?:file://|node:|/|[A-Za-z]:\\)\S*:\d+$")
_PREFACE_LINES = 12


class AtTrace:
    """The frames end at the first line that is neither indented nor about the same exception."""

    def __init__(self) -> None:
        self._is_blank = False

    def continues(self, line: str) -> bool:
        was_blank, self._is_blank = self._is_blank, not line.strip()
        if self._is_blank or _CAUSED_BY.match(line):
            return True
        if was_blank:
            return bool(_AT.match(line) or _AFTER.match(line))
        return is_indented(line) or bool(_AFTER.match(line))

    def read(self, lines: list[str]) -> Failure | None:
        first = next((index for index, line in enumerate(lines) if _AT.match(line)), None)
        if first is None:
            return None
        head = _head(lines, first) or ("Error", lines[max(0, first - 1)])
        return failure(*head, java_frames(lines) or _frames(lines[first:]))


def _head(lines: list[str], first_frame: int) -> tuple[str, str] | None:
    """The root cause of Java, else the line before the frames that names an exception."""
    if cause := root_cause(lines):
        return cause
    if found := _VITE.search(lines[0]):
        return "Error", found["message"]
    for index in range(first_frame - 1, -1, -1):
        if found := _HEAD.search(lines[index]):
            between = [found["message"] or "", *lines[index + 1 : first_frame]]
            return found["type"], "\n".join(line for line in between if line.strip())
    return None


def _frames(lines: list[str]) -> list[StackFrame]:
    return [
        StackFrame(found["file"], int(found["line"]), (found["function"] or "").partition("(")[0])
        for line in lines
        if (found := _DOTNET.match(line) or _NODE.match(line))
    ]


def begins(line: str) -> bool:
    """A frame, or .NET's inner exception, which stands before the frames of both."""
    return _AT.match(line) is not None or line.lstrip().startswith("---> ")


class NodeCrash(AtTrace):
    """Before the exception, Node prints the file, the line and a caret."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self._has_frames = False

    def continues(self, line: str) -> bool:
        self._count += 1
        self._has_frames = self._has_frames or begins(line)
        if self._has_frames or self._count > _PREFACE_LINES:
            return self._has_frames and super().continues(line)
        return not line.strip() or is_indented(line) or _HEAD.search(line) is not None


def begins_crash(line: str) -> bool:
    return _SOURCE_LINE.match(line) is not None
