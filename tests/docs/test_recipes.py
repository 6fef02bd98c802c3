"""Every call in the recipes is one that the server takes, with parameters that it knows."""

import re
import shlex
from pathlib import Path

import pytest

from gasoline.capabilities import ALL
from gasoline.commands.call_arguments import read_arguments as read_pairs
from gasoline.commands.tool_book import pages
from gasoline.tools.arguments import read_arguments
from gasoline.tools.registry import Registry

RECIPES = (Path(__file__).parents[2] / "docs" / "recipes.md").read_text("utf-8")
CALLS = re.findall(r"^    (\w+ .+)$", RECIPES, re.M)
INLINE = re.findall(r"`(?:gasoline call )?((?:observe|analyze|generate|configure|interact) [^`]+)`", RECIPES)


@pytest.mark.parametrize("call", [*CALLS, *(call.partition(" --out")[0] for call in INLINE)])
def test_a_call_is_taken_as_it_is_written(call: str) -> None:
    tool, *pairs = shlex.split(call)
    read_arguments(Registry(ALL).find(tool, read_pairs(pairs)))


def test_there_are_recipes_for_every_tool() -> None:
    assert {call.split()[0] for call in CALLS} == {page.tool for page in pages()}
    assert 10 <= RECIPES.count("\n## ") <= 16
