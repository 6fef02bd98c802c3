"""Size of tools/list: what every conversation of an AI client begins with."""

from gasoline.tools.schema import TOOLS_LIST_BYTES
from peer import PACKAGE, peer_command, peer_environment
from row import Must, Row
from stdio_client import StdioClient
from workbench import SERVER, Workbench


def run(bench: Workbench) -> list[Row]:
    ours = _size(SERVER, bench.shared_daemon.environment)
    peer = peer_command()
    theirs = _size(peer, peer_environment()) if peer else None
    return [
        Row(
            "tools/list",
            f"{ours:,} bytes",
            f"{PACKAGE}: {theirs:,} bytes" if theirs else f"{PACKAGE}: not installable",
            ratio=ours / theirs if theirs else None,
            must=Must(TOOLS_LIST_BYTES, "bytes"),
            value=ours,
        )
    ]


def _size(command: list[str], env: dict[str, str]) -> int:
    with StdioClient(command, env) as client:
        client.greet()
        return len(client.list_tools())
