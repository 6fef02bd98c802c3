"""A folder of screenshots that only its owner can read; the newest are kept."""

import os
from pathlib import Path

SCREENSHOTS_KEPT = 20  # ERR-23: the newest, in the state directory


class ScreenshotFolder:
    """Created with the first screenshot."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, name: str, data: bytes) -> Path:
        """Writes a screenshot under a name that sorts by time, and deletes the oldest ones."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self.path / name
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
        except OSError:
            file.unlink(missing_ok=True)
            raise
        for old in sorted(self.path.glob("*.jpg"))[:-SCREENSHOTS_KEPT]:
            old.unlink(missing_ok=True)
        return file
