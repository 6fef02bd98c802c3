"""Rust: `thread 'main' panicked at src/main.rs:4:5:`, the message, and the backtrace if it is on."""

import re
from itertools import takewhile

from gasoline.launch.server_output.traces.failure import Failure, StackFrame, failure
from gasoline.launch.server_output.traces.trace import Trace, is_indented

_HEAD = re.compile(
    r"thread '[^']*'(?: \(\d+\))? panicked at "
    r"(?:'(?P<quoted>.*)', )?(?P<file>[^:\s]+(?::\\[^:]+)?):(?P<line>\d{1,9}):\d+(?P<rest>:?)$"
)
_FRAME = re.compile(r"^\s+at (?P<file>\S+?):(?P<line>\d{1,9})(?::\d+)?$")
_FUNCTION = re.compile(r"^\s*\d+:\s+(?:0x[\da-f]+ - )?(?P<function>.+)$")
_MORE = ("note: ", "stack backtrace:")
_COMPARED = re.compile(r" *(?:left|right): ")
"""Of `assert_eq!`."""


class RustTrace(Trace):
    """The line after the head is the message, perhaps with more lines until the backtrace."""

    def __init__(self) -> None:
        self._count = 0
        self._has_message = False

    def continues(self, line: str) -> bool:
        self._count += 1
        self._has_message = self._has_message or self.ends_message(line)
        if self._count == 1 or not line.strip() or is_indented(line) or line.startswith(_MORE):
            return True
        return not self._has_message and _COMPARED.match(line) is not None

    @property
    def awaits_message(self) -> bool:
        return not self._has_message

    def ends_message(self, line: str) -> bool:
        return line.startswith(_MORE)

    def read(self, lines: list[str]) -> Failure | None:
        start = next((index for index, line in enumerate(lines) if _HEAD.search(line)), None)
        if start is None or (head := _HEAD.search(lines[start])) is None:
            return None
        message = head["quoted"] or "\n".join(takewhile(lambda line: not line.startswith(_MORE), lines[start + 1 :]))
        frames = [StackFrame(head["file"], int(head["line"]))]
        for index, line in enumerate(lines):
            if found := _FRAME.match(line):
                function = _FUNCTION.match(lines[index - 1])
                frames.append(StackFrame(found["file"], int(found["line"]), function["function"] if function else ""))
        return failure("panic", message, frames)


def begins(line: str) -> bool:
    return "panicked at" in line and _HEAD.search(line) is not None
