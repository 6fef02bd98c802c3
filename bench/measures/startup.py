"""Start-up: from the spawn of `gasoline mcp` to its answer to tools/list, the daemon being up."""

import subprocess
import sys
import time

from peer import PACKAGE, peer_command, peer_environment
from row import Must, Row
from spread import median, spread
from stdio_client import StdioClient
from workbench import SERVER, Workbench

ROUNDS = 12
MUST = Must(0.15, "×", tolerance=0.10)


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
        )
    ]


def _until_tools(command: list[str], env: dict[str, str]) -> float:
    start = time.perf_counter()
    with StdioClient(command, env) as client:
        client.greet()
        client.list_tools()
        return (time.perf_counter() - start) * 1000


def _import_sdk() -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import mcp.server.lowlevel"], check=True)
    return (time.perf_counter() - start) * 1000
