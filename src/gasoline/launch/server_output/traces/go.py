"""Go: `panic: message` or a recovered panic of net/http, then the frames of the goroutine."""

import re
from collections.abc import Iterator
from itertools import takewhile

from gasoline.launch.server_output.traces.failure import Failure, StackFrame, failure
from gasoline.launch.server_output.traces.trace import Trace, is_indented

_HEAD = re.compile(
    r"^(?P<type>panic|fatal error): (?P<message>.*)|\bpanic (?:serving|recovered)[^:]*:(?:\d+:)?(?P<more>.*)"
)
_GOROUTINE = re.compile(r"^goroutine \d+ [\[(]")
_FILE = re.compile(r"^\s+(?P<file>\S.*\.go):(?P<line>\d{1,9})(?: \+0x[\da-f]+)?$")
_FUNCTION = re.compile(r"^[\w./*()\[\]{}-]+\(.*\)$|^created by ")
_RUNTIME = re.compile(r"^\[signal |^\[recovered\]|^exit status \d|^\t?panic: ")


class GoTrace(Trace):
    def __init__(self) -> None:
        self._has_frames = False

    def continues(self, line: str) -> bool:
        self._has_frames = self._has_frames or begins_frames(line)
        return (
            not line.strip()
            or is_indented(line)
            or any(pattern.match(line) for pattern in (_GOROUTINE, _FUNCTION, _RUNTIME))
        )

    @property
    def awaits_message(self) -> bool:
        return not self._has_frames

    def ends_message(self, line: str) -> bool:
        return begins_frames(line) or _RUNTIME.match(line) is not None

    def read(self, lines: list[str]) -> Failure | None:
        first, head = next(
            ((index, found) for index, line in enumerate(lines) if (found := _HEAD.search(line))), (0, None)
        )
        frames = [
            StackFrame(found["file"], int(found["line"]), lines[index - 1].rpartition("(")[0])
            for index, line in enumerate(lines)
            if (found := _FILE.match(line)) and index
        ]
        if head is None:
            return failure("panic", "", frames)
        message = [head["message"] or head["more"] or "", *_message_lines(lines[first + 1 :])]
        return failure(head["type"] or "panic", "\n".join(message), frames)


def _message_lines(following: list[str]) -> Iterator[str]:
    return takewhile(lambda line: not begins_frames(line) and not _RUNTIME.match(line), following)


def begins(line: str) -> bool:
    return ("panic" in line or line.startswith("fatal error: ")) and _HEAD.search(line) is not None


def begins_frames(line: str) -> bool:
    """The stack that a recovering handler prints after a message of its own."""
    return _GOROUTINE.match(line) is not None
