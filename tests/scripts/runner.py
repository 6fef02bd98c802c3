"""Runs generated Playwright scripts with the real test runner and the browser of this machine."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gasoline.commands.find_browser import find_browser

ROOT = Path(__file__).parents[2]
COLOR = re.compile(r"\x1b\[[0-9;]*m")
HERE = Path(__file__).parent
LIBRARY = ROOT / "node_modules" / "@playwright" / "test"
RUN_WAIT_S = 600


@dataclass(frozen=True)
class Outcome:
    """What became of one test."""

    passed: bool
    message: str


def run_scripts(folder: Path) -> dict[tuple[str, str], Outcome]:
    """Every test below the folder, by file and title."""
    library = folder / "node_modules" / "@playwright" / "test"
    library.mkdir(parents=True)
    (library / "package.json").write_text('{"name": "@playwright/test", "exports": "./index.mjs"}')
    real = (HERE / "expecting_failures.mjs").read_text().replace("REAL", (LIBRARY / "index.mjs").as_uri())
    (library / "index.mjs").write_text(real)
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copy(HERE / "playwright.config.mjs", folder)
    flags = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    browser = {"BROWSER_PATH": str(find_browser()), "BROWSER_FLAGS": json.dumps(flags)}
    done = subprocess.run(
        ["node", str(LIBRARY / "cli.js"), "test"],
        cwd=folder,
        env={**os.environ, **browser, "GASOLINE_PASSWORD": "from the environment"},
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
    return Outcome(result["status"] == "passed", COLOR.sub("", message))
