"""What every kind of stack trace has: it knows which lines belong to it, and what they say."""

from typing import Protocol

from gasoline.launch.server_output.traces.failure import Failure


class Trace(Protocol):
    """A stack trace that is being read."""

    def continues(self, line: str) -> bool:
        """Whether this line belongs to it, too. Blank lines are asked about like any other."""

    def read(self, lines: list[str]) -> Failure | None:
        """What its lines say; None if they are not a stack trace after all."""


def is_indented(line: str) -> bool:
    """By more than one space: some loggers begin every line with one."""
    return line.startswith(("  ", "\t"))
