"""Builds what the tests load when a source is newer: nobody tests a stale build, and no test builds into the tree."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSION = ROOT / "src/gasoline/__init__.py"
NOT_SOURCES = ("dist", "test", "node_modules")


def build_what_is_stale() -> None:
    """Once, before the first test and before the workers that run tests start."""
    dashboard = list(sources(ROOT / "dashboard"))
    for folder, built in (
        (ROOT / "extension", "dist/manifest.json"),
        (ROOT / "extension", "dist-firefox/manifest.json"),
        (ROOT / "demo/shop", "dist/app.js"),
    ):
        if is_stale(folder / built, [*sources(folder), *dashboard, VERSION]):
            subprocess.run(["node", str(folder / "build.mjs")], check=True, stdout=subprocess.DEVNULL)


def is_stale(built: Path, made_from: list[Path]) -> bool:
    return not built.exists() or built.stat().st_mtime < max(source.stat().st_mtime for source in made_from)


def sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if not path.name.startswith(NOT_SOURCES):
            yield from (file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
