"""Parses the flags of `gasoline mcp` without argparse, which would add 7 ms to the start of every AI client."""

from gasoline.launch.port import parse_port, port_from_environment

USAGE = """\
usage: gasoline mcp [--tools composite|named] [--capsule FILE] [--port N] [--state-dir DIR]

Serves MCP over stdio; AI clients start this. Connects to the server, starting it if needed.

  --tools      composite: five tools (default); named: one tool per capability
  --capsule    answer from this saved session instead of a live browser
  --port       port to use when starting the server (default 7890, GASOLINE_PORT)
  --state-dir  where the server keeps its files (GASOLINE_STATE_DIR)
"""
FLAGS = ("--tools", "--capsule", "--port", "--state-dir")
TOOLS = ("composite", "named")


class ForwarderOptions:
    def __init__(
        self, *, tools: str | None, port: int | None, state_dir: str | None, capsule: str | None = None
    ) -> None:
        self.tools = tools
        self.capsule = capsule
        self.port = port
        self.state_dir = state_dir


def parse_forwarder_options(arguments: list[str]) -> ForwarderOptions:
    """Raises ValueError with a message that says what is accepted."""
    values = _flag_values(arguments)
    tools = values.get("--tools")
    if tools is not None and tools not in TOOLS:
        raise ValueError(f"--tools: '{tools}' is not valid; use composite or named")
    port = values.get("--port")
    return ForwarderOptions(
        tools=tools,
        port=0 if values.get("--capsule") else port_from_environment() if port is None else _parse_port_flag(port),
        state_dir=values.get("--state-dir"),
        capsule=values.get("--capsule"),
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
