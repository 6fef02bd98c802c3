"""Runs the reproduction with Playwright: it must fail in the broken shop and pass in the fixed one."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

import narrate
from stage import FLAGS, ROOT, DemoFailed, temporary_folder

from gasoline.commands.find_browser import find_browser

RUN_WAIT_S = 60
COLOR = re.compile(r"\x1b\[[0-9;]*m")


class Run(NamedTuple):
    passed: bool
    report: str


def prove(script: str, fixed_script: str, error: str) -> None:
    """Both scripts have the same steps; the second opens the fixed shop."""
    must_fail(_run(script), error)
    narrate.step(f"Playwright runs it in the broken shop: it fails with “… {error}”")
    must_pass(_run(fixed_script))
    narrate.step("Playwright runs it in the fixed shop: it passes")


def must_fail(run: Run, error: str) -> None:
    """Matches the error in the script's collected list, because its message alone is also in the test's title."""
    noted = re.search(rf'"exception: [^"]*{re.escape(error)}', run.report)
    if run.passed or noted is None:
        raise DemoFailed(f"The reproduction should fail with “{error}”. Playwright says:\n{run.report}")


def must_pass(run: Run) -> None:
    if not run.passed:
        raise DemoFailed(f"The reproduction should pass in the fixed shop. Playwright says:\n{run.report}")


def _run(script: str) -> Run:
    with temporary_folder() as folder:
        _lay_out(folder, script)
        command = ["node", str(ROOT / "node_modules/@playwright/test/cli.js"), "test", "--reporter=line"]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=RUN_WAIT_S, check=False)
        except subprocess.TimeoutExpired as error:
            raise DemoFailed(f"Playwright did not finish within {RUN_WAIT_S} s.") from error
    return Run(done.returncode == 0, COLOR.sub("", done.stdout + done.stderr).strip())


def _lay_out(folder: Path, script: str) -> None:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    browser = {"executablePath": str(find_browser()), "args": [*FLAGS, "--no-sandbox"] if root else FLAGS}
    config = {"workers": 1, "retries": 0, "use": {"launchOptions": browser}}
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "playwright.config.js").write_text(f"export default {json.dumps(config)};")
    (folder / "reproduction.spec.js").write_text(script)
