"""Files that an assistant asks for, such as capsules: in the state directory, the newest are kept."""

import errno
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gasoline.capsule.bounds import KEPT, SUFFIX
from gasoline.model.tool_error import ToolError


@dataclass(frozen=True)
class Kept:
    """A folder of the state directory."""

    folder: str
    prefix: str
    suffix: str


CAPSULES = Kept("capsules", "session", SUFFIX)
REPORTS = Kept("reports", "report", ".html")


def keep_file(state_dir: Path, kind: Kept, now_iso: str, data: bytes) -> Path:
    """Writes it under a name with its time, readable by its owner only, and deletes the oldest ones."""
    folder = state_dir / kind.folder
    name = f"{kind.prefix}-{now_iso[:23].replace(':', '-').replace('.', '-')}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path, handle = _create(folder, name, kind.suffix)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
    except OSError as error:
        raise ToolError(
            "not_written", f"The file could not be written: {error.strerror}.", "Free some disk space."
        ) from None
    others = [old for old in folder.glob(f"{kind.prefix}-*{kind.suffix}") if old != path]
    for old in sorted(others, key=_changed_at)[: 1 - KEPT]:
        old.unlink(missing_ok=True)
    return path


def _create(folder: Path, name: str, suffix: str) -> tuple[Path, int]:
    """A new file: the clock of a recording stands still, and two files of one moment must not replace each other."""
    for number in range(1, KEPT + 2):
        path = folder / f"{name}{'' if number == 1 else f'-{number}'}{suffix}"
        with suppress(FileExistsError):
            return path, os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    raise FileExistsError(errno.EEXIST, "too many files of this moment exist")


def _changed_at(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0  # deleted meanwhile
