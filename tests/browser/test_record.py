"""`gasoline record`: a failed browser test leaves a capsule, and the exit code is that of the command."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from home import Home, home
from site_for_tests import Site

from gasoline.commands.find_browser import find_browser

__all__ = ["home"]

ROOT = Path(__file__).parents[2]
SPEC = """
import { test, expect } from "./gasoline.mjs";

test("passes", async ({ page }) => {
  await page.goto("%(url)s");
  await expect(page.locator("h1")).toHaveText("Shop");
});

test("fails", async ({ page }) => {
  const thrown = page.waitForEvent("pageerror");
  await page.goto("%(url)s");
  await page.click("#buy");
  await thrown;
  expect(1, "the receipt").toBe(2);
});
"""
PAGE = """<!doctype html><title>Shop</title><h1>Shop</h1><button id="buy">Buy</button>
<script>document.getElementById("buy").onclick = () => { throw new Error("no receipt"); }</script>"""


def record(home: Home, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gasoline", "record", *words]
    return subprocess.run(
        command, env={**home.env, **env}, cwd=home.folder, capture_output=True, text=True, timeout=120, check=False
    )


# CAPS-09
def test_a_failed_playwright_test_leaves_a_capsule_that_has_its_error(home: Home, site: Site) -> None:
    tests = home.folder / "tests"
    tests.mkdir()
    (home.folder / "node_modules").symlink_to(ROOT / "node_modules")
    shutil.copy(ROOT / "docs" / "playwright-fixture.mjs", tests / "gasoline.mjs")
    (tests / "shop.spec.mjs").write_text(SPEC % {"url": site.page("/shop", PAGE)})
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = record(
        home,
        *("--", "node_modules/.bin/playwright", "test", "--workers=1", "--reporter=line"),
        GASOLINE_BROWSER=str(find_browser()),
        PATH=path,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed" in done.stdout
    [capsule] = (home.folder / "gasoline-capsules").glob("*.gasoline")
    assert "fails" in capsule.name
    assert str(capsule) in done.stderr
    errors: list[Any] = json.loads(home.run("call", "--capsule", str(capsule), "get_browser_errors").stdout)
    assert [error["message"] for error in errors] == ["no receipt"]
    home.run("stop")


@pytest.mark.parametrize("code", [0, 3])
def test_the_exit_code_is_that_of_the_command_and_nothing_is_left(home: Home, code: int) -> None:
    done = record(home, "--", sys.executable, "-c", f"import os; print(os.environ['GASOLINE_PORT']); exit({code})")
    assert done.returncode == code
    assert done.stdout.strip().isdigit()
    assert not (home.folder / "gasoline-capsules").exists()


def test_a_command_that_does_not_exist_says_so(home: Home) -> None:
    done = record(home, "--", "no-such-command")
    assert done.returncode == 127
    assert "cannot run no-such-command" in done.stderr
