"""A request that fails in a real server: one call has the server's stack trace, with file and line."""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon, wait_until

SERVERS = Path(__file__).parent / "servers"
NODE_MODULES = Path(__file__).parents[1] / "devservers" / "node_modules"
GASOLINE = [sys.executable, "-P", "-m", "gasoline", "run"]
HOST = "127.0.0.1"
PATH = "/api/orders"
# For each server: how it is started, and the file of its handler.
COMMANDS = {
    "starlette": (f"{sys.executable} -m uvicorn shop:app --port PORT", "shop.py"),
    "flask": (f"{sys.executable} -m flask --app shop run --port PORT", "shop.py"),
    "django": (f"{sys.executable} shop.py runserver --noreload {HOST}:PORT", "shop.py"),
    "express": ("node shop.mjs PORT", "shop.mjs"),
    "vite": (f"node node_modules/vite/bin/vite.js --host {HOST} --port PORT", "src/orders.js"),
    "next": (f"node node_modules/next/dist/bin/next dev --hostname {HOST} --port PORT", "app/api/orders/route.js"),
}


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    """One that waits for the newest lines as long as a slow machine needs."""
    daemon = Daemon(tmp_path_factory.mktemp("gasoline") / "state", SERVER_FLUSH_S=30.0)
    yield daemon
    daemon.stop()


@contextmanager
def running(daemon: Daemon, name: str, folder: Path) -> Iterator[int]:
    """The server on a copy of its application; yields its port."""
    shutil.copytree(SERVERS / name, folder)
    (folder / "node_modules").symlink_to(NODE_MODULES)
    port = _free_port()
    command = COMMANDS[name][0].replace("PORT", str(port)).split()
    environment = {**daemon.environment, "DJANGO_SETTINGS_MODULE": "shop", "NEXT_TELEMETRY_DISABLED": "1"}
    with subprocess.Popen(
        [*GASOLINE, "--name", name, "--", *command], cwd=folder, env=environment, stdin=subprocess.DEVNULL
    ) as wrapper:
        try:
            yield port
        finally:
            os.kill(wrapper.pid, signal.SIGTERM)
            wrapper.wait(30)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def request(port: int) -> dict[str, Any] | None:
    """A request that fails, as the extension reports it; nothing while the server does not listen yet.

    A connection proves nothing: Vite binds its port once to see whether it is free, and listens later.
    """
    start = time.time()
    connection = http.client.HTTPConnection(HOST, port, timeout=90)
    try:
        connection.request("GET", PATH)
        status = connection.getresponse().status
    except ConnectionError:
        return None
    finally:
        connection.close()
    assert status == 500
    end = time.time()
    return {
        **{"type": "network", "ts": datetime.fromtimestamp(end, UTC).isoformat(timespec="milliseconds")},
        **{"method": "GET", "url": f"http://{HOST}:{port}{PATH}", "status": status, "duration": (end - start) * 1000},
        **{"pageUrl": "http://localhost:5173/cart", "tabId": 1},
    }


def line_of_error(file: Path) -> int:
    return next(number for number, line in enumerate(file.read_text().split("\n"), 1) if '"no stock"' in line)


# RUN-04, RUN-06
@pytest.mark.parametrize("name", COMMANDS)
def test_one_call_has_the_line_of_the_server_that_failed(daemon: Daemon, name: str, tmp_path: Path) -> None:
    with running(daemon, name, tmp_path / name) as port:
        failure = wait_until(lambda: request(port), f"{name} to answer")
        assert daemon.post("/logs", {"entries": [failure]}).status == 200

        def server_log() -> dict[str, Any] | None:
            errors = daemon.call("observe", what="errors")
            return next(
                (error["_serverLog"] for error in errors if error["url"] == failure["url"] and "_serverLog" in error),
                None,
            )

        first = wait_until(server_log, "what the server printed")["entries"][0]
    file = COMMANDS[name][1]
    exception = first["exception"]
    assert (exception["message"], exception["file"], exception["line"]) == (
        "no stock",
        file,
        line_of_error(SERVERS / name / file),
    )
    text = daemon.reply("observe", what="errors", output="text")["content"][0]["text"]
    assert f"{file}:{exception['line']}" in text
