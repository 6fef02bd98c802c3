"""Turns output into entries, in a thread of its own and only while the command leaves it time."""

import threading
import time

from gasoline.launch.dev_server.outbox import Outbox
from gasoline.launch.dev_server.output_feed import SERVER_FEED_BYTES, OutputFeed
from gasoline.launch.server_output.entry_builder import EntryBuilder
from gasoline.launch.server_output.line_reader import LineReader
from gasoline.model.server_bounds import SERVER_GATHER_S
from gasoline.model.units import KIB

SERVER_LAST_BYTES = 128 * KIB  # of these, what is still parsed after the command has ended
SERVER_SLICE_BYTES = 16 * KIB  # output that is parsed at once
SERVER_FLOOD_BYTES = 64 * KIB  # output within SERVER_GATHER_S above which parsing makes room for it
SERVER_REST_S = 0.2  # how long parsing pauses during a flood
SERVER_QUIET_S = 0.1  # after that without output, an unfinished line or stack trace is an entry


class OutputParser:
    """Reads the feed, fills the outbox."""

    def __init__(self, feed: OutputFeed, outbox: Outbox, directory: str) -> None:
        self._feed = feed
        self._outbox = outbox
        self._directory = directory
        self._lock = threading.Lock()
        self._readers: dict[str, LineReader] = {}
        self._builders: dict[str, EntryBuilder] = {}
        self._last_at = 0.0
        self._last_output = 0.0
        self._ends = False
        self._thread = threading.Thread(target=self._run, name="parser", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Parses the newest of what is left and ends the thread."""
        self._ends = True
        self._feed.drop_all_but(SERVER_LAST_BYTES)
        self._feed.wake()
        self._thread.join()
        self._finish(is_end=True)

    def flush(self) -> None:
        """Parses everything that was printed until now. A stack trace that is being printed has a moment to end."""
        self._parse(SERVER_FEED_BYTES)
        if time.monotonic() - self._last_output < SERVER_GATHER_S:
            time.sleep(SERVER_GATHER_S)
        self._finish(is_end=False)

    def _finish(self, *, is_end: bool) -> None:
        """Parses what waits, and completes unfinished lines and stack traces."""
        with self._lock:
            self._parse_locked(SERVER_FEED_BYTES)
            for stream, reader in self._readers.items():
                for line in reader.finish(is_end=is_end):
                    self._outbox.add(self._builders[stream].add(line, self._last_at))
            self._complete_blocks()

    def _complete_blocks(self) -> None:
        for builder in self._builders.values():
            self._outbox.add(builder.finish())

    def _run(self) -> None:
        while not self._ends:
            is_open = any(builder.is_open for builder in self._builders.values())
            if not self._feed.wait(SERVER_QUIET_S if is_open else None):
                with self._lock:
                    self._complete_blocks()
                continue
            before = self._feed.total
            time.sleep(SERVER_GATHER_S)
            is_flood = self._feed.total - before > SERVER_FLOOD_BYTES
            if is_flood:  # parsing would slow the command down
                time.sleep(SERVER_REST_S)
            self._parse(SERVER_SLICE_BYTES if is_flood else SERVER_FEED_BYTES)

    def _parse(self, max_bytes: int) -> None:
        with self._lock:
            self._parse_locked(max_bytes)

    def _parse_locked(self, max_bytes: int) -> None:
        taken = 0
        while taken < max_bytes and (chunks := self._feed.take(SERVER_SLICE_BYTES)):
            self._last_output = time.monotonic()
            for chunk in chunks:
                taken += len(chunk.data)
                self._last_at = chunk.at
                for line in self._reader(chunk.stream).feed(chunk.data):
                    self._outbox.add(self._builders[chunk.stream].add(line, chunk.at))

    def _reader(self, stream: str) -> LineReader:
        if stream not in self._readers:
            self._builders[stream] = EntryBuilder(stream, self._directory)
            self._readers[stream] = LineReader()
        return self._readers[stream]
