"""Reads the flags of `gasoline mcp` by hand: argparse would cost each AI client 7 ms at its start."""

from gasoline.launch.port import parse_port, port_from_environment

USAGE = """\
usage: gasoline mcp [--tools composite|named] [--port N] [--state-dir DIR]

MCP over stdio: what an AI client starts. Finds the server or starts one.

  --tools      composite: five tools (default); named: one tool for each capability
  --port       where the server listens if it has to be started (default 7890, GASOLINE_PORT)
  --state-dir  where the server keeps its files (GASOLINE_STATE_DIR)
"""
FLAGS = ("--tools", "--port", "--state-dir")
TOOLS = ("composite", "named")


class ForwarderOptions:
    def __init__(self, *, tools: str | None, port: int | None, state_dir: str | None) -> None:
        self.tools = tools
        self.port = port
        self.state_dir = state_dir


def parse_forwarder_options(arguments: list[str]) -> ForwarderOptions:
    """Raises ValueError with a sentence that says what is accepted."""
    values = _flag_values(arguments)
    tools = values.get("--tools")
    if tools is not None and tools not in TOOLS:
        raise ValueError(f"--tools: '{tools}' is not accepted; it takes composite or named")
    port = values.get("--port")
    return ForwarderOptions(
        tools=tools,
        port=port_from_environment() if port is None else _parse_port_flag(port),
        state_dir=values.get("--state-dir"),
    )


def _flag_values(arguments: list[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    rest = iter(arguments)
    for argument in rest:
        flag, equals, value = argument.partition("=")
        if flag not in FLAGS:
            raise ValueError(f"unknown argument '{argument}'; gasoline mcp takes {', '.join(FLAGS)}")
        if not equals:
            value = next(rest, "")
        if not value:
            raise ValueError(f"{flag} needs a value")
        values[flag] = value
    return values


def _parse_port_flag(text: str) -> int:
    try:
        return parse_port(text)
    except ValueError as error:
        raise ValueError(f"--port: {error}") from None
