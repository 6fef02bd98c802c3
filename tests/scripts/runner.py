"""Runs generated Playwright scripts with the real test runner and the browser of this machine."""

import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gasoline.launch.find_browser import find_browser

ROOT = Path(__file__).parents[2]
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
WORKERS = 2
RUN_WAIT_S = 600


@dataclass(frozen=True)
class Outcome:
    """What became of one test."""

    passed: bool
    message: str


def run_scripts(folder: Path) -> dict[tuple[str, str], Outcome]:
    """Every test below the folder, by file and title."""
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    (folder / "package.json").write_text('{"type": "module"}')
    flags = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    config = {
        "testDir": ".",
        "workers": WORKERS,
        "fullyParallel": True,
        "retries": 0,
        "timeout": 30_000,
        "reporter": "json",
        "use": {"launchOptions": {"executablePath": str(find_browser()), "args": flags}, "actionTimeout": 5_000},
        "expect": {"timeout": 3_000},
    }
    (folder / "playwright.config.js").write_text(f"export default {json.dumps(config)};")
    done = subprocess.run(
        ["node", str(ROOT / "node_modules/@playwright/test/cli.js"), "test"],
        cwd=folder,
        env={**os.environ, "GASOLINE_PASSWORD": "from the environment"},
        capture_output=True,
        text=True,
        timeout=RUN_WAIT_S,
        check=False,
    )
    report = json.loads(done.stdout)
    assert not report["errors"], report["errors"]
    return {(spec["file"], spec["title"]): _outcome(spec) for suite in report["suites"] for spec in _specs(suite)}


def _specs(suite: dict[str, Any]) -> list[dict[str, Any]]:
    return [*suite.get("specs", []), *(spec for inner in suite.get("suites", []) for spec in _specs(inner))]


def _outcome(spec: dict[str, Any]) -> Outcome:
    result = spec["tests"][0]["results"][-1]
    message = "\n".join(error.get("message", "") for error in result["errors"])
    return Outcome(result["status"] == "passed", COLOUR.sub("", message))
