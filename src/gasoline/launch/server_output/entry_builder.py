"""Lines to entries: each line is one, and so is a stack trace with the line that announces it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from gasoline.kernel.text import truncate_middle
from gasoline.launch.server_output.access_line import ServerRequest, request_in
from gasoline.launch.server_output.json_line import read_json_line
from gasoline.launch.server_output.level import Level, level_in, level_of_status
from gasoline.launch.server_output.private_key import PrivateKeyFilter
from gasoline.launch.server_output.traces import trace_begun_by, trace_shown_by
from gasoline.launch.server_output.traces.failure import Failure, relative_to
from gasoline.launch.server_output.traces.trace import Trace, is_indented
from gasoline.model.server_bounds import SERVER_ENTRY_CHARS
from gasoline.model.units import KIB

SERVER_BLOCK_CHARS = 64 * KIB  # lines that are joined to one entry

Entry = dict[str, Any]
_HEAD_LINES = 3


@dataclass
class Block:
    """Lines that belong together."""

    at: float
    lines: list[str]
    level: Level | None
    trace: Trace | None
    chars: int

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


class EntryBuilder:
    """The entries of one stream. The last block stays open until the next line, or until `finish`."""

    def __init__(self, stream: str, directory: str) -> None:
        self._stream = stream
        self._directory = directory
        self._open: Block | None = None
        self._keys = PrivateKeyFilter()

    @property
    def is_open(self) -> bool:
        return self._open is not None

    def add(self, line: str, at: float) -> list[Entry]:
        if line and not (line := self._keys.without_key(line)):
            return []
        if self._open and self._open.takes(line):
            self._open.add(line)
            return []
        finished = self.finish()
        if line.strip():
            self._open = Block(at, [line], level_in(line), trace_begun_by(line), len(line))
        return finished

    def skip(self) -> list[Entry]:
        """Lines are missing here: what follows does not belong to what came before."""
        self._keys.skip_lines()
        return self.finish()

    def finish(self) -> list[Entry]:
        block, self._open = self._open, None
        return [self._entry(block)] if block else []

    def _entry(self, block: Block) -> Entry:
        if len(block.lines) == 1 and (said := read_json_line(block.lines[0])):
            return self._shown(block.at, said.level, said.text, said.failure, said.request)
        while not block.lines[-1].strip():
            block.lines.pop()
        failure = block.trace.read(block.lines) if block.trace else None
        request = next((found for line in block.lines[:_HEAD_LINES] if (found := request_in(line))), None)
        level = "error" if failure else block.level
        return self._shown(block.at, level, "\n".join(block.lines), failure, request)

    def _shown(
        self, at: float, level: Level | None, text: str, failure: Failure | None, request: ServerRequest | None
    ) -> Entry:
        known = level or (level_of_status(request.status) if request else None)
        entry: Entry = {
            "ts": iso_time(at),
            "stream": self._stream,
            "level": known or "log",
            "text": truncate_middle(text, SERVER_ENTRY_CHARS),
        }
        if failure:
            entry["exception"] = relative_to(failure, self._directory).as_json()
        if request:
            entry["request"] = request.as_json()
        return entry


def iso_time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
