"""Memory of what each AI client starts, after its handshake."""

from peer import PACKAGE, peer_command, peer_environment
from row import Must, Row
from spread import median
from stdio_client import StdioClient
from workbench import SERVER, Workbench, resident_mb

ROUNDS = 5
MUST = Must(15, "MB", tolerance=0.10)


def run(bench: Workbench) -> list[Row]:
    peer = peer_command()
    ours = [_after_greeting(SERVER, bench.shared_daemon.environment) for _ in range(ROUNDS)]
    theirs = [_after_greeting(peer, peer_environment()) for _ in range(ROUNDS)] if peer else []
    against = f"{PACKAGE}: {median(theirs):.1f} MB" if peer else f"{PACKAGE}: not installable"
    ratio = median(ours) / median(theirs) if peer else None
    return [
        Row(
            "memory of `gasoline mcp`",
            f"{median(ours):.1f} MB (n={ROUNDS})",
            against,
            ratio=ratio,
            must=MUST,
            value=median(ours),
        )
    ]


def _after_greeting(command: list[str], env: dict[str, str]) -> float:
    with StdioClient(command, env) as client:
        client.greet()
        client.list_tools()
        return resident_mb(client.process.pid)
