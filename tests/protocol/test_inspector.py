"""The MCP inspector's command line, as a developer uses it, against the real server."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from daemon import Daemon
from node_tools import INSPECTOR, in_short, run_node

WAYS = [(transport, era) for transport in ("stdio", "http") for era in ("legacy", "modern")]
NOT_PORTABLE = 6  # the inspector's exit code for schemas that some clients refuse


@pytest.fixture(params=WAYS, ids="-".join)
def inspect(request: pytest.FixtureRequest, quiet_daemon: Daemon, tmp_path: Path) -> Any:
    """Runs one method of the inspector; the result that it prints, or the error."""
    transport, era = request.param

    def run(method: str, *flags: str) -> Any:
        done = run_node(tmp_path, INSPECTOR, "--cli", *_target(transport, quiet_daemon), "--protocol-era", era,
                        "--format", "json", "--stored-auth-only", "--method", method, *flags)  # fmt: skip
        assert done.returncode != NOT_PORTABLE, in_short(done.stderr)
        return json.loads((done.stdout or done.stderr).strip().splitlines()[-1])

    return run


def _target(transport: str, daemon: Daemon) -> list[str]:
    if transport == "http":
        return [f"{daemon.url}/mcp", "--transport", "http"]
    said = [f"{name}={daemon.environment[name]}" for name in ("GASOLINE_STATE_DIR", "GASOLINE_PORT")]
    return [sys.executable, "-m", "gasoline", "mcp", "-e", said[0], "-e", said[1]]


def test_it_lists_five_tools_whose_schemas_every_client_takes(inspect: Any) -> None:
    tools = inspect("tools/list", "--strict")["result"]["tools"]
    assert [tool["name"] for tool in tools] == ["observe", "analyze", "generate", "configure", "interact"]


def test_it_calls_a_tool(inspect: Any) -> None:
    result = inspect("tools/call", "--tool-name", "observe", "--tool-arg", "what=errors", "limit=5", "output=json")[
        "result"
    ]
    assert result["content"][0] == {"type": "text", "text": "[]"}


def test_it_shows_what_was_wrong_with_a_call(inspect: Any) -> None:
    answer = inspect("tools/call", "--tool-name", "observe", "--tool-args-json", '{"what": "everything"}')
    assert "unknown_mode" in json.dumps(answer)
