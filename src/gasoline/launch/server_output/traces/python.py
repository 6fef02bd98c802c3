"""Python: `Traceback (most recent call last):`, frames, the exception; chained ones and groups follow."""

import re

from gasoline.launch.server_output.traces.failure import Failure, StackFrame, failure
from gasoline.launch.server_output.traces.trace import Trace, is_indented, may_be_message

SERVER_MESSAGE_LINES = 20  # further lines of an exception's message

START = "Traceback (most recent call last):"
_CHAIN = (
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
)
_FRAME = re.compile(r'^[\s|+]*File "(?P<file>[^"]+)", line (?P<line>\d{1,9})(?:, in (?P<function>.+))?$')
_EXCEPTION = re.compile(r"^[\s|]*(?P<type>[A-Za-z_][\w.]*(?:\.<locals>[\w.]+)*)(?:: ?(?P<message>.*))?$")
_SYNTAX_ERRORS = ("SyntaxError", "IndentationError", "TabError")
_MORE = re.compile(r"^(?:\[SQL: |\[parameters: |\(Background on this error)")


class PythonTrace(Trace):
    """Ends with the exception and the lines of its message, unless another traceback follows."""

    def __init__(self) -> None:
        self._has_exception = False
        self._is_blank = False
        self._message_lines = 0

    def continues(self, line: str) -> bool:
        was_blank, self._is_blank = self._is_blank, not line.strip()
        if self._is_blank:
            return True
        if START in line or line.strip(" |+") in _CHAIN:
            self._has_exception = False
            return True
        if not self._has_exception:
            self._has_exception = not is_indented(line)
            self._message_lines = 0
            return True
        return not was_blank and (is_indented(line) or bool(_MORE.match(line)) or self._is_message(line))

    def _is_message(self, line: str) -> bool:
        self._message_lines += 1
        return may_be_message(line) and self._message_lines <= SERVER_MESSAGE_LINES

    def read(self, lines: list[str]) -> Failure | None:
        """The exception of the last traceback; its frames, and if they are all in libraries, those before it."""
        blocks = _tracebacks(lines)
        kind, message = _exception(blocks[-1])
        innermost_first = [_frames(block)[::-1] for block in reversed(blocks)]
        if kind in _SYNTAX_ERRORS:  # the file with the error is not a frame of the stack
            return failure(kind, message, innermost_first[0][:1])
        return failure(kind, message, [frame for frames in innermost_first for frame in frames])


def _tracebacks(lines: list[str]) -> list[list[str]]:
    """The lines after each beginning, at least one of which is there."""
    starts = [index for index, line in enumerate(lines) if START in line]
    return [lines[start + 1 : end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]


def _frames(block: list[str]) -> list[StackFrame]:
    found = (_FRAME.match(line) for line in block)
    return [StackFrame(each["file"], int(each["line"]), each["function"] or "") for each in found if each]


def _exception(block: list[str]) -> tuple[str, str]:
    for index, line in enumerate(block):
        is_in_group = "|" in line[:8]
        if (not is_indented(line) or is_in_group) and (found := _EXCEPTION.match(line)):
            more = [] if is_in_group else _message_lines(block[index + 1 :])
            return found["type"], "\n".join([found["message"] or "", *more])
    return "", ""


def _message_lines(following: list[str]) -> list[str]:
    end = next((index for index, line in enumerate(following) if not line.strip() or _MORE.match(line)), None)
    return following[:end]


def begins(line: str) -> bool:
    return START in line
