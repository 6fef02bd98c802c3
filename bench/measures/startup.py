"""Start-up: from the spawn of `gasoline mcp` to its answers, with a daemon and without one."""

import json
import os
import socket
import subprocess
import sys
import time

from peer import PACKAGE, peer_command, peer_environment, peer_with_browser
from row import Must, Row
from spread import median, spread
from stdio_client import StdioClient
from workbench import SERVER, Workbench

ROUNDS = 12
MUST = Must(0.15, "×", tolerance=0.10)
COLD_ROUNDS = 8
PAGE_ROUNDS = 8
GONE_S = 3.0  # how long no daemon was there: the extension tries as rarely as it ever does
COLD_LIST = Must(60, "ms", counts=False)
COLD_LIST_RATIO = Must(2, "×", tolerance=0.10)
COLD_ANSWER = Must(800, "ms", counts=False)


def run(bench: Workbench) -> list[Row]:
    env = bench.shared_daemon.environment
    peer = peer_command()
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(ROUNDS):
        ours.append(_until_tools(SERVER, env))
        theirs.append(_until_tools(peer, peer_environment()) if peer else _import_sdk())
    against = PACKAGE if peer else f"{PACKAGE} not installable; importing the SDK"
    return [
        Row(
            "start-up: spawn → tools/list",
            spread(ours),
            f"{against}: {spread(theirs)}",
            ratio=median(ours) / median(theirs),
            must=MUST,
        ),
        *_without_daemon(bench),
        _from_a_page(bench),
    ]


def _without_daemon(bench: Workbench) -> list[Row]:
    """Each round has a state directory of its own, so that the daemon has to be started."""
    listed: list[float] = []
    answered: list[float] = []
    stub: list[float] = []
    peer = peer_command()
    theirs: list[float] = []
    for number in range(COLD_ROUNDS):
        stub.append(_stub())
        if peer:
            theirs.append(_until_tools(peer, peer_environment()))
        home = bench.folder / f"cold-{number}"
        env = {**os.environ, "GASOLINE_STATE_DIR": str(home), "GASOLINE_PORT": str(_free_port())}
        start = time.perf_counter()
        with StdioClient(SERVER, env) as client:
            client.greet()
            client.list_tools()
            listed.append((time.perf_counter() - start) * 1000)
            client.ask(3, "tools/call", {"name": "observe", "arguments": {"what": "logs"}})
            answered.append((time.perf_counter() - start) * 1000)
        subprocess.run([*SERVER[:-1], "stop"], env=env, check=True, capture_output=True)
    return [
        Row(
            "no daemon running: spawn → tools/list",
            spread(listed),
            f"{PACKAGE}: {spread(theirs)}" if peer else f"{PACKAGE}: not installable",
            ratio=median(listed) / median(theirs) if peer else None,
            must=COLD_LIST,
            value=median(listed),
        ),
        Row(
            "the same beside a stub that uses only the standard library",
            spread(listed),
            f"stub: {spread(stub)}",
            ratio=median(listed) / median(stub),
            must=COLD_LIST_RATIO,
        ),
        Row("no daemon running: spawn → first answer", spread(answered), must=COLD_ANSWER, value=median(answered)),
    ]


def _from_a_page(bench: Workbench) -> Row:
    """Our browser was connected to the last daemon and has to find the new one; the peer starts one."""
    daemon = bench.daemon("page")
    browser = bench.browser(bench.folder / "page" / "profile", daemon)
    took: list[float] = []
    theirs: list[float] = []
    peer = peer_with_browser()
    try:
        browser.open(f"{daemon.url}/")
        for number in range(PAGE_ROUNDS):
            subprocess.run([*SERVER[:-1], "stop"], env=daemon.environment, check=True, capture_output=True)
            time.sleep(GONE_S + number / PAGE_ROUNDS)  # at any moment between two tries of the extension
            took.append(_until_answered(SERVER, daemon.environment, "observe", {"what": "tabs"}))
            if peer:
                theirs.append(_until_answered(peer, peer_environment(), "list_pages", {}))
        subprocess.run([*SERVER[:-1], "stop"], env=daemon.environment, check=True, capture_output=True)
    finally:
        browser.close()
    return Row(
        "no daemon running: spawn → first answer from the browser",
        spread(took),
        f"{PACKAGE}, which starts a browser: {spread(theirs)}" if peer else f"{PACKAGE}: not installable",
        ratio=median(took) / median(theirs) if peer else None,
        must=COLD_ANSWER,
        value=median(took),
    )


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def _stub() -> float:
    """The least that any server in Python takes: starts, reads a line of JSON, writes one."""
    start = time.perf_counter()
    code = "import json, sys; print(json.dumps({'id': json.loads(sys.stdin.readline())['id']}))"
    subprocess.run([sys.executable, "-c", code], input=b'{"id": 1}\n', check=True, capture_output=True)
    return (time.perf_counter() - start) * 1000


def _until_tools(command: list[str], env: dict[str, str]) -> float:
    start = time.perf_counter()
    with StdioClient(command, env) as client:
        client.greet()
        client.list_tools()
        return (time.perf_counter() - start) * 1000


def _until_answered(command: list[str], env: dict[str, str], tool: str, arguments: dict[str, str]) -> float:
    start = time.perf_counter()
    with StdioClient(command, env) as client:
        client.greet()
        client.list_tools()
        answer = json.loads(client.ask(3, "tools/call", {"name": tool, "arguments": arguments}))
        took = (time.perf_counter() - start) * 1000
    assert not answer["result"].get("isError"), answer
    return took


def _import_sdk() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import mcp.server.lowlevel"], check=True)
    return (time.perf_counter() - start) * 1000
