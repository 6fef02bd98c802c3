"""The build for Firefox passes Mozilla's linter, which `web-ext lint` and the store run."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
KNOWN = {
    # Scripts of AI Web Pilot are text that the user allowed to run; page.js keeps the `eval` that no page has replaced.
    ("DANGEROUS_EVAL", "page.js"),
    ("DANGEROUS_EVAL", "runner.js"),
    # axe-core, unchanged.
    ("DANGEROUS_EVAL", "axe.min.js"),
    ("UNSAFE_VAR_ASSIGNMENT", "axe.min.js"),
}
"""Warnings that a reviewer of the store gets an explanation for, each with its file."""


@pytest.fixture(scope="module")
def found() -> Any:
    command = ["node", "node_modules/addons-linter/bin/addons-linter", "extension/dist-firefox", "--output", "json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    return json.loads(done.stdout)


def test_the_linter_finds_no_error(found: Any) -> None:
    assert found["errors"] == []
    assert found["metadata"]["id"] == "gasoline@gasoline-mcp.github.io"


def test_the_linter_warns_of_nothing_but_what_is_explained(found: Any) -> None:
    assert {(warning["code"], warning["file"]) for warning in found["warnings"]} <= KNOWN
