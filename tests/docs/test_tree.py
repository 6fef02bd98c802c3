"""The tree and the tables in docs/architecture.md match the disk."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
COMPLETE = ("", "extension/src", "extension/src/page", "extension/src/worker")
"""Folders all of whose folders the tree lists."""


def folders_on_disk() -> set[str]:
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return {str(parent) for name in names for parent in Path(name).parents if str(parent) != "."}


def folders_in_tree() -> list[str]:
    [tree] = re.findall(r"## The tree\n\n```\n(.*?)```", PAGE, re.DOTALL)
    path: list[str] = []
    folders = []
    for line in tree.splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        path[depth:] = [line.split()[0].rstrip("/")]
        folders.append("/".join(path))
    return folders


def test_the_tree_lists_folders_that_exist() -> None:
    assert [folder for folder in folders_in_tree() if folder not in folders_on_disk()] == []


def test_the_tree_lists_all_folders() -> None:
    hidden = {folder for folder in folders_on_disk() if folder.startswith(".")}
    expected = {folder for folder in folders_on_disk() - hidden if folder.rpartition("/")[0] in COMPLETE}
    assert sorted(expected - set(folders_in_tree())) == []


def test_the_layers_are_the_folders_of_the_package() -> None:
    [section] = re.findall(r"## Layers of the Python package\n(.*?)\n## ", PAGE, re.DOTALL)
    listed = set(re.findall(r"`(\w+)/`", section.partition("| folder | meaning |")[2]))
    packages = {path.name for path in (ROOT / "src/gasoline").iterdir() if (path / "__init__.py").exists()}
    assert listed == packages
