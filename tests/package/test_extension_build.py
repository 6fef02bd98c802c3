"""Building the extension while a browser has it loaded: no file is ever missing, and a failure changes nothing."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OLD = "<!doctype html><title>The former build</title>"


@pytest.fixture
def loaded(tmp_path: Path) -> Path:
    """A folder with a former build in it."""
    folder = tmp_path / "loaded"
    (folder / "icons").mkdir(parents=True)
    for name in ("popup.html", "icons/icon-16.png", "no-longer-made.js"):
        (folder / name).write_text(OLD)
    return folder


@pytest.fixture
def broken_checkout(tmp_path: Path) -> Path:
    """A copy of the sources, one of which does not parse."""
    checkout = tmp_path / "checkout"
    shutil.copytree(ROOT / "extension", checkout / "extension", ignore=shutil.ignore_patterns("dist*", "test"))
    shutil.copytree(ROOT / "dashboard", checkout / "dashboard", ignore=shutil.ignore_patterns("dist*", "test"))
    (checkout / "src/gasoline").mkdir(parents=True)
    shutil.copy(ROOT / "src/gasoline/__init__.py", checkout / "src/gasoline")
    (checkout / "node_modules").symlink_to(ROOT / "node_modules")
    (checkout / "extension/src/popup/popup.ts").write_text("const = ;")
    return checkout


def start_build(out: Path, checkout: Path = ROOT) -> subprocess.Popen[bytes]:
    command = ["node", "extension/build.mjs", "--out", str(out)]
    return subprocess.Popen(command, cwd=checkout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_a_loaded_file_is_there_at_every_moment_of_a_build(loaded: Path) -> None:
    missing = 0
    with start_build(loaded) as build:
        while build.poll() is None:
            missing += not os.path.exists(loaded / "popup.html")  # noqa: PTH110  as quick as it gets
    assert build.returncode == 0
    assert missing == 0
    assert (loaded / "popup.html").read_text() != OLD


def test_nothing_but_the_new_build_is_there_afterwards(loaded: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    with start_build(loaded) as over_the_old, start_build(fresh) as into_nothing:
        pass
    assert over_the_old.returncode == into_nothing.returncode == 0
    assert files_in(loaded) == files_in(fresh)
    assert {folder.name for folder in tmp_path.iterdir()} == {"loaded", "fresh"}


def test_a_build_that_fails_leaves_the_former_one(loaded: Path, broken_checkout: Path) -> None:
    before = files_in(loaded)
    with start_build(loaded, broken_checkout) as build:
        pass
    assert build.returncode != 0
    assert files_in(loaded) == before
    assert {folder.name for folder in loaded.parent.iterdir()} == {"loaded", "checkout"}


def files_in(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
