"""A request that fails in a real server: the browser's error has the server's stack trace in one call."""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from daemon import Daemon, wait_until
from firefox import Firefox
from playwright.sync_api import Page
from run_processes import GASOLINE, terminal

ROOT = Path(__file__).parents[1]
SERVERS = ROOT / "run" / "servers"
NODE_MODULES = ROOT / "devservers" / "node_modules"
HOST = "127.0.0.1"
PATH = "/api/orders"
END_S = 30.0

pytestmark = pytest.mark.usefixtures("one_tab")


class Server(NamedTuple):
    command: str
    handler: str
    exception: str
    on_terminal: bool = False


REAL = {
    "starlette": Server(f"{sys.executable} -m uvicorn shop:app --port PORT", "shop.py", "ValueError"),
    "flask": Server(f"{sys.executable} -m flask --app shop run --port PORT", "shop.py", "ValueError", on_terminal=True),
    "django": Server(f"{sys.executable} shop.py runserver --noreload {HOST}:PORT", "shop.py", "ValueError"),
    "express": Server("node shop.mjs PORT", "shop.mjs", "RangeError"),
    "vite": Server(f"node node_modules/vite/bin/vite.js --host {HOST} --port PORT", "src/orders.js", "Error"),
    "next": Server(
        f"node node_modules/next/dist/bin/next dev --hostname {HOST} --port PORT",
        "app/(shop)/api/orders/route.js",
        "RangeError",
        on_terminal=True,
    ),
}


@contextmanager
def running(daemon: Daemon, name: str, folder: Path) -> Iterator[int]:
    """The server under `gasoline run`, on a copy of its application; yields its port."""
    shutil.copytree(SERVERS / name, folder)
    (folder / "node_modules").symlink_to(NODE_MODULES)
    port = _free_port()
    command = [*GASOLINE, "--name", name, "--", *REAL[name].command.replace("PORT", str(port)).split()]
    environment = {**daemon.environment, "DJANGO_SETTINGS_MODULE": "shop", "NEXT_TELEMETRY_DISABLED": "1"}
    start = _on_terminal if REAL[name].on_terminal else _on_pipes
    with start(command, environment, folder):
        wait_until(lambda: _answers(port), f"{name} to answer")
        yield port


@contextmanager
def _on_pipes(command: list[str], environment: dict[str, str], folder: Path) -> Iterator[None]:
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL) as wrapper:
        try:
            yield
        finally:
            wrapper.send_signal(signal.SIGTERM)
            wrapper.wait(END_S)


@contextmanager
def _on_terminal(command: list[str], environment: dict[str, str], folder: Path) -> Iterator[None]:
    with terminal(command, environment, cwd=folder) as shown:
        reader = threading.Thread(target=shown.finish)
        reader.start()
        try:
            yield
        finally:
            os.kill(shown.pid, signal.SIGTERM)
            reader.join(END_S)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    """A connection proves nothing: Vite binds its port once to see whether it is free, and listens later."""
    connection = http.client.HTTPConnection(HOST, port, timeout=90)
    try:
        connection.request("GET", "/favicon.ico")
        return connection.getresponse().status > 0
    except ConnectionError:
        return False
    finally:
        connection.close()


def line_of_error(file: Path) -> int:
    return next(number for number, line in enumerate(file.read_text().split("\n"), 1) if '"no stock"' in line)


def first_server_line(text: str, name: str) -> str:
    return next(line for line in text.split("\n") if line.startswith(f"  server {name} (")).partition("): ")[2]


# RUN-04, RUN-06, RUN-08
@pytest.mark.parametrize("name", REAL)
def test_one_call_has_the_line_of_the_server_that_failed(
    page: Page, browser_daemon: Daemon, name: str, tmp_path: Path
) -> None:
    with running(browser_daemon, name, tmp_path / name) as port:
        url = f"http://{HOST}:{port}"
        page.route(f"{url}/", lambda route: route.fulfill(content_type="text/html", body="<title>Shop</title>"))
        page.goto(f"{url}/")
        status = page.evaluate("path => fetch(path).then(({ status }) => status)", PATH)
        # Some print after they answered.
        wait_until(lambda: "no stock" in str(browser_daemon.call("get_server_logs")), "the server to print it")
        text = browser_daemon.reply("observe", what="errors", output="text")["content"][0]["text"]
    assert (status, f"GET {PATH}" in text) == (500, True)
    handler, exception = REAL[name].handler, REAL[name].exception
    place = f"{handler}:{line_of_error(SERVERS / name / handler)}"
    assert first_server_line(text, name).startswith(f"{exception}: no stock at {place}"), text


# NET-13, RUN-06
@pytest.mark.parametrize("name", ["django", "flask", "starlette"])
def test_a_page_that_fails_has_the_line_of_the_server_that_failed(
    page: Page, browser_daemon: Daemon, name: str, tmp_path: Path
) -> None:
    with running(browser_daemon, name, tmp_path / name) as port:
        page.goto(f"http://{HOST}:{port}{PATH}")
        wait_until(lambda: "no stock" in str(browser_daemon.call("get_server_logs")), "the server to print it")
        wait_until(lambda: browser_daemon.call("get_browser_errors"), "the error")
        text = browser_daemon.reply("observe", what="errors", output="text")["content"][0]["text"]
    assert text.startswith("1 error"), text
    assert f"GET {PATH} → 500" in text
    place = f"shop.py:{line_of_error(SERVERS / name / 'shop.py')}"
    assert first_server_line(text, name).startswith(f"ValueError: no stock at {place}"), text


def test_a_script_that_fails_has_the_line_of_the_server_that_failed(
    page: Page, browser_daemon: Daemon, tmp_path: Path
) -> None:
    html = f"<title>Shop</title><link rel='icon' href='data:,'><script src='{PATH}'></script>"
    with running(browser_daemon, "django", tmp_path / "django") as port:
        url = f"http://{HOST}:{port}/"
        page.route(url, lambda route: route.fulfill(content_type="text/html", body=html))
        page.goto(url)
        wait_until(lambda: "no stock" in str(browser_daemon.call("get_server_logs")), "the server to print it")
        text = browser_daemon.reply("observe", what="errors", output="text")["content"][0]["text"]
    assert "script failed to load" in text
    assert first_server_line(text, "django").startswith("ValueError: no stock at shop.py:"), text


def test_a_page_that_fails_in_firefox_has_the_line_of_the_server_that_failed(
    firefox: Firefox, firefox_daemon: Daemon, tmp_path: Path
) -> None:
    firefox_daemon.call("clear_browser_logs")
    with running(firefox_daemon, "django", tmp_path / "django") as port:
        firefox.tab.open(f"http://{HOST}:{port}{PATH}")
        wait_until(lambda: "no stock" in str(firefox_daemon.call("get_server_logs")), "the server to print it")
        wait_until(lambda: firefox_daemon.call("get_browser_errors"), "the error")
        text = firefox_daemon.reply("observe", what="errors", output="text")["content"][0]["text"]
    assert text.startswith("1 error"), text
    assert first_server_line(text, "django").startswith("ValueError: no stock at shop.py:"), text
