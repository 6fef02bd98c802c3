"""Building from source: only build dependencies, and a clear message when Node is missing or too old."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEST_TOOLS = {"cypress", "@playwright/test", "@modelcontextprotocol/inspector", "vitest", "jsdom", "typescript"}
BUILD_WHEEL = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]


def program(folder: Path, name: str, prints: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\necho {prints}\n")
    file.chmod(0o755)


def build(tmp_path: Path, path: Path) -> subprocess.CompletedProcess[str]:
    command = [*BUILD_WHEEL, "-w", str(tmp_path / "wheels"), "."]
    environment = {**os.environ, "PATH": str(path)}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("installed", "named"),
    [({"node": "v18.20.4", "npm": "10.7.0"}, "node v18.20.4"), ({"npm": "10.7.0"}, "PATH: node")],
)
def test_a_missing_or_old_node_is_one_message_without_a_traceback(
    tmp_path: Path, installed: dict[str, str], named: str
) -> None:
    path = tmp_path / "bin"
    path.mkdir()
    for name, prints in installed.items():
        program(path, name, prints)
    done = build(tmp_path, path)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert "needs Node 20 or newer" in said
    assert named in said
    assert "Traceback" not in said


def test_only_what_the_build_uses_is_installed_for_it() -> None:
    """`npm install --omit=dev` leaves out what the lock file marks as needed for development only."""
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    installed = {path.rpartition("node_modules/")[2] for path, package in packages.items() if not package.get("dev")}
    assert TEST_TOOLS & installed == set()
    own = {name for name in installed if not name.startswith("@esbuild/")} - {""}
    bundled = {"acorn", "axe-core", "dom-accessibility-api", "error-stack-parser-es", "preact", "uplot", "web-vitals"}
    maps = {"@jridgewell/resolve-uri", "@jridgewell/sourcemap-codec", "@jridgewell/trace-mapping"}
    minifier = {"terser", "@jridgewell/gen-mapping", "@jridgewell/source-map", "buffer-from", "commander"}
    assert own == bundled | maps | minifier | {"esbuild", "source-map", "source-map-support"}


def test_what_the_build_imports_is_installed_for_it() -> None:
    """Nothing that is there for development only, and nothing that is looked for by another way than `import`."""
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    texts = [file.read_text("utf-8") for file in files_of_the_build(ROOT / "extension" / "build.mjs")]
    imported = {name for text in texts for name in re.findall(r'^import .*from "((?:@[\w-]+/)?\w[\w-]*)"', text, re.M)}
    assert {"esbuild", "terser", "acorn"} <= imported
    assert [name for name in imported if packages[f"node_modules/{name}"].get("dev")] == []
    assert [text for text in texts if "createRequire" in text or "import(" in text] == []


def files_of_the_build(file: Path, seen: set[Path] | None = None) -> set[Path]:
    """A module of the build and all that it imports by their paths."""
    seen = set() if seen is None else seen
    if file not in seen:
        seen.add(file)
        for path in re.findall(r'^import .*from "(\.[^"]+)"', file.read_text("utf-8"), re.M):
            files_of_the_build((file.parent / path).resolve(), seen)
    return seen
