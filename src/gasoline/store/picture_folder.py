"""A folder of pictures that only its owner can read; the newest few stay."""

import os
from pathlib import Path

from gasoline.model import limits


class PictureFolder:
    """Made when the first picture comes."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, name: str, data: bytes) -> Path:
        """Writes a picture under a name that sorts by time, and forgets the oldest ones."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self.path / name
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
        except OSError:
            file.unlink(missing_ok=True)
            raise
        for old in sorted(self.path.glob("*.jpg"))[: -limits.SCREENSHOTS_KEPT]:
            old.unlink(missing_ok=True)
        return file
