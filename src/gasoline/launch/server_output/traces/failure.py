"""What a stack trace says: the exception, and the innermost line of the user's own code."""

from dataclasses import dataclass, replace
from pathlib import PurePath

SERVER_EXCEPTION_CHARS = 1_000  # message of an exception


_LIBRARY_PARTS = (
    "site-packages", "dist-packages", "node_modules", "node:", "internal/", "<frozen ", "<internal:", "/gems/",
    "/rubygems/", "/go/src/", "/pkg/mod/", "/rustc/", "/.cargo/", "/.rustup/", "/library/std/", "/library/core/",
    "/vendor/", "/usr/lib/", "/usr/share/", "/.next/", "webpack-internal", "<anonymous>", "native code", "/_/src/",
)  # fmt: skip


@dataclass(frozen=True)
class Failure:
    """`file` is empty if no line of the user's code is known."""

    type: str
    message: str = ""
    file: str = ""
    line: int = 0
    function: str = ""

    def as_json(self) -> dict[str, object]:
        shown = {"type": self.type, "message": self.message[:SERVER_EXCEPTION_CHARS]}
        place = {"file": self.file, "line": self.line, "function": self.function[:SERVER_EXCEPTION_CHARS]}
        return {**shown, **(place if self.file else {})}


@dataclass(frozen=True)
class StackFrame:
    file: str
    line: int
    function: str = ""

    @property
    def is_library(self) -> bool:
        path = self.file.replace("\\", "/")
        return any(part in path for part in _LIBRARY_PARTS) or _is_python_library(path)


def _is_python_library(path: str) -> bool:
    return "/lib/python" in path or path.startswith("<")


def failure(kind: str, message: str, innermost_first: list[StackFrame]) -> Failure:
    """With the innermost frame of the user's code, or without a place if every frame is a library's."""
    own = next((frame for frame in innermost_first if not frame.is_library), None)
    found = Failure(kind.strip() or "Error", message.strip())
    return replace(found, file=own.file, line=own.line, function=own.function) if own else found


def relative_to(failure: Failure, directory: str) -> Failure:
    """The file as it is known in the directory of the command."""
    try:
        short = PurePath(failure.file.removeprefix("file://")).relative_to(directory)
    except ValueError:
        return failure
    return replace(failure, file=str(short)) if failure.file else failure
