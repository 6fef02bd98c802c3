"""`gasoline record`: a failed browser test leaves a capsule, and the exit code is that of the command."""

import json
import os
import re
import shutil
import signal
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
CONFIG = """
export default {
  workers: 2,
  fullyParallel: true,
  retries: 1,
  reporter: "line",
  projects: [{ name: "desktop", use: { locale: "de-DE", viewport: { width: 900, height: 500 }, baseURL: "%(url)s" } }],
};
"""
SPEC = """
import { existsSync, writeFileSync } from "node:fs";
import { test, expect } from "./gasoline.mjs";

test("has the options of its project", async ({ page }) => {
  await page.goto("/shop");
  await expect(page.locator("h1")).toHaveText("Shop");
  writeFileSync("state-dir", process.env.GASOLINE_STATE_DIR);
  expect(await page.evaluate(() => [navigator.language, innerWidth, innerHeight])).toEqual(["de-DE", 900, 500]);
});

for (const [name, other] of [["tea", "coffee"], ["coffee", "tea"]]) {
  test(`sells ${name}`, async ({ page }) => {
    writeFileSync(`running-${name}`, "");
    await expect.poll(() => existsSync(`running-${other}`), { timeout: 30_000 }).toBe(true);
    const thrown = page.waitForEvent("pageerror");
    await page.goto(`/shop#${name}`);
    await page.click("#buy");
    await thrown;
    expect("1".repeat(5_000), "the receipt").toBe("2".repeat(5_000)); // a long message, with colors
  });
}
"""
PAGE = """<!doctype html><title>Shop</title><h1>Shop</h1><button id="buy">Buy</button>
<script>
document.getElementById("buy").onclick = () => { throw new Error(`no receipt for ${location.hash}`); }
</script>"""


def record(home: Home, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gasoline", "record", *words]
    return subprocess.run(
        command, env={**home.env, **env}, cwd=home.folder, capture_output=True, text=True, timeout=120, check=False
    )


# CAPS-09
def test_each_failed_test_and_retry_leaves_a_capsule_that_has_its_error_only(home: Home, site: Site) -> None:
    """Both fail at the same time, in workers of their own."""
    tests = home.folder / "tests"
    tests.mkdir()
    (home.folder / "node_modules").symlink_to(ROOT / "node_modules")
    shutil.copy(ROOT / "docs" / "playwright-fixture.mjs", tests / "gasoline.mjs")
    url = site.page("/shop", PAGE).removesuffix("/shop")
    (home.folder / "playwright.config.mjs").write_text(CONFIG % {"url": url})
    (tests / "shop.spec.mjs").write_text(SPEC)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = record(home, "--", "node_modules/.bin/playwright", "test", GASOLINE_BROWSER=str(find_browser()), PATH=path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "2 failed" in done.stdout
    assert "1 passed" in done.stdout, done.stdout
    capsules = {path.name: path for path in (home.folder / "gasoline-capsules").glob("*.gasoline")}
    names = [re.sub(r"-[0-9a-f]{6}(?=[-.])", "", name) for name in sorted(capsules)]
    assert names == [
        f"desktop-tests-shop-spec-mjs-sells-{name}{retry}.gasoline"
        for name in ("coffee", "tea")
        for retry in ("-retry1", "")
    ]
    for name, capsule in capsules.items():
        assert str(capsule) in done.stderr
        errors: list[Any] = json.loads(home.run("call", "--capsule", str(capsule), "get_browser_errors").stdout)
        wanted = "tea" if "tea" in name else "coffee"
        assert [error["message"] for error in errors] == [f"no receipt for #{wanted}"]
        note = json.loads(home.run("capsule", "info", str(capsule), "--json").stdout)["note"]
        assert note.startswith("Error: the receipt")
        assert "\x1b" not in note
    assert not servers_under((home.folder / "state-dir").read_text())
    home.run("stop")


DRIVE = """
import json, subprocess, sys, time
gasoline = [sys.executable, "-m", "gasoline"]
browser = subprocess.Popen([*gasoline, "browser", "--headless", sys.argv[1]])
deadline = time.monotonic() + 60
try:
    while time.monotonic() < deadline:
        done = subprocess.run([*gasoline, "call", "get_browser_errors"], capture_output=True, timeout=30)
        if b"no receipt at all" in done.stdout:
            sys.exit(7)
        time.sleep(0.1)
finally:
    browser.terminate()
    browser.wait(30)
"""


def test_a_browser_that_the_command_starts_is_in_the_capsule(home: Home, site: Site) -> None:
    page = site.page(
        "/broken-shop", "<!doctype html><title>Shop</title><script>throw new Error('no receipt at all')</script>"
    )
    done = record(home, "--", sys.executable, "-c", DRIVE, page)
    assert done.returncode == 7, done.stdout + done.stderr
    [capsule] = (home.folder / "gasoline-capsules").glob("*.gasoline")
    errors: list[Any] = json.loads(home.run("call", "--capsule", str(capsule), "get_browser_errors").stdout)
    assert [error["message"] for error in errors] == ["no receipt at all"]
    assert json.loads(home.run("call", "--capsule", str(capsule), "get_health").stdout)["extension"]["browser"]
    home.run("stop")


def servers_under(directory: str) -> list[str]:
    """The processes that name this directory or one in it (Linux)."""
    commands = (process / "cmdline" for process in Path("/proc").iterdir() if process.name.isdigit())
    return [text for command in commands if directory in (text := _read(command))]


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""


@pytest.mark.parametrize("code", [0, 3])
def test_the_exit_code_is_that_of_the_command_and_nothing_is_left(home: Home, code: int) -> None:
    done = record(home, "--", sys.executable, "-c", f"import os; print(os.environ['GASOLINE_PORT']); exit({code})")
    assert done.returncode == code
    assert done.stdout.strip().isdigit()
    assert not (home.folder / "gasoline-capsules").exists()


WAIT = "import os, sys, time; print(os.environ['GASOLINE_STATE_DIR'], flush=True); time.sleep(60)"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_command_first_and_then_the_rest(home: Home, number: signal.Signals) -> None:
    words = [sys.executable, "-m", "gasoline", "record", "--", sys.executable, "-c", WAIT]
    with subprocess.Popen(words, env=home.env, cwd=home.folder, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        directory = process.stdout.readline().strip()
        assert servers_under(directory)
        process.send_signal(number)
        assert process.wait(30) == 128 + number
    assert not Path(directory).exists()
    assert not servers_under(directory)


def test_a_command_that_does_not_exist_says_so(home: Home) -> None:
    done = record(home, "--", "no-such-command")
    assert done.returncode == 127
    assert "cannot run no-such-command" in done.stderr
