"""Lines that belong together: one, or a stack trace with the line that announces it."""

from dataclasses import dataclass, field

from gasoline.launch.server_output.access_line import ServerRequest, request_in
from gasoline.launch.server_output.level import Level, level_in
from gasoline.launch.server_output.traces import trace_begun_by, trace_shown_by
from gasoline.launch.server_output.traces.failure import Failure
from gasoline.launch.server_output.traces.trace import Trace, is_indented
from gasoline.model.units import KIB

SERVER_BLOCK_CHARS = 64 * KIB  # lines that are joined to one entry

_HEAD_LINES = 3


@dataclass
class Block:
    """Its lines are without the prefix of their process."""

    at: float
    prefix: str
    lines: list[str]
    level: Level | None
    trace: Trace | None
    chars: int = field(init=False)

    def __post_init__(self) -> None:
        self.chars = sum(map(len, self.lines))

    def takes(self, line: str) -> bool:
        """Whether the line belongs to this block, too."""
        if self.chars > SERVER_BLOCK_CHARS:
            return False
        if self.trace:
            return self.trace.continues(line)
        if not line.strip():
            return False
        if (trace := trace_shown_by(line)) or (self.level == "error" and (trace := trace_begun_by(line))):
            self.trace = trace
            trace.continues(line)
            return True
        return self.level in ("error", "warn") and is_indented(line)

    def add(self, line: str) -> None:
        self.lines.append(line)
        self.chars += len(line)

    @property
    def may_go_on(self) -> bool:
        """Whether it waits for more lines while other processes print."""
        return self.trace is not None or self.level in ("error", "warn")

    def remove_blank_end(self) -> None:
        while not self.lines[-1].strip():
            self.lines.pop()

    @property
    def text(self) -> str:
        return self.prefix + "\n".join(self.lines)

    def failure(self) -> Failure | None:
        return self.trace.read(self.lines) if self.trace else None

    def request(self) -> ServerRequest | None:
        return next((found for line in self.lines[:_HEAD_LINES] if (found := request_in(line))), None)


def begin_block(at: float, prefix: str, line: str) -> Block:
    level = (level_in(prefix + line) if prefix else None) or level_in(line)
    return Block(at, prefix, [line], level, trace_begun_by(line))
