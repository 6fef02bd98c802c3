"""The tree and the tables in docs/architecture.md match the disk."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
COMPLETE = (
    "",
    "dashboard",
    "dashboard/src",
    "extension",
    "extension/src",
    "extension/src/page",
    "extension/src/worker",
)
"""Folders all of whose folders the tree lists."""


PAGES = [
    *sorted((ROOT / "docs/adr").glob("*.md")),
    *(ROOT / name for name in ("CONTRIBUTING.md", "AGENTS.md", "docs/architecture.md")),
]


def files_on_disk() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return listed.splitlines()


def folders_on_disk() -> set[str]:
    return {str(parent) for name in files_on_disk() for parent in Path(name).parents if str(parent) != "."}


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


def test_the_layers_are_printed_as_they_are_enforced() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    enforced = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    printed = re.search(r"^`(cli →[^`]+)`", PAGE, re.MULTILINE)
    assert printed is not None
    assert [layer.strip() for layer in printed[1].replace("\n", " ").split("→")] == enforced[1:], "without __main__"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_file_that_a_page_names_exists(page: Path) -> None:
    named = re.findall(r"`([\w./-]+/[\w.-]+\.(?:py|ts|tsx|mjs|json|md|sh|toml))`", page.read_text("utf-8"))
    known = files_on_disk()
    assert [name for name in named if not any(f"/{file}".endswith(f"/{name}") for file in known)] == []
