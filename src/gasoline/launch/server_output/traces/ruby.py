"""Ruby: `file.rb:3:in 'method': message (Type)` with `from` lines, and the reports of Rails, Puma and Sinatra."""

import re
from itertools import takewhile

from gasoline.launch.server_output.traces.failure import Failure, StackFrame, failure
from gasoline.launch.server_output.traces.trace import Trace

_FILE = r"(?P<file>[^\s:'`]*\.(?:rb|ru|erb|rake|haml|slim)|<internal:[^>]+>):(?P<line>\d{1,9})"
_PLACE = rf"{_FILE}:in [`'](?P<function>[^']*)'"
_FRAME = re.compile(rf"^\s*(?:\d+: )?(?:from )?{_FILE}(?:$|:in [`'](?P<function>[^']*)')")
_PLAIN = re.compile(rf"^{_PLACE}: (?P<message>.*?)(?: \((?P<type>[A-Z][\w:]*)\))?$")
_HEADS = (
    re.compile(r"^(?:\[[^\]]*\] )?(?P<type>[A-Z]\w*(?:::\w+)*) \((?P<message>.*)\):?$"),  # Rails
    re.compile(r"#<(?P<type>[A-Z]\w*(?:::\w+)*): (?P<message>.*)>"),  # Puma
    re.compile(r" - (?P<type>[A-Z]\w*(?:::\w+)*) - (?P<message>.*?):?$"),  # Sinatra
)
_OPEN_REPORT = re.compile(
    r"^(?:\[[^\]]*\] )?(?P<type>(?:[A-Z]\w*::)+[A-Z]\w*|[A-Z]\w*Error) \((?P<message>.*(?<!\))(?<!\):))$"
)
_REPORT_END = "):"


class RubyTrace(Trace):
    def __init__(self) -> None:
        self._has_frames = False

    def continues(self, line: str) -> bool:
        is_frame = _FRAME.match(line) is not None
        self._has_frames = self._has_frames or is_frame
        return not line.strip() or is_frame or line.startswith("  ")

    @property
    def awaits_message(self) -> bool:
        return not self._has_frames

    def ends_message(self, line: str) -> bool:
        return _FRAME.match(line) is not None

    def read(self, lines: list[str]) -> Failure | None:
        frames = [
            StackFrame(found["file"], int(found["line"]), found["function"] or "")
            for line in lines
            if (found := _FRAME.match(line))
        ]
        for index, line in enumerate(lines):
            message = list(takewhile(lambda line: not _FRAME.match(line), lines[index + 1 :]))
            if plain := _PLAIN.match(line):
                return failure(plain["type"] or "RuntimeError", "\n".join([plain["message"], *message]), frames)
            if frames and (report := _OPEN_REPORT.match(line)):
                text = "\n".join([report["message"], *message])
                return failure(report["type"], text.partition(_REPORT_END)[0], frames)
        heads = (found for line in lines for pattern in _HEADS if (found := pattern.search(line)))
        head = next(heads, None)
        if head is None and not frames:
            return None
        return failure(head["type"], head["message"], frames) if head else failure("Error", lines[0], frames)


def begins(line: str) -> bool:
    return ":in " in line and _FRAME.match(line) is not None


def begins_report(line: str) -> bool:
    """Rails prints the exception first, with all lines of its message, and its frames after a blank line."""
    return _OPEN_REPORT.match(line) is not None or (line.endswith(_REPORT_END) and _HEADS[0].match(line) is not None)
