"""Reads a tutorial: the commands in its console blocks with what they show, and what the person does between them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

STEP = re.compile(
    r"^<!-- person: (?P<person>.+?) -->$|^(?P<again><!-- again -->\n)?```console\n(?P<block>.*?)^```$", re.M | re.S
)
ANY = "…"
SESSION = r"verify-[0-9a-f]+"


@dataclass(frozen=True)
class Command:
    text: str
    shown: str
    may_repeat: bool
    """Its answer may need a moment: a person would ask again."""


@dataclass(frozen=True)
class Deeds:
    """What the person does in the browser: (verb, what), one after the other."""

    all: tuple[tuple[str, str], ...]


def steps_of(markdown: str) -> Iterator[Command | Deeds]:
    for found in STEP.finditer(markdown):
        if found["person"]:
            yield Deeds(tuple(_deed(deed) for deed in found["person"].split("; ")))
        else:
            yield from _commands(found["block"], may_repeat=bool(found["again"]))


def _deed(text: str) -> tuple[str, str]:
    verb, _, what = text.partition(" ")
    return verb, what


def _commands(block: str, *, may_repeat: bool) -> Iterator[Command]:
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        text, _, shown = part.partition("\n")
        yield Command(text, shown, may_repeat)


def pattern_of(shown: str) -> re.Pattern[str]:
    """The shown text as a pattern. `…` on a line of its own is any lines, inside a line any text of it; the id of a
    session is another one each time."""
    lines = [r"(?:.*\n)*?" if line == ANY else _line(line) for line in shown.splitlines()]
    return re.compile("".join(lines) + r"\s*\Z")


def _line(line: str) -> str:
    escaped = re.escape(line).replace(re.escape(ANY), ".*?")
    return re.sub(r"verify\\-[0-9a-f]+", f"(?P<session>{SESSION})", escaped, count=1) + r" *\n"
