"""What every kind of stack trace has: it knows which lines belong to it, and what they say."""

import re
from typing import Protocol

from gasoline.launch.server_output.access_line import request_in
from gasoline.launch.server_output.level import level_in
from gasoline.launch.server_output.process_prefix import process_prefix
from gasoline.launch.server_output.traces.failure import Failure

_COMPILER = re.compile(r"(?:error|warning|note)(?:\[\w+\])?: ")
"""Tools quote their own reports in messages."""


class Trace(Protocol):
    """A stack trace that is being read."""

    def continues(self, line: str) -> bool:
        """Whether this line belongs to it, too. Blank lines are asked about like any other."""

    @property
    def awaits_message(self) -> bool:
        """Whether any lines may follow that belong to it, provided that one comes that ends a message."""
        return False

    def ends_message(self, line: str) -> bool:  # noqa: ARG002 - most have no message to end
        """Whether the lines before this one were a message, whatever they say."""
        return False

    def read(self, lines: list[str]) -> Failure | None:
        """What its lines say; None if they are not a stack trace after all."""


def is_indented(line: str) -> bool:
    """Requires more than one space, because some loggers begin every line with one."""
    return line.startswith(("  ", "\t"))


def may_be_message(line: str) -> bool:
    """A message may have any lines, but those of a logger begin something new."""
    return _COMPILER.match(line) is not None or not (level_in(line) or request_in(line) or process_prefix(line))
