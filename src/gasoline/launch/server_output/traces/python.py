"""Python: `Traceback (most recent call last):`, frames, the exception; chained ones and groups follow."""

import re

from gasoline.launch.server_output.traces.failure import Failure, StackFrame, failure
from gasoline.launch.server_output.traces.trace import is_indented

START = "Traceback (most recent call last):"
_CHAIN = (
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
)
_FRAME = re.compile(r'^[\s|+]*File "(?P<file>[^"]+)", line (?P<line>\d+)(?:, in (?P<function>.+))?$')
_EXCEPTION = re.compile(r"^[\s|]*(?P<type>[A-Za-z_][\w.]*)(?:: ?(?P<message>.*))?$")
_SYNTAX_ERRORS = ("SyntaxError", "IndentationError", "TabError")
_MORE = re.compile(r"^(?:\[SQL: |\[parameters: |\(Background on this error)")


class PythonTrace:
    """Ends with the exception's line, unless another traceback follows."""

    def __init__(self) -> None:
        self._has_exception = False
        self._is_blank = False

    def continues(self, line: str) -> bool:
        was_blank, self._is_blank = self._is_blank, not line.strip()
        if self._is_blank:
            return True
        if START in line or line.strip(" |+") in _CHAIN:
            self._has_exception = False
            return True
        if not self._has_exception:
            self._has_exception = not is_indented(line)
            return True
        return not was_blank and (is_indented(line) or bool(_MORE.match(line)))

    def read(self, lines: list[str]) -> Failure | None:
        start = max(index for index, line in enumerate(lines) if START in line)
        frames, last = [], ("", "")
        for line in lines[start + 1 :]:
            if found := _FRAME.match(line):
                frames.append(StackFrame(found["file"], int(found["line"]), found["function"] or ""))
            elif (not is_indented(line) or "|" in line[:8]) and (found := _EXCEPTION.match(line)):
                last = last if last[0] else (found["type"], found["message"] or "")
        if last[0] in _SYNTAX_ERRORS and frames:  # the file with the error is not a frame of the stack
            return Failure(*last, file=frames[-1].file, line=frames[-1].line)
        return failure(*last, frames[::-1])


def begins(line: str) -> bool:
    return START in line
