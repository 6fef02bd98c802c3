"""What a stack trace says: the exception, and the innermost line of the user's own code."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePath

SERVER_EXCEPTION_CHARS = 1_000  # message of an exception


_LIBRARY_PARTS = (
    "site-packages", "dist-packages", "node_modules", "node:", "<frozen ", "<internal:", "/gems/",
    "/rubygems/", "/go/src/", "/pkg/mod/", "/rustc/", "/.cargo/", "/.rustup/", "/library/std/", "/library/core/",
    "/vendor/", "/usr/lib/", "/usr/share/", "/.next/", "webpack-internal", "<anonymous>", "native code", "/_/src/",
    "/lib/python",
)  # fmt: skip


@dataclass(frozen=True)
class StackFrame:
    file: str
    line: int
    function: str = ""
    is_library: bool = False
    """Known by something else than its path."""


@dataclass(frozen=True)
class Failure:
    """An exception with its frames, the innermost first."""

    type: str
    message: str = ""
    frames: tuple[StackFrame, ...] = ()

    def as_json(self, directory: str) -> dict[str, object]:
        """The failure with the innermost frame of the user's code, or no place if all frames are in libraries."""
        shown: dict[str, object] = {"type": self.type, "message": self.message[:SERVER_EXCEPTION_CHARS]}
        if own := _user_frame(self.frames, directory):
            shown |= {"file": own.file, "line": own.line, "function": own.function[:SERVER_EXCEPTION_CHARS]}
        return shown


def failure(kind: str, message: str, innermost_first: Iterable[StackFrame]) -> Failure:
    return Failure(kind.strip() or "Error", message.strip(), tuple(innermost_first))


def _user_frame(frames: Iterable[StackFrame], directory: str) -> StackFrame | None:
    """Its file as it is known in the directory of the command: a project may itself be in a folder of libraries."""
    shown = (replace(frame, file=_short(frame.file, directory)) for frame in frames)
    return next((frame for frame in shown if not (frame.is_library or _is_library_file(frame.file))), None)


def _short(file: str, directory: str) -> str:
    try:
        return str(PurePath(file.removeprefix("file://")).relative_to(directory))
    except ValueError:
        return file


def _is_library_file(file: str) -> bool:
    path = "/" + file.replace("\\", "/").removeprefix("/")
    return path.startswith("/<") or _is_of_old_node(path) or any(part in path for part in _LIBRARY_PARTS)


def _is_of_old_node(path: str) -> bool:
    return path.startswith("/internal/") and path.endswith(".js")
