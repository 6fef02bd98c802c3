"""Every example call in README, docs, skill, prompts and instructions is one that the server accepts as written."""

import re
import shlex
from pathlib import Path

import pytest
from parts import Parts

from gasoline.capabilities import ALL
from gasoline.commands.call_arguments import read_arguments
from gasoline.commands.command_line import SELECTORS
from gasoline.protocol import prompts
from gasoline.protocol.mcp_server import INSTRUCTIONS
from gasoline.tools.arguments import read_arguments as read_params
from gasoline.tools.registry import Registry

ROOT = Path(__file__).parents[2]
FILES = [
    *(ROOT / name for name in ("README.md", "AGENTS.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "skills").rglob("*.md")),
    *sorted((ROOT / "tests/rendering/golden").glob("*.txt")),
]
TOOLS = "|".join([*SELECTORS, *(capability.tool for capability in ALL)])
PAIR = r"""[a-z_.]+=(?:"[^"\n]*"|[^\s`"',;:.)(·|]+(?:[.:/][^\s`"',;:.)(·|]+)*)"""
CALL = re.compile(rf"\b(?P<tool>{TOOLS})(?P<pairs>(?: {PAIR})+)")
SAME_TOOL = re.compile(rf"(?:,| and|, then)[ \n](?P<pairs>(?=what=|action=){PAIR}(?: {PAIR})*)")
ELLIPSIS = "…"  # stands for what differs from run to run
HEADING = re.compile(r"^#+ .*", re.MULTILINE)
REFUSED = {"unknown_mode", "unknown_parameter", "missing_argument", "invalid_argument"}
RECIPES = (ROOT / "docs/recipes.md").read_text("utf-8")


def calls_in(text: str) -> set[str]:
    """`observe what=network and what=logs` are two. Headings name a mode, which may need more."""
    found: set[str] = set()
    text = HEADING.sub("", text)
    for call in CALL.finditer(text):
        tool = call["tool"]
        found.add(call[0])
        end = call.end()
        while more := SAME_TOOL.match(text, end):
            found.add(f"{tool} {more['pairs']}")
            end = more.end()
    return found


TEXTS = {
    **{str(file.relative_to(ROOT)): file.read_text("utf-8") for file in FILES},
    **{prompt.name: prompt.text for prompt in prompts.ALL},
    "instructions": INSTRUCTIONS,
}
EXAMPLES = sorted((call, place) for place, text in TEXTS.items() for call in calls_in(text))


@pytest.mark.parametrize(("call", "place"), EXAMPLES)
async def test_an_example_call_is_accepted_as_it_is_written(call: str, place: str, tmp_path: Path) -> None:
    tool, *pairs = (word for word in shlex.split(call) if ELLIPSIS not in word)
    arguments = read_arguments(pairs)
    read_params(Registry(ALL).find(tool, arguments))
    reply = await Parts(tmp_path).call(tool, **arguments)
    refused = [code for code in REFUSED if reply.is_error and f'"error":"{code}"' in reply.texts[0]]
    assert not refused, f"{place}: {reply.texts[0]}"


def test_examples_are_found_in_every_kind_of_text() -> None:
    places = {place for _, place in EXAMPLES}
    assert places >= {"README.md", "docs/recipes.md", "docs/guide.md", "docs/reference.md", "docs/tutorial.md"}
    assert places >= {"skills/gasoline/SKILL.md", "instructions", *(prompt.name for prompt in prompts.ALL)}


def test_every_line_of_a_recipe_is_an_example() -> None:
    lines = re.findall(r"^    (\w+ .+)$", RECIPES, re.MULTILINE)
    assert {line for line in lines if line not in calls_in(RECIPES)} == set()


def test_there_are_recipes_for_every_tool() -> None:
    lines = re.findall(r"^    (\w+) .+$", RECIPES, re.MULTILINE)
    assert set(lines) == set(SELECTORS)
    assert 10 <= RECIPES.count("\n## ") <= 16
