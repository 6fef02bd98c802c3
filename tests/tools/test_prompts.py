"""Prompts send the assistant only to tools that it is shown."""

import re
from pathlib import Path

import pytest
from parts import Parts

from gasoline.protocol import prompts

CALL = re.compile(r"\b(observe|analyze|generate|configure|interact) what=(\w+)((?:(?:,| and) what=\w+)*)")


def calls_in(text: str) -> list[tuple[str, str]]:
    """`observe what=network and what=logs` are two."""
    return [
        (tool, mode) for tool, first, more in CALL.findall(text) for mode in (first, *re.findall(r"what=(\w+)", more))
    ]


@pytest.mark.parametrize("prompt", prompts.ALL, ids=lambda prompt: prompt.name)
def test_a_prompt_names_modes_of_the_listed_tools_and_nothing_else(tmp_path: Path, prompt: prompts.Prompt) -> None:
    registry = Parts(tmp_path).dispatcher.registry
    calls = calls_in(prompt.text)
    assert len(calls) == prompt.text.count("what=") > 0
    for tool, mode in calls:
        registry.find(tool, {"what": mode})
    unlisted = [tool.name for tool in registry.faces["named"]]
    assert [name for name in unlisted if re.search(rf"(?<!what=)\b{name}\b", prompt.text)] == []
