"""Ruby: `file.rb:3:in 'method': message (Type)` with `from` lines, and the reports of Rails, Puma and Sinatra."""

import re

from gasoline.launch.server_output.traces.failure import Failure, StackFrame, failure

_FILE = r"(?P<file>[^\s:'`]*\.(?:rb|ru|erb|rake|haml|slim)|<internal:[^>]+>):(?P<line>\d{1,9})"
_PLACE = rf"{_FILE}:in [`'](?P<function>[^']*)'"
_FRAME = re.compile(rf"^\s*(?:\d+: )?(?:from )?{_FILE}(?:$|:in [`'](?P<function>[^']*)')")
_PLAIN = re.compile(rf"^{_PLACE}: (?P<message>.*?)(?: \((?P<type>[A-Z][\w:]*)\))?$")
_HEADS = (
    re.compile(r"^(?:\[[^\]]*\] )?(?P<type>[A-Z]\w*(?:::\w+)*) \((?P<message>.*)\):?$"),  # Rails
    re.compile(r"#<(?P<type>[A-Z]\w*(?:::\w+)*): (?P<message>.*)>"),  # Puma
    re.compile(r" - (?P<type>[A-Z]\w*(?:::\w+)*) - (?P<message>.*?):?$"),  # Sinatra
)


class RubyTrace:
    def continues(self, line: str) -> bool:
        return not line.strip() or _FRAME.match(line) is not None or line.startswith("  ")

    def read(self, lines: list[str]) -> Failure | None:
        frames = [
            StackFrame(found["file"], int(found["line"]), found["function"] or "")
            for line in lines
            if (found := _FRAME.match(line))
        ]
        plain = next((found for line in lines if (found := _PLAIN.match(line))), None)
        if plain:
            return failure(plain["type"] or "RuntimeError", plain["message"], frames)
        heads = (found for line in lines for pattern in _HEADS if (found := pattern.search(line)))
        head = next(heads, None)
        return failure(head["type"], head["message"], frames) if head else failure("Error", lines[0], frames)


def begins(line: str) -> bool:
    return ":in " in line and _FRAME.match(line) is not None


def begins_report(line: str) -> bool:
    """Rails prints the exception first, and its frames after a blank line."""
    return line.endswith("):") and _HEADS[0].match(line) is not None
