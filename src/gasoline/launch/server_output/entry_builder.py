"""Lines to entries: each line is one, and so is a stack trace with the line that announces it."""

from datetime import UTC, datetime
from typing import Any

from gasoline.kernel.text import truncate_middle
from gasoline.launch.server_output.access_line import ServerRequest
from gasoline.launch.server_output.block import Block, WaitingLine, begin_block
from gasoline.launch.server_output.json_line import read_json_line
from gasoline.launch.server_output.level import Level, level_of_status
from gasoline.launch.server_output.private_key import PrivateKeyFilter
from gasoline.launch.server_output.process_prefix import process_prefix
from gasoline.launch.server_output.traces.failure import Failure
from gasoline.model.server_bounds import SERVER_ENTRY_CHARS

SERVER_OPEN_BLOCKS = 16  # processes behind one terminal whose stack traces may be printed at the same time

Entry = dict[str, Any]


class EntryBuilder:
    """The entries of one stream. The last block of each process stays open until its next line, or until `finish`."""

    def __init__(self, stream: str, directory: str) -> None:
        self._stream = stream
        self._directory = directory
        self._open: dict[str, Block] = {}
        """Keyed by the process prefix without its trailing space, which blank lines do not have; the oldest first."""
        self._keys = PrivateKeyFilter()

    @property
    def is_open(self) -> bool:
        return bool(self._open)

    def add(self, line: str, at: float) -> list[Entry]:
        if line and not (line := self._keys.without_key(line)):
            return []
        return self._add(line, at)

    def _add(self, line: str, at: float) -> list[Entry]:
        prefix = self._prefix_of(line)
        process = prefix.rstrip()
        block, rest = self._block_for(prefix, line)
        if block and block.takes(rest):
            block.add(rest)
            return []
        if block and block.may_take(rest):
            block.wait(WaitingLine(at, line, rest))
            return []
        finished = self._finish_before(process)
        if process in self._open:  # one of the lines that waited for nothing
            return finished + self._add(line, at)
        if line[len(prefix) :].strip():
            self._open[process] = begin_block(at, prefix, line[len(prefix) :])
        return finished

    def skip(self) -> list[Entry]:
        """Lines are missing here: what follows does not belong to what came before."""
        self._keys.skip_lines()
        return self.finish()

    def finish(self) -> list[Entry]:
        finished: list[Entry] = []
        while self._open:
            finished += self._close(list(self._open))
        return finished

    def _prefix_of(self, line: str) -> str:
        """`[1]` alone is a blank line of a process only if that process is known."""
        prefix = process_prefix(line)
        return "" if prefix == line and prefix.startswith("[") and prefix not in self._open else prefix

    def _block_for(self, prefix: str, line: str) -> tuple[Block | None, str]:
        """The block that may take the line, and the line as it would be there."""
        if block := self._open.get(prefix.rstrip()):
            return block, line[len(prefix) :]
        newest = next(reversed(self._open.values()), None)
        return (None if newest and newest.prefix and prefix else newest), line

    def _finish_before(self, process: str) -> list[Entry]:
        """What does not wait for more lines when a line of this process begins something new."""
        newest = next(reversed(self._open), None)
        ends = [
            other
            for other, block in self._open.items()
            if other == process or not block.may_go_on or (other == newest and not (other and process))
        ]
        left = len(self._open) - len(ends) - SERVER_OPEN_BLOCKS + 1
        oldest = [other for other in self._open if other not in ends][: max(0, left)]
        return self._close([other for other in self._open if other in (*ends, *oldest)])

    def _close(self, processes: list[str]) -> list[Entry]:
        """A line that waited for a stack trace is one of its own if none came."""
        finished: list[Entry] = []
        for process in processes:
            block = self._open.pop(process)
            finished.append(self._entry(block))
            for waiting in block.waiting:
                finished += self._add(waiting.line, waiting.at)
        return finished

    def _entry(self, block: Block) -> Entry:
        block.remove_blank_end()
        if len(block.lines) == 1 and (said := read_json_line(block.lines[0])):
            return self._shown(block.at, said.level, block.prefix + said.text, said.failure, said.request)
        failure = block.failure()
        return self._shown(block.at, "error" if failure else block.level, block.text, failure, block.request())

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
            entry["exception"] = failure.as_json(self._directory)
        if request:
            entry["request"] = request.as_json()
        return entry


def iso_time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
