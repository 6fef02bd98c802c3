"""The official MCP client against the real server: over stdio and HTTP, by the handshake and without it."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import mcp_types as types
import pytest
from daemon import Daemon
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError
from mcp_types.version import LATEST_HANDSHAKE_VERSION, LATEST_MODERN_VERSION

from gasoline import __version__
from gasoline.capabilities import ALL
from gasoline.tools.schema import TOOLS_LIST_BYTES

FIVE = {"observe": True, "analyze": True, "generate": True, "configure": False, "interact": False}
"""The composite tools, and whether a client may let its user allow them for good."""

ROOT_UNIONS = {"oneOf", "anyOf", "allOf", "not", "if", "$ref"}


@dataclass(frozen=True)
class Way:
    """How a client reaches the server."""

    transport: Literal["stdio", "http"]
    mode: Literal["legacy", "auto"]

    def client(self, daemon: Daemon, *flags: str) -> Client:
        if self.transport == "http":
            return Client(f"{daemon.url}/mcp", mode=self.mode)
        return Client(stdio_client(_command(daemon, *flags)), mode=self.mode)

    @property
    def version(self) -> str:
        return LATEST_HANDSHAKE_VERSION if self.mode == "legacy" else LATEST_MODERN_VERSION


def _command(daemon: Daemon, *flags: str) -> StdioServerParameters:
    return StdioServerParameters(command=sys.executable, args=["-m", "gasoline", "mcp", *flags], env=daemon.environment)


STDIO = [Way("stdio", "legacy"), Way("stdio", "auto")]
HTTP = [Way("http", "legacy"), Way("http", "auto")]


def name_of(way: Way) -> str:
    return f"{way.transport}-{way.mode}"


@pytest.fixture(params=[*STDIO, *HTTP], ids=name_of)
def way(request: pytest.FixtureRequest) -> Iterator[Way]:
    yield request.param


def data_of(result: types.CallToolResult) -> Any:
    """The JSON of the first block."""
    first = result.content[0]
    assert isinstance(first, types.TextContent)
    return json.loads(first.text)


def note_of(result: types.CallToolResult) -> str:
    """Our own words, in the last block."""
    last = result.content[-1]
    assert len(result.content) > 1 and isinstance(last, types.TextContent)
    return last.text


async def test_the_server_says_who_it_is_and_how_to_start(way: Way, quiet_daemon: Daemon) -> None:
    async with way.client(quiet_daemon) as client:
        assert client.server_info is not None
        assert (client.server_info.name, client.server_info.version) == ("gasoline", __version__)
        assert "observe what=errors" in (client.instructions or "")
        assert client.protocol_version == way.version


async def test_it_offers_what_it_has_and_nothing_else(way: Way, quiet_daemon: Daemon) -> None:
    async with way.client(quiet_daemon) as client:
        offered = client.server_capabilities.model_dump(exclude_none=True)
        assert set(offered) == {"tools", "resources", "prompts", "logging"}
        assert offered["resources"]["subscribe"] is True


# MCP-01
async def test_five_tools_are_listed_each_with_a_flat_schema(way: Way, quiet_daemon: Daemon) -> None:
    async with way.client(quiet_daemon) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == list(FIVE)
    for tool in tools:
        assert tool.input_schema["type"] == "object"
        assert not ROOT_UNIONS & set(tool.input_schema), tool.name
        assert tool.description


# MCP-02
async def test_the_list_of_tools_is_small(way: Way, quiet_daemon: Daemon) -> None:
    async with way.client(quiet_daemon) as client:
        listed = await client.list_tools()
    assert len(listed.model_dump_json(by_alias=True, exclude_unset=True)) <= TOOLS_LIST_BYTES


# MCP-06
async def test_looking_tools_are_read_only_and_acting_ones_are_not(way: Way, quiet_daemon: Daemon) -> None:
    async with way.client(quiet_daemon) as client:
        tools = (await client.list_tools()).tools
    hints = {tool.name: tool.annotations.read_only_hint for tool in tools if tool.annotations}
    assert hints == FIVE


def a_value_for(schema: dict[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    by_type = {"string": "x", "integer": 1, "number": 1, "boolean": False, "array": [], "object": {}}
    return by_type[schema["type"]]


def least_arguments(tool: types.Tool) -> dict[str, Any]:
    properties = tool.input_schema["properties"]
    return {name: a_value_for(properties[name]) for name in tool.input_schema.get("required", [])}


# MCP-01
@pytest.mark.parametrize("way", [STDIO[1], HTTP[1]], ids=name_of)
async def test_every_named_tool_answers_whether_it_is_listed_or_not(
    way: Way, quiet_daemon: Daemon, named_daemon: Daemon
) -> None:
    async with way.client(named_daemon) as client:
        tools = (await client.list_tools()).tools
    assert {tool.name for tool in tools} == {capability.tool for capability in ALL}
    async with way.client(quiet_daemon) as client:
        for tool in tools:
            assert not ROOT_UNIONS & set(tool.input_schema), tool.name
            result = await client.call_tool(tool.name, least_arguments(tool))
            if result.is_error:
                refused = data_of(result)["error"]
                assert refused not in ("internal_error", "unknown_parameter", "missing_argument"), tool.name


@pytest.mark.parametrize("way", STDIO, ids=name_of)
async def test_named_tools_are_the_choice_of_one_client(way: Way, quiet_daemon: Daemon) -> None:
    async with way.client(quiet_daemon, "--tools", "named") as by_name, way.client(quiet_daemon) as composite:
        named = {tool.name for tool in (await by_name.list_tools()).tools}
        assert named == {capability.tool for capability in ALL}
        assert [tool.name for tool in (await composite.list_tools()).tools] == list(FIVE)
        assert data_of(await by_name.call_tool("get_browser_errors", {})) == []
        assert data_of(await by_name.call_tool("observe", {"what": "errors", "output": "json"})) == []


# MCP-04
@pytest.mark.parametrize(("wrong", "nearest"), [("obsrve", "observe"), ("get_browser_error", "get_browser_errors")])
async def test_an_unknown_tool_is_a_protocol_error_that_names_the_nearest(
    way: Way, quiet_daemon: Daemon, wrong: str, nearest: str
) -> None:
    async with way.client(quiet_daemon) as client:
        with pytest.raises(MCPError, match=f"Did you mean '{nearest}'") as caught:
            await client.call_tool(wrong, {})
    assert caught.value.error.code == types.INVALID_PARAMS


async def test_an_unknown_tool_like_no_other_gets_the_list(way: Way, quiet_daemon: Daemon) -> None:
    async with way.client(quiet_daemon) as client:
        with pytest.raises(MCPError, match=", ".join(FIVE)):
            await client.call_tool("zzz", {})


BAD_ARGUMENTS: dict[str, tuple[dict[str, Any], str]] = {
    "no selector": ({}, "missing_argument"),
    "an unknown selector": ({"what": "zzz"}, "unknown_mode"),
    "a selector of the wrong type": ({"what": ["errors"]}, "unknown_mode"),
    "an unknown parameter": ({"what": "errors", "zzz": 1}, "unknown_parameter"),
    "a misspelt parameter": ({"what": "errors", "limitt": 1}, "unknown_parameter"),
    "a parameter of another mode": ({"what": "errors", "level": "warn"}, "unknown_parameter"),
    "a value of the wrong type": ({"what": "errors", "limit": "many"}, "invalid_argument"),
    "a value out of range": ({"what": "errors", "limit": 0}, "invalid_argument"),
    "a value that means nothing": ({"what": "errors", "since": "lately"}, "invalid_argument"),
}


# MCP-05
async def test_a_bad_argument_is_an_answer_that_says_what_to_do(way: Way, quiet_daemon: Daemon) -> None:
    async with way.client(quiet_daemon) as client:
        for name, (arguments, code) in BAD_ARGUMENTS.items():
            result = await client.call_tool("observe", arguments)
            failure = data_of(result)
            assert result.is_error, name
            assert set(failure) == {"error", "message", "hint"}, name
            assert failure["error"] == code, name
            assert failure["message"] and failure["hint"], name


# ANS-06
@pytest.mark.parametrize("what", ["errors", "logs", "network"])
async def test_an_empty_list_is_a_list_with_a_note_that_says_why(way: Way, quiet_daemon: Daemon, what: str) -> None:
    async with way.client(quiet_daemon) as client:
        result = await client.call_tool("observe", {"what": what, "output": "json"})
    assert [block.type for block in result.content] == ["text", "text"]
    assert isinstance(result.content[0], types.TextContent) and result.content[0].text == "[]"
    assert "the extension has not connected" in note_of(result)
    assert not result.is_error


async def test_a_captured_error_is_seen(way: Way, busy_daemon: Daemon) -> None:
    words = f"the cart is empty ({way.transport} {way.mode})"
    entry = {"type": "console", "level": "error", "args": [words], "url": "http://localhost:3000/cart"}
    assert busy_daemon.post("/logs", {"entries": [entry]}).json == {"received": 1}
    async with way.client(busy_daemon) as client:
        result = await client.call_tool("observe", {"what": "errors", "output": "json"})
    newest = data_of(result)[0]
    assert (newest["type"], newest["level"], newest["args"]) == ("console", "error", [words])
    assert "written by the page" in note_of(result)
