"""Gin: `[Recovery] … panic recovered:`, the request, the message, then each frame with its line of code."""

import re

from gasoline.launch.server_output.traces.failure import Failure, StackFrame, failure
from gasoline.launch.server_output.traces.trace import Trace, is_indented

SERVER_REQUEST_LINES = 60  # of the request between the head and the first frame

_HEAD = re.compile(r"\[Recovery\] .*panic recovered:$")
_FRAME = re.compile(r"^(?P<file>\S.*\.(?:go|s)):(?P<line>\d{1,9}) \(0x[\da-f]+\)$")
_CODE = re.compile(r"^\t(?P<function>.+?): ")


class GinTrace(Trace):
    """A trace of Gin; lines before its frames belong to the request or to the message."""

    def __init__(self) -> None:
        self._lines = 0
        self._has_frames = False

    def continues(self, line: str) -> bool:
        self._lines += 1
        is_frame = _FRAME.match(line) is not None
        self._has_frames = self._has_frames or is_frame
        if self._has_frames:
            return is_frame or is_indented(line) or not line.strip()
        return self._lines <= SERVER_REQUEST_LINES

    def read(self, lines: list[str]) -> Failure | None:
        places = [(index, found) for index, line in enumerate(lines) if (found := _FRAME.match(line))]
        first = places[0][0] if places else len(lines)
        return failure("panic", _last_paragraph(lines[1:first]), [_frame(lines, *place) for place in places])


def _frame(lines: list[str], index: int, found: re.Match[str]) -> StackFrame:
    code = _CODE.match(lines[index + 1]) if index + 1 < len(lines) else None
    return StackFrame(found["file"], int(found["line"]), code["function"] if code else "")


def _last_paragraph(lines: list[str]) -> str:
    """The message; a blank line is between it and the request."""
    blank = max((index for index, line in enumerate(lines) if not line.strip()), default=-1)
    return "\n".join(lines[blank + 1 :])


def begins(line: str) -> bool:
    return "panic recovered" in line and _HEAD.search(line) is not None
