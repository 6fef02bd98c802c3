"""The first minute without a clone: the wheel in an empty environment without Node, its extension in Chromium."""

import http.server
import json
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from daemon import wait_until
from empty_environment import EmptyEnvironment
from home import free_port

from gasoline.commands.find_browser import find_browser

HOST = "shop.test"
PAGE = b"""<!doctype html><title>Shop</title><script>
fetch("/api", { method: "POST", body: "a question" }).then((answer) => answer.text())
  .then(() => { throw new TypeError("the wheel sees it"); });
</script>"""
WRAPPER = """#!/bin/sh
exec {browser} --host-resolver-rules="MAP {host} 127.0.0.1" --disable-background-networking "$@"
"""


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self._answer(PAGE, "text/html")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(b"an answer", "text/plain")

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{HOST}:{server.server_port}/"
    server.shutdown()
    server.server_close()


class Newcomer:
    """Somebody who installed the wheel and has a browser, but neither Node nor a clone."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        environment = EmptyEnvironment(folder, wheel)
        self.program = environment.gasoline
        wrapper = folder / "browser"
        wrapper.write_text(WRAPPER.format(browser=find_browser(), host=HOST))
        wrapper.chmod(0o755)
        self.env = {
            "HOME": str(folder),
            "PATH": environment.path_without_node(),
            "GASOLINE_STATE_DIR": str(folder / "state"),
            "GASOLINE_PORT": str(free_port()),
            "GASOLINE_BROWSER": str(wrapper),
        }

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.program), *words]
        return subprocess.run(command, env=self.env, cwd=self.env["HOME"], capture_output=True, text=True, check=False)

    def ask(self, *words: str) -> Any:
        done = self.run("call", *words, "output=json", "--json")
        return json.loads(done.stdout) if done.returncode == 0 else None

    def browse(self, url: str, *flags: str) -> subprocess.Popen[bytes]:
        command = [str(self.program), "browser", url, "--headless", *flags]
        return subprocess.Popen(command, env=self.env, cwd=self.env["HOME"], stderr=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def newcomer(release: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Newcomer]:
    newcomer = Newcomer(tmp_path_factory.mktemp("newcomer"), release.wheel)
    yield newcomer
    newcomer.run("stop")


def test_node_is_hidden_and_no_package_of_the_tests_is_there(newcomer: Newcomer) -> None:
    assert all(shutil.which(name, path=newcomer.env["PATH"]) is None for name in ("node", "npm", "npx"))
    python = newcomer.program.with_name("python")
    done = subprocess.run(
        [python, "-c", "import pytest"], env=newcomer.env, capture_output=True, text=True, check=False
    )
    assert "ModuleNotFoundError" in done.stderr
    where = subprocess.run([python, "-P", "-c", "import gasoline; print(gasoline.__file__)"], env=newcomer.env,
        capture_output=True, text=True, check=True).stdout  # fmt: skip
    assert Path(where).is_relative_to(newcomer.env["HOME"])


def test_the_extension_of_the_wheel_answers_with_what_the_flags_switch_on(newcomer: Newcomer, site: str) -> None:
    """On a site that is not local, with bodies and the pilot, in the browser's own profile."""
    with newcomer.browse(site, "--bodies", "--pilot", "--all-sites") as browser:
        try:
            errors = wait_until(lambda: newcomer.ask("observe", "what=errors"), "the error of the page")
            assert "the wheel sees it" in json.dumps(errors)
            bodies = newcomer.ask("observe", "what=network_bodies")
            assert [(body["requestBody"], body["responseBody"]) for body in bodies] == [("a question", "an answer")]
            title = newcomer.ask("interact", "action=execute", "script=return document.title")
            assert "Shop" in json.dumps(title)
        finally:
            browser.send_signal(signal.SIGINT)
            assert browser.wait(30) == 0
    assert newcomer.run("doctor").returncode == 0


def test_the_next_start_without_flags_has_them_off(newcomer: Newcomer, site: str) -> None:
    newcomer.ask("configure", "action=clear")
    with newcomer.browse(site.replace(HOST, "localhost")) as browser:
        try:
            wait_until(lambda: newcomer.ask("observe", "what=errors"), "the error of the page")
            assert newcomer.ask("observe", "what=network_bodies") == []
            assert newcomer.run("call", "interact", "action=execute", "script=return 1").returncode != 0
        finally:
            browser.send_signal(signal.SIGINT)
            browser.wait(30)
