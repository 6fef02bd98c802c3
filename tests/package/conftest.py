"""What `make package` makes, once for the tests of this folder."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from gasoline import __version__

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Release:
    """The files that a release uploads."""

    folder: Path

    @property
    def wheel(self) -> Path:
        return self.folder / f"gasoline-{__version__}-py3-none-any.whl"

    @property
    def sdist(self) -> Path:
        return self.folder / f"gasoline-{__version__}.tar.gz"

    @property
    def store_zip(self) -> Path:
        return self.folder / f"gasoline-extension-store-{__version__}.zip"

    @property
    def unpacked_zip(self) -> Path:
        return self.folder / f"gasoline-extension-unpacked-{__version__}.zip"

    @property
    def firefox_zip(self) -> Path:
        return self.folder / f"gasoline-extension-firefox-{__version__}.zip"

    @property
    def notices(self) -> Path:
        return self.folder / "THIRD_PARTY_NOTICES.md"

    @property
    def checksums(self) -> Path:
        return self.folder / "SHA256SUMS"


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    folder = tmp_path_factory.mktemp("release")
    before = builds_of_the_checkout()
    subprocess.run([sys.executable, "scripts/package.py", "--out", str(folder)], cwd=ROOT, check=True)
    assert builds_of_the_checkout() == before, "a browser may have loaded them"
    return Release(folder)


def builds_of_the_checkout() -> dict[Path, int]:
    return {file: file.stat().st_mtime_ns for file in ROOT.glob("extension/dist*/**/*")}
