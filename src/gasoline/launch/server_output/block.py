"""Lines that belong together: one, or a stack trace with the line that announces it."""

from dataclasses import dataclass, field
from typing import NamedTuple

from gasoline.launch.server_output.access_line import ServerRequest, request_in
from gasoline.launch.server_output.level import Level, level_in
from gasoline.launch.server_output.traces import is_in_message, trace_begun_by, trace_shown_by
from gasoline.launch.server_output.traces.at_frames import names_exception
from gasoline.launch.server_output.traces.failure import Failure
from gasoline.launch.server_output.traces.trace import Trace, is_indented
from gasoline.model.units import KIB

SERVER_BLOCK_CHARS = 64 * KIB  # lines that are joined to one entry
SERVER_WAITING_LINES = 100  # lines that wait for the stack trace whose message they may be

_HEAD_LINES = 3


class WaitingLine(NamedTuple):
    at: float
    line: str
    """As it was printed."""
    rest: str
    """Without the prefix of its process."""


@dataclass
class Block:
    """Its lines are without the prefix of their process."""

    at: float
    prefix: str
    lines: list[str]
    level: Level | None
    trace: Trace | None
    waiting: list[WaitingLine] = field(default_factory=list)
    """They belong to it if a stack trace shows that they are its message."""
    chars: int = field(init=False)
    _names_exception: bool = field(init=False)

    def __post_init__(self) -> None:
        self.chars = sum(map(len, self.lines))
        self._names_exception = any(map(names_exception, self.lines))

    def takes(self, line: str) -> bool:
        """Whether the line belongs to this block, too, and with it those that wait."""
        if self.chars > SERVER_BLOCK_CHARS or (self.waiting and not self._ends_message(line)):
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

    def may_take(self, line: str) -> bool:
        """Whether the line may wait: a message may have any lines, and only what follows shows that it is one."""
        if self.chars > SERVER_BLOCK_CHARS or len(self.waiting) >= SERVER_WAITING_LINES:
            return False
        return (self.trace.awaits_message if self.trace else self._names_exception) and is_in_message(line)

    def _ends_message(self, line: str) -> bool:
        return self.trace.ends_message(line) if self.trace else trace_shown_by(line) is not None

    def add(self, line: str) -> None:
        self.lines += [*(waiting.rest for waiting in self.waiting), line]
        self.waiting = []
        self.chars += len(line)
        self._names_exception = self._names_exception or names_exception(line)

    def wait(self, waiting: WaitingLine) -> None:
        self.waiting.append(waiting)
        self.chars += len(waiting.rest)

    @property
    def may_go_on(self) -> bool:
        """Whether it waits for more lines while other processes print."""
        return self.trace is not None or self._names_exception or self.level in ("error", "warn")

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
