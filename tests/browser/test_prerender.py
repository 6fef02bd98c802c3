"""A page that the browser rendered in advance is the tab's page as soon as it is shown."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until
from playwright.sync_api import Playwright
from site_for_tests import Site

from browser import EXTENSION, FLAGS
from gasoline.commands.find_browser import find_browser
from gasoline.launch.own_extension import own_copy_key
from gasoline.launch.pairing_keys import EXTENSION_ID

RULES = '{"prerender": [{"source": "list", "urls": ["/prerendered"], "eagerness": "immediate"}]}'
OPENER = f"""<!doctype html><title>Opener</title><script type="speculationrules">{RULES}</script><script>
    const ask = async () => {{
        if ((await (await fetch("/may-go")).text()) === "yes") location.href = "/prerendered";
        else setTimeout(ask, 50);
    }};
    ask();
</script>"""
PRERENDERED = """<!doctype html><title>Prerendered</title><script>
    document.addEventListener("prerenderingchange", () => console.error("shown"));
    console.error("prepared " + document.prerendering);
</script>"""
ERRORS = """async () => {
    const [tab] = await chrome.tabs.query({ url: "*://localhost/*" });
    return (await chrome.runtime.sendMessage({ type: "getState", tabId: tab.id })).errors;
}"""


@pytest.fixture
def port_file(tmp_path: Path, daemon: Daemon, site: Site) -> Iterator[Path]:
    """A browser on the opener's page. Playwright joins later: under it, pages rendered in advance never run."""
    site.page("/prerendered", PRERENDERED)
    site.page("/may-go", "no")
    extension = shutil.copytree(EXTENSION, tmp_path / "extension")
    opener = site.page("/opener-of-prerendered", OPENER)
    # Opened by the extension when it captures: the browser opens an address of its command line before that.
    defaults = {"serverUrl": daemon.url, "key": own_copy_key(str(daemon.state_dir)), "firstPage": opener}
    (extension / "defaults.json").write_text(json.dumps(defaults))
    flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else []), "--headless=new", "--remote-debugging-port=0"]
    flags += [f"--user-data-dir={tmp_path / 'profile'}", f"--load-extension={extension}"]
    null = subprocess.DEVNULL
    process = subprocess.Popen(
        [str(find_browser()), *flags], stdin=null, stdout=null, stderr=null, start_new_session=True
    )
    yield tmp_path / "profile" / "DevToolsActivePort"
    os.killpg(process.pid, signal.SIGKILL)
    process.wait(15)


def texts(daemon: Daemon) -> list[Any]:
    return [entry["args"][0] for entry in daemon.call("get_browser_errors", full=True)]


def test_a_prerendered_page_becomes_the_tabs_page_when_it_is_shown(
    port_file: Path, playwright: Playwright, daemon: Daemon, site: Site
) -> None:
    wait_until(lambda: texts(daemon) == ["prepared true"], "the page to be rendered")
    site.page("/may-go", "yes")
    wait_until(lambda: texts(daemon) == ["shown", "prepared true"], "the page to be shown")
    port = port_file.read_text().split()[0]
    browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
    popup = browser.contexts[0].new_page()
    popup.goto(f"chrome-extension://{EXTENSION_ID}/popup.html")
    wait_until(lambda: popup.evaluate(ERRORS) == 2, "the errors to be those of the tab's page")
    browser.close()
