"""Node, Java, Kotlin and .NET: a line with the exception, then frames that begin with `at`."""

import re

from gasoline.launch.server_output.traces.failure import Failure, StackFrame, failure
from gasoline.launch.server_output.traces.java import java_frames, root_cause
from gasoline.launch.server_output.traces.trace import Trace, is_indented

_AT = re.compile(r"^\s+at \S")
_POSITION = re.compile(r":(?P<line>\d{1,9})(?::\d+)?(?P<end>\)?)$")
_POSITION_CHARS = 24
_DOTNET = re.compile(r"^\s+at (?P<function>.+?) in (?P<file>.+):line (?P<line>\d{1,9})$")
_HEAD = re.compile(
    r"(?:^|[\s:(>⨯])(?P<type>(?:[A-Za-z_$][\w$]*\.)*(?:[A-Z][\w$]*)?(?:Error|Exception|Failure|Throwable|Fault)[\w$]*)"
    r"(?: \[[\w$]+\]| \((?:0x)?[\dA-F]+\))?(?::\s?(?P<message>.*))?$"
)
_HINT = re.compile("Error|Exception|Failure|Throwable|Fault")
_JAVA = re.compile(
    r"^(?:Exception in thread \"[^\"]*\" (?P<type>[\w.$]+)|(?P<qualified>(?:[a-z_]\w*\.)+[A-Z][\w$]*))"
    r"(?:: (?P<message>.*))?$"
)
"""The class of an exception may have any name."""
_EVALUATED = "eval at "
_VITE = re.compile(r"\[vite\] (?:\(\w+\) )?Internal server error: (?P<message>.*)$")
"""Vite prints the message alone."""
_CAUSED_BY = re.compile(r"^(?:Caused by|Suppressed): |^\s*\.\.\. \d+ |^\s*---> |^\s*--- End of ")
_CAUSE_HEAD = re.compile(r"^(?:Caused by|Suppressed): |^\s*---> ")
_AFTER = re.compile(r"^(?:[{}\]]+[;,)]*$|Node\.js v\d|\s*>?\s*\d+ \||\s*\|)")
_SOURCE_LINE = re.compile(r"^(?:file://|node:|/|[A-Za-z]:\\)\S*:\d+$")
_PREFACE_LINES = 12


class AtTrace(Trace):
    """The frames end at the first line that is neither indented nor about the same exception."""

    def __init__(self) -> None:
        self._is_blank = False
        self._is_message = False

    def continues(self, line: str) -> bool:
        was_blank, self._is_blank = self._is_blank, not line.strip()
        self._is_message = _CAUSE_HEAD.match(line) is not None or (self._is_message and not _AT.match(line))
        if self._is_blank or _CAUSED_BY.match(line):
            return True
        if was_blank:
            return bool(_AT.match(line) or _AFTER.match(line))
        return is_indented(line) or bool(_AFTER.match(line))

    @property
    def awaits_message(self) -> bool:
        return self._is_message

    def ends_message(self, line: str) -> bool:
        return _AT.match(line) is not None

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
        if named := _named(lines[index]):
            between = [named[1], *lines[index + 1 : first_frame]]
            return named[0], "\n".join(line for line in between if line.strip())
    return None


def _named(line: str) -> tuple[str, str] | None:
    """Type and message of the exception that the line names."""
    if found := _JAVA.match(line):
        return found["type"] or found["qualified"], found["message"] or ""
    found = _HEAD.search(line)
    return (found["type"], found["message"] or "") if found else None


def names_exception(line: str) -> bool:
    return (_HINT.search(line) is not None or line[:1].islower()) and _named(line) is not None


def _frames(lines: list[str]) -> list[StackFrame]:
    return [frame for line in lines if _AT.match(line) and (frame := _dotnet_frame(line) or _node_frame(line))]


def _dotnet_frame(line: str) -> StackFrame | None:
    found = _DOTNET.match(line)
    return StackFrame(found["file"], int(found["line"]), found["function"].partition("(")[0]) if found else None


def _node_frame(line: str) -> StackFrame | None:
    """`at function (file:line:column)` or `at file:line:column`; parentheses may be in the path, too."""
    call = line.strip().removesuffix(" {").removeprefix("at ").removeprefix("async ")
    position = _POSITION.search(call, max(0, len(call) - _POSITION_CHARS))
    if position is None:
        return None
    place = call[: position.start()]
    function, _, file = place.partition(" (") if position["end"] else ("", "", place)
    return StackFrame(file, int(position["line"]), function) if file and not file.startswith(_EVALUATED) else None


def begins(line: str) -> bool:
    """A frame, or .NET's inner exception, which stands before the frames of both."""
    return _AT.match(line) is not None or line.lstrip().startswith("---> ")


class NodeCrash(AtTrace):
    """A crash of Node, which prints the file, the line and a caret before the exception."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self._has_head = False
        self._has_frames = False

    def continues(self, line: str) -> bool:
        self._count += 1
        self._has_head = self._has_head or names_exception(line)
        self._has_frames = self._has_frames or begins(line)
        if self._has_frames or self._count > _PREFACE_LINES:
            return self._has_frames and super().continues(line)
        return not line.strip() or is_indented(line) or names_exception(line)

    @property
    def awaits_message(self) -> bool:
        """Its line of code may begin without any space."""
        return super().awaits_message if self._has_frames else self._has_head or self._count == 1

    def ends_message(self, line: str) -> bool:
        return super().ends_message(line) or (not self._has_head and names_exception(line))


def begins_crash(line: str) -> bool:
    return _SOURCE_LINE.match(line) is not None
