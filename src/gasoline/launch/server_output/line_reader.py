"""Bytes to lines of text, whatever the bytes are: invalid UTF-8, binary data, or a line that never ends."""

from gasoline.launch.server_output.clean_text import clean_text
from gasoline.model.server_bounds import SERVER_LINE_BYTES

WORD_BYTES = 4_096
"""Longer than any secret."""
MARKS = (b" ", b",", b'"', b"\t")


class LineReader:
    """The lines of one stream. The end of an unfinished line is kept until the rest arrives."""

    def __init__(self) -> None:
        self._rest = b""
        self._is_inside_line = False

    def skip_line(self) -> None:
        """After a gap: neither the line before it nor the one after it is complete, and half a secret is not masked."""
        self._rest = b""
        self._is_inside_line = True

    def feed(self, data: bytes) -> list[str]:
        if self._is_inside_line:
            _, newline, data = data.partition(b"\n")
            self._is_inside_line = not newline
        data = self._rest + data
        lines = data.split(b"\n")
        self._rest = lines.pop()
        if len(self._rest) > SERVER_LINE_BYTES:
            self._shorten_rest(lines)
        return [_as_text(part) for line in lines for part in _parts(line)]

    def finish(self, *, is_end: bool) -> list[str]:
        """The line that has no end yet, such as a prompt; a progress bar only at the end of all output."""
        if b"\r" in self._rest and not is_end:
            return []
        rest, self._rest = self._rest, b""
        return [_as_text(rest)] if rest else []

    def _shorten_rest(self, lines: list[bytes]) -> None:
        """A progress bar that only redraws itself keeps its last state; any other endless line is split."""
        if b"\r" in self._rest:
            self._rest = self._rest[self._rest.rfind(b"\r", 0, -1) + 1 :]
        *complete, self._rest = _parts(self._rest)
        lines.extend(complete)


def _parts(line: bytes) -> list[bytes]:
    parts = []
    while len(line) > SERVER_LINE_BYTES:
        end = _end_of_word(line)
        parts.append(line[:end])
        line = line[end:]
    return [*parts, line]


def _end_of_word(line: bytes) -> int:
    """Where a line that is too long is split: not inside a word, which may be a secret that must be recognized."""
    return max(line.rfind(mark, SERVER_LINE_BYTES - WORD_BYTES, SERVER_LINE_BYTES) for mark in MARKS) + 1 or (
        SERVER_LINE_BYTES
    )


def _as_text(line: bytes) -> str:
    return clean_text(line.decode("utf-8", errors="replace"))
