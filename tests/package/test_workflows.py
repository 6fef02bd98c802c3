"""The automation in .github: linted, calling the Makefile, and testing what the package says it supports."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gasoline import __version__

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = ROOT / ".github" / "workflows"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PYTHONS = [f'"{line.rpartition(" ")[2]}"' for line in PROJECT["classifiers"] if ":: 3." in line]
BROKEN = """on: push
jobs:
  one:
    runs-on: ubuntu-latest
    steps:
      - run: echo ${{ matrix.nowhere }}
"""

sys.path.insert(0, str(ROOT / "scripts"))

from release_notes import release_notes  # noqa: E402


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = ["node", "scripts/lint-workflows.mjs", str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_workflows_pass_the_linter_and_a_broken_one_does_not(tmp_path: Path) -> None:
    assert (lint(WORKFLOWS).stderr, lint(WORKFLOWS).returncode) == ("", 0)
    (tmp_path / "broken.yml").write_text(BROKEN)
    found = lint(tmp_path)
    assert found.returncode == 1
    assert "broken.yml:6:" in found.stderr


@pytest.mark.parametrize("workflow", sorted(WORKFLOWS.glob("*.yml")), ids=lambda file: file.name)
def test_every_make_target_that_a_workflow_calls_exists(workflow: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    called = set(re.findall(r"run: make ([\w-]+)", workflow.read_text("utf-8")))
    assert called
    assert called <= targets


def test_linux_runs_every_supported_python_with_every_node() -> None:
    job = job_of("test")
    assert "runs-on: ubuntu-latest" in job
    assert f"python: [{', '.join(PYTHONS)}]" in job
    assert "node: [20, 22]" in job


def test_the_other_systems_run_the_oldest_and_the_newest_python_and_both_nodes() -> None:
    job = job_of("platforms")
    assert "os: [macos-latest, windows-latest]" in job
    assert f"python: [{PYTHONS[0]}, {PYTHONS[-1]}]" in job
    assert "node: [22]" in job
    with_node_20 = re.findall(r"- os: (\S+)\n +python: (\S+)\n +node: 20\n", job)
    assert {system for system, _ in with_node_20} == {"macos-latest", "windows-latest"}
    assert {PYTHONS[0], PYTHONS[-1], *(python for _, python in with_node_20)} == set(PYTHONS)


def job_of(name: str) -> str:
    """The job's text in the workflow that checks every change."""
    text = (WORKFLOWS / "ci.yml").read_text("utf-8")
    return re.split(r"^  (?=\w)", text.partition(f"\n  {name}:\n")[2], maxsplit=1, flags=re.M)[0]


def test_a_bug_report_asks_for_the_doctor() -> None:
    form = (ROOT / ".github/ISSUE_TEMPLATE/bug.yml").read_text("utf-8")
    field = form.partition("id: doctor")[2].partition("- type:")[0]
    assert "`gasoline doctor --json`" in field
    assert "required: true" in field


def test_dependabot_looks_at_every_place_that_pins_versions() -> None:
    text = (ROOT / ".github/dependabot.yml").read_text("utf-8")
    assert set(re.findall(r"package-ecosystem: (\S+)", text)) == {"pip", "npm", "github-actions"}
    folders = {"/" + str(file.parent.relative_to(ROOT)) for file in ROOT.glob("tests/*/package-lock.json")}
    assert all(f'"{folder}"' in text for folder in folders)


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    changelog = f"# Changelog\n\n## {__version__} (2026-12-01)\n\nGood news.\n\n## 0.0.1 (2026-01-01)\n\nOld news.\n"
    assert release_notes(f"v{__version__}", changelog) == "Good news.\n"


@pytest.mark.parametrize(
    ("tag", "heading"), [("v9.9.9", f"{__version__} (2026-12-01)"), (f"v{__version__}", f"{__version__} (unreleased)")]
)
def test_a_tag_without_dated_notes_of_its_version_is_refused(tag: str, heading: str) -> None:
    with pytest.raises(SystemExit, match=r"the package has version|write the date"):
        release_notes(tag, f"## {heading}\n\nNews.\n")
