"""Files that an assistant asks for, such as capsules: in the state directory, the newest are kept."""

import os
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
    """Writes it under a name that sorts by time, readable by its owner only, and deletes the oldest ones."""
    folder = state_dir / kind.folder
    name = f"{kind.prefix}-{now_iso[:23].replace(':', '-').replace('.', '-')}{kind.suffix}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / name
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
    except OSError as error:
        raise ToolError(
            "not_written", f"The file could not be written: {error.strerror}.", "Free some disk space."
        ) from None
    for old in sorted(folder.glob(f"{kind.prefix}-*{kind.suffix}"))[:-KEPT]:
        old.unlink(missing_ok=True)
    return path
