"""Stack traces, one module for each way in which languages print them."""

from collections.abc import Callable

from gasoline.launch.server_output.traces import at_frames, gin, go, php, python, ruby, rust
from gasoline.launch.server_output.traces.trace import Trace, may_be_message

FIRST_LINES: tuple[tuple[Callable[[str], bool], Callable[[], Trace]], ...] = (
    (python.begins, python.PythonTrace),
    (rust.begins, rust.RustTrace),
    (gin.begins, gin.GinTrace),
    (go.begins, go.GoTrace),
    (php.begins, php.PhpTrace),
    (ruby.begins, ruby.RubyTrace),
    (ruby.begins_report, ruby.RubyTrace),
    (at_frames.begins_crash, at_frames.NodeCrash),
)
"""Lines that begin a stack trace."""
LATER_LINES: tuple[tuple[Callable[[str], bool], Callable[[], Trace]], ...] = (
    (at_frames.begins, at_frames.AtTrace),
    (go.begins_frames, go.GoTrace),
)
"""Lines that show that the line before them began one."""


def trace_begun_by(line: str) -> Trace | None:
    return next((build() for begins, build in FIRST_LINES if begins(line)), None)


def trace_shown_by(line: str) -> Trace | None:
    return next((build() for begins, build in LATER_LINES if begins(line)), None)


def is_in_message(line: str) -> bool:
    """Whether the line may be part of a message; Prisma names the place of its call in one, as Node does in a crash."""
    begun = trace_begun_by(line)
    is_new = at_frames.names_exception(line) or not (begun is None or isinstance(begun, at_frames.NodeCrash))
    return not is_new and may_be_message(line)
