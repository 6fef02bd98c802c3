"""PHP: `Uncaught Exception: message in file:3`, then `Stack trace:` with numbered frames; also Laravel's log."""

import re
from itertools import takewhile

from gasoline.launch.server_output.traces.failure import Failure, StackFrame, failure
from gasoline.launch.server_output.traces.trace import Trace

_HEADS = (
    re.compile(
        r"Uncaught (?P<type>[A-Za-z_\\][\w\\]*)(?:: (?P<message>.*))? in (?P<file>\S+?)(?::|\()(?P<line>\d{1,9})",
        re.DOTALL,
    ),
    re.compile(r"\(\w[\w\\]*\(code: [^)]*\): (?P<message>.*) at (?P<file>\S+):(?P<line>\d{1,9})\)"),  # Laravel
    re.compile(r"PHP (?P<type>(?:Fatal|Parse) error): +(?P<message>.*) in (?P<file>\S+) on line (?P<line>\d{1,9})"),
)
_LARAVEL_TYPE = re.compile(r"\[object\] \((?P<type>[\w\\]+)\(code:")
_FRAME = re.compile(r"^#\d+ (?P<file>.+?)\((?P<line>\d{1,9})\): (?P<function>[^(]+)")
_MORE = re.compile(r'^(?:#\d+ |Stack trace:|\[stacktrace\]|\[previous exception\]|  thrown in |Next \w|"\})')
_NEXT = "Next "
"""Before an exception that the one above it caused."""
_OPEN = re.compile(r"Fatal error: +Uncaught [A-Za-z_\\]")
"""The place is at the end of the message, which may have several lines."""


class PhpTrace(Trace):
    def __init__(self) -> None:
        self._has_message = False

    def continues(self, line: str) -> bool:
        is_more = _MORE.match(line) is not None
        if is_more:
            self._has_message = not line.startswith(_NEXT)
        return is_more or not line.strip()

    @property
    def awaits_message(self) -> bool:
        return not self._has_message

    def ends_message(self, line: str) -> bool:
        return _MORE.match(line) is not None

    def read(self, lines: list[str]) -> Failure | None:
        if _LARAVEL_TYPE.search(lines[0]):  # inside JSON, where a backslash is two
            lines = [line.replace("\\\\", "\\") for line in lines]
        text = "\n".join([lines[0], *takewhile(lambda line: not _MORE.match(line), lines[1:])])
        head = next((found for pattern in _HEADS if (found := pattern.search(text))), None)
        if head is None:
            return None
        kind = head.groupdict().get("type") or ((found := _LARAVEL_TYPE.search(text)) and found["type"]) or "Error"
        frames = [StackFrame(head["file"], int(head["line"]))]
        for line in lines[1:]:
            if found := _FRAME.match(line):
                frames.append(StackFrame(found["file"], int(found["line"]), found["function"]))
        return failure(kind, head["message"] or "", frames)


def begins(line: str) -> bool:
    if " in /" in line or " in C:" in line or "(code: " in line:
        return any(pattern.search(line) for pattern in _HEADS)
    return "Uncaught " in line and _OPEN.search(line) is not None
