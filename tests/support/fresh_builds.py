"""Builds what the tests load when its sources changed: nobody tests a stale build, and no test builds into the tree."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = (ROOT / "src/gasoline/__init__.py", ROOT / "package-lock.json")
"""The version, and the packages that are bundled."""
NOT_SOURCES = ("dist", "test", "node_modules")
SEEN = ROOT / ".venv/.stamps/sources.json"
"""The names of the sources of each build, to notice one that was deleted since."""


def build_what_is_stale() -> None:
    """Once, before the first test and before the workers that run tests start."""
    dashboard = [*sources(ROOT / "dashboard"), *SHARED]
    seen = json.loads(SEEN.read_text("utf-8")) if SEEN.exists() else {}
    for folder, files in (
        (ROOT / "extension", ("dist/manifest.json", "dist-firefox/manifest.json", "../dashboard/dist/index.html")),
        (ROOT / "demo/shop", ("dist/app.js",)),
    ):
        built, made_from = [folder / file for file in files], [*sources(folder), *dashboard]
        if is_stale(built, made_from, seen.get(folder.name)):
            subprocess.run(["node", str(folder / "build.mjs")], check=True, stdout=subprocess.DEVNULL)
            for file in built:
                file.touch()  # a build keeps files that did not change
        seen[folder.name] = names_of(made_from)
    SEEN.parent.mkdir(parents=True, exist_ok=True)
    SEEN.write_text(json.dumps(seen), "utf-8")


def is_stale(built: list[Path], made_from: list[Path], names_before: list[str] | None) -> bool:
    """Whether a result is missing or older than a source, or a source came or went since the last time."""
    if names_before is not None and names_before != names_of(made_from):
        return True
    newest = max(source.stat().st_mtime for source in made_from)
    return any(not file.exists() or file.stat().st_mtime < newest for file in built)


def names_of(made_from: list[Path]) -> list[str]:
    return sorted(str(source) for source in made_from)


def sources(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if not path.name.startswith(NOT_SOURCES):
            yield from (file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
