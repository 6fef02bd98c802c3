"""A wrong name leads to the right one: by meaning, not only by spelling."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.capabilities import ALL
from gasoline.tools.nearest import SYNONYMS, nearest
from gasoline.tools.registry import COMPOSITES, Registry, UnknownTool
from gasoline.tools.schema import params_schema


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("console", "logs"),
        ("requests", "network"),
        ("a11y", None),
        ("netwrok", "network"),
        ("Exceptions", "errors"),
        ("list_console_messages", "logs"),
        ("get-network-requests", "network"),
        ("warnings", "logs"),
        ("webscoket", "websocket_events"),
        ("server_log", "server_logs"),
        ("snapshot", "page"),
        ("memory", None),
        ("coverage", None),
        ("profile", None),
    ],
)
def test_a_mode_is_found_by_meaning_and_by_spelling(word: str, meant: str | None) -> None:
    modes = Registry(ALL).modes_of("observe")
    assert nearest(word, modes) == meant


@pytest.mark.parametrize(
    ("tool", "arguments", "meant"),
    [
        ("observe", {"what": "timeline", "include": ["errors"]}, "console"),
        ("observe", {"what": "websocket_events", "direction": "sent"}, "outgoing"),
        ("observe", {"what": "websocket_events", "direction": "received"}, "incoming"),
        ("generate", {"what": "test", "format": "cypress"}, "framework"),
        ("generate", {"what": "reproduction", "framework": "cypress"}, "format"),
    ],
)
async def test_a_value_or_parameter_of_another_mode_leads_to_this_one(
    tool: str, arguments: dict[str, Any], meant: str, tmp_path: Path
) -> None:
    failure = await Parts(tmp_path).fail(tool, **arguments)
    assert failure["hint"].startswith(f"Did you mean {meant!r}?")


def test_every_synonym_is_of_a_name_that_exists() -> None:
    registry = Registry(ALL)
    modes = {name for composite in COMPOSITES for name in registry.modes_of(composite.name)}
    schemas = [(name, schema) for capability in ALL for name, schema in params_schema(capability).items()]
    values = {value for _, schema in schemas for value in schema.get("enum", ())}
    assert set(SYNONYMS) <= modes | {name for name, _ in schemas} | values


@pytest.mark.parametrize(
    ("tool", "meant"),
    [
        ("console_logs", "observe what=logs"),
        ("list_console_messages", "observe what=logs"),
        ("list_network_requests", "'get_network_requests'"),
        ("evaluate_script", "interact action=execute"),
        ("take_snapshot", "observe what=page"),
        ("errors", "observe what=errors"),
        ("get_browser_log", "'get_browser_logs'"),
        ("obsrve", "'observe'"),
        ("browser_snapshot", "observe what=page"),
    ],
)
async def test_an_unknown_tool_leads_to_the_call_that_was_meant(tool: str, meant: str, tmp_path: Path) -> None:
    with pytest.raises(UnknownTool, match=f"Did you mean {meant}\\?"):
        await Parts(tmp_path).call(tool)


async def test_a_mode_of_another_tool_leads_there(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    assert (await parts.fail("observe", what="a11y"))["hint"] == "Did you mean analyze what=accessibility?"
    assert (await parts.fail("observe", what="security"))["hint"] == "Did you mean analyze what=security?"
    assert (await parts.fail("analyze", what="errors"))["hint"] == "Did you mean observe what=errors?"


async def test_an_unknown_mode_and_an_unknown_parameter_name_what_was_meant(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    assert (await parts.fail("observe", what="console"))["hint"] == "Did you mean what=logs?"
    assert (await parts.fail("observe", what="network", url="/api/"))["hint"] == "Did you mean 'url_filter'?"
    assert (await parts.fail("observe", what="network", failed=True))["hint"] == "Did you mean 'status_min'?"
    assert (await parts.fail("observe", what="errors", source="app.js"))["hint"] == "Leave it out."
    assert (await parts.fail("generate", what="reproduction", url="/api/"))["hint"] == "Did you mean 'url_filter'?"
    assert (await parts.fail("interact", action="click"))["hint"] == "Did you mean action=execute?"
    assert (await parts.fail("observe", what="cookies"))["hint"] == "Did you mean interact action=execute?"


async def test_values_are_listed_in_the_order_that_they_have(tmp_path: Path) -> None:
    hint = (await Parts(tmp_path).fail("get_browser_logs", level="xyz"))["hint"]
    assert hint == "level takes debug, log, info, warn, error."
