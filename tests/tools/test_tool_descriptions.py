"""What an assistant reads about tools, modes and parameters before its first call."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from gasoline.capabilities import ALL
from gasoline.tools.registry import Face, Registry

REGISTRY = Registry(ALL)
FACES: list[Face] = ["composite", "named"]
NAME = r"(?:(?:lists except )?[a-z_]+|lists \([a-z_, ]+\))"
MODE = re.compile(rf"(?:^|(?<=\. )){NAME}(?:, {NAME})*: ")
"""What says for which modes the next sentence is."""
SENTENCE = re.compile(r"(?!As |From )\S.*\.", re.DOTALL)


def _descriptions(face: Face) -> Iterator[tuple[str, str]]:
    for tool in REGISTRY.faces[face]:
        yield tool.name, tool.description
        for name, schema in tool.schema["properties"].items():
            yield f"{tool.name} {name}", schema.get("description", "")


def _property(tool_name: str, name: str) -> dict[str, Any]:
    [tool] = [tool for tool in REGISTRY.faces["composite"] if tool.name == tool_name]
    return dict(tool.schema["properties"][name])


# MCP-02
@pytest.mark.parametrize("face", FACES)
def test_every_tool_mode_and_parameter_is_described_by_a_sentence(face: Face) -> None:
    wrong = [
        (what, part)
        for what, text in _descriptions(face)
        for part in (MODE.split(text)[1:] if MODE.match(text) else [text])
        if not SENTENCE.fullmatch(part.strip())
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "text", ["", "As in assertions.", "From observe what=tabs.", "actions: As limit.", "logs: Lowest level"]
)
def test_what_does_not_stand_alone_is_not_taken_for_a_sentence(text: str) -> None:
    parts = MODE.split(text)[1:] if MODE.match(text) else [text]
    assert not all(SENTENCE.fullmatch(part.strip()) for part in parts)


def test_every_mode_is_described() -> None:
    undescribed = [
        f"{tool.name} {mode}"
        for tool in REGISTRY.faces["composite"]
        for mode in tool.schema["properties"][tool.schema["required"][0]]["enum"]
        if f"{mode}: " not in tool.schema["properties"][tool.schema["required"][0]]["description"]
    ]
    assert undescribed == []


def test_defaults_that_differ_between_modes_are_all_said() -> None:
    limit, style = _property("observe", "limit"), _property("generate", "style")
    assert limit["description"].endswith(": Maximum entries. Default: 50, logs 100, network_bodies 20.")
    assert style["description"].endswith("Report format. Default: comprehensive, report markdown.")
    assert "default" not in limit
    assert "default" not in style


@pytest.mark.parametrize(
    ("tool", "name", "default"),
    [("observe", "include", "all"), ("configure", "enabled", "unchanged"), ("interact", "index", "the only one")],
)
def test_a_default_that_is_not_a_value_is_said(tool: str, name: str, default: str) -> None:
    assert _property(tool, name)["description"].endswith(f"Default: {default}.")


def test_every_flag_says_its_default() -> None:
    flags = [
        (tool.name, name, schema)
        for tool in REGISTRY.faces["composite"]
        for name, schema in tool.schema["properties"].items()
        if schema.get("type") == "boolean"
    ]
    assert len(flags) >= 10
    unsaid = [(tool, name) for tool, name, schema in flags if "default" not in str(schema).lower()]
    assert unsaid == []


def test_every_action_is_described() -> None:
    undescribed = [
        f"{tool.name} {value}"
        for tool in REGISTRY.faces["composite"]
        if "action" in tool.schema["properties"]
        for value in tool.schema["properties"]["action"]["enum"]
        if not re.search(rf"\b{value}\b", tool.schema["properties"]["action"]["description"])
    ]
    assert undescribed == []


def test_the_modes_that_are_called_lists_are_named() -> None:
    lists = "errors, logs, network, network_bodies, websocket_events, actions, server_logs"
    assert _property("observe", "limit")["description"].startswith(f"lists ({lists}): ")
    assert _property("observe", "before")["description"].startswith("lists: ")


def test_modes_come_before_the_lists_that_have_an_exception() -> None:
    about = _property("observe", "url_filter")["description"]
    assert about == "websocket_status, timeline, lists except server_logs: Part of the URL."
