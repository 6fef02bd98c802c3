"""Turns output into entries, apart from the copying of the output, which never waits for it."""

import threading
import time
from typing import Protocol

from gasoline.launch.dev_server.outbox import Outbox
from gasoline.launch.dev_server.output_feed import Chunk
from gasoline.launch.server_output.entry_builder import EntryBuilder
from gasoline.launch.server_output.line_reader import LineReader
from gasoline.model.server_bounds import SERVER_GATHER_S
from gasoline.model.units import KIB

SERVER_QUIET_S = 0.1  # after that without output, an unfinished line or stack trace is an entry
SERVER_CHUNKS_AT_ONCE = 64  # chunks that are parsed before an answer may ask for what is there
SERVER_FLOOD_BYTES = 128 * KIB  # parsed in one go, after which the parser rests: so much comes at once in a flood only
SERVER_REST = (
    4  # times as long as the parsing took: a flood needs the processor itself, and most of it is dropped anyway
)
SERVER_REST_S = 0.2  # a rest takes no longer
SERVER_LAST_ROUNDS = 256  # so often, an answer waits for these; output that never stops would not let it end


class OutputSource(Protocol):
    """The source of the parser's input."""

    @property
    def is_ended(self) -> bool:
        """Whether the command has ended; chunks may be left."""

    @property
    def dropped_lines(self) -> int:
        """Lines that were dropped unread."""

    def wait(self, seconds: float | None) -> bool:
        """Whether there is output, or the end; False after the time, if there is neither."""

    def pop(self) -> Chunk | None:
        """The oldest chunk; None if there is none now."""


class OutputParser:
    """Reads the source, fills the outbox."""

    def __init__(self, source: OutputSource, outbox: Outbox, directory: str) -> None:
        self._source = source
        self._outbox = outbox
        self._directory = directory
        self._lock = threading.Lock()
        self._readers: dict[str, LineReader] = {}
        self._builders: dict[str, EntryBuilder] = {}
        self._last_at = 0.0
        self._last_output = 0.0
        self._parsed = 0

    def run(self) -> None:
        """Runs until the command has ended and everything is parsed."""
        while not self._source.is_ended:
            is_open = any(builder.is_open for builder in self._builders.values())
            if self._source.wait(SERVER_QUIET_S if is_open else None):
                self._parse_and_rest()
            else:
                with self._lock:
                    self._complete_blocks()
        self._finish(is_end=True)

    def flush(self) -> None:
        """Parses everything that was printed until now. A stack trace that is being printed has a moment to end."""
        self._parse()
        if time.monotonic() - self._last_output < SERVER_GATHER_S:
            time.sleep(SERVER_GATHER_S)
        self._finish(is_end=False)

    def _finish(self, *, is_end: bool) -> None:
        """Parses what waits, and completes unfinished lines and stack traces."""
        for _ in range(SERVER_LAST_ROUNDS):
            if not self._parse():
                break
        with self._lock:
            for stream, reader in self._readers.items():
                for line in reader.finish(is_end=is_end):
                    self._outbox.add(self._builders[stream].add(line, self._last_at))
            self._complete_blocks()

    def _complete_blocks(self) -> None:
        for builder in self._builders.values():
            self._outbox.add(builder.finish())

    def _parse_and_rest(self) -> None:
        """An answer that asks meanwhile does not wait for the end of a rest."""
        started, self._parsed = time.thread_time(), 0
        self._parse()
        if self._parsed >= SERVER_FLOOD_BYTES:
            time.sleep(min(SERVER_REST_S, SERVER_REST * (time.thread_time() - started)))

    def _parse(self) -> bool:
        """Whether there may be more."""
        with self._lock:
            for _ in range(SERVER_CHUNKS_AT_ONCE):
                chunk = self._source.pop()
                if chunk is None:
                    return False
                self._take(chunk)
            return True

    def _take(self, chunk: Chunk) -> None:
        self._last_output = time.monotonic()
        self._last_at = chunk.at
        self._parsed += len(chunk.data)
        reader = self._reader(chunk.stream)
        builder = self._builders[chunk.stream]
        entries = []
        if chunk.follows_gap:
            reader.skip_line()
            entries += builder.skip()
        for line in reader.feed(chunk.data):
            entries += builder.add(line, chunk.at)
        self._outbox.add(entries)

    def _reader(self, stream: str) -> LineReader:
        if stream not in self._readers:
            self._builders[stream] = EntryBuilder(stream, self._directory)
            self._readers[stream] = LineReader()
        return self._readers[stream]
