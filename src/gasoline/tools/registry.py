"""Finds capabilities by named tool and by mode of a composite tool."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Literal

from msgspec import Struct

from gasoline.kernel.quoted import ECHO_CHARS
from gasoline.kernel.text import truncate_text
from gasoline.model.tool_error import ToolError
from gasoline.toolkit.capability import Capability, Mode, Output, Tool
from gasoline.tools.nearest import MISSPELLED, SIMILAR, by_meaning, is_synonym, nearest
from gasoline.tools.schema import OUTPUT, OUTPUTS, Schema, composite_schema, named_schema


class Composite(Struct, frozen=True):
    """A tool whose selector chooses the capability."""

    name: Tool
    selector: str
    description: str
    read_only: bool = False
    open_world: bool = False
    """Whether its answers contain what web pages wrote."""


COMPOSITES = (
    Composite("observe", "what", "See what happened in the user's browser.", read_only=True, open_world=True),
    Composite("analyze", "what", "Audit the page and captured data; verify fixes.", read_only=True),
    Composite("generate", "what", "Generate tests, exports, reports.", read_only=True),
    Composite("configure", "action", "Clear captured data; set up notifications."),
    Composite("interact", "action", "Act in the page; the user must turn on AI Web Pilot.", open_world=True),
)


Face = Literal["composite", "named"]
Arguments = dict[str, Any]


class UnknownTool(Exception):
    """There is no tool of that name; this is a protocol error."""


class ListedTool(Struct, frozen=True):
    """A tool as `tools/list` shows it."""

    name: str
    description: str
    schema: Schema
    read_only: bool
    open_world: bool
    """Whether its answers contain what web pages wrote."""


class Target(Struct, frozen=True):
    """A capability, its arguments, and the address that the client used."""

    capability: Capability
    arguments: Arguments
    address: str
    output: Output


class Registry:
    """Fails if two capabilities claim the same address or give a parameter different shapes."""

    def __init__(self, capabilities: Iterable[Capability]) -> None:
        self.capabilities = tuple(capabilities)
        self._named = {capability.tool: capability for capability in self.capabilities}
        self._modes: dict[tuple[str, str], tuple[Capability, Mode]] = {}
        for capability in self.capabilities:
            for mode in capability.modes:
                self._add_mode(capability, mode)
        self.faces: dict[Face, tuple[ListedTool, ...]] = {
            "composite": tuple(self._listed(composite) for composite in COMPOSITES),
            "named": tuple(_listed_by_name(capability) for capability in self.capabilities),
        }

    def find(self, tool: str, arguments: Arguments) -> Target:
        """The capability behind a tool call. Raises UnknownTool, or ToolError for a bad selector."""
        if tool in self._named:
            rest, output = read_output(arguments, "json")
            return Target(self._named[tool], rest, tool, output)
        composite = next((candidate for candidate in COMPOSITES if candidate.name == tool), None)
        if composite is None:
            raise UnknownTool(self._suggest(tool))
        return self._select(composite, arguments)

    def modes_of(self, tool: str) -> dict[str, tuple[Capability, Mode]]:
        return {name: found for (owner, name), found in self._modes.items() if owner == tool}

    def _add_mode(self, capability: Capability, mode: Mode) -> None:
        address = (mode.tool, mode.name)
        if address in self._modes:
            raise ValueError(f"two capabilities claim {mode.tool}/{mode.name}")
        self._modes[address] = (capability, mode)

    def _select(self, composite: Composite, arguments: Arguments) -> Target:
        rest, output = read_output(arguments, "text")
        wanted = rest.pop(composite.selector, None)
        modes = self.modes_of(composite.name)
        if not isinstance(wanted, str) or wanted not in modes:
            raise self._bad_selector(composite, wanted, list(modes))
        capability, mode = modes[wanted]
        return Target(capability, {**rest, **mode.fixed}, f"{composite.name}/{wanted}", output)

    def _suggest(self, tool: str) -> str:
        known = [composite.name for composite in COMPOSITES] + list(self._named)
        misspelled = get_close_matches(tool, known, n=1, cutoff=MISSPELLED)
        meant = "" if misspelled and not is_synonym(tool) else self._call_meant(tool)
        near = misspelled or get_close_matches(tool, known, n=1, cutoff=SIMILAR)
        hint = f"The tools are {', '.join(known[: len(COMPOSITES)])}."
        if meant or near:
            hint = f"Did you mean {meant or repr(near[0])}?"
        return f"There is no tool {truncate_text(tool, ECHO_CHARS)!r}. {hint}"

    def mode_meant(self, tool: str, word: str) -> str:
        """What a word that is not a mode of a composite tool stands for: `what=logs`, or `analyze what=security`."""
        [composite] = [composite for composite in COMPOSITES if composite.name == tool]
        modes = self.modes_of(tool)
        here = by_meaning(word, modes)
        elsewhere = "" if here else self._call_meant(word, besides=tool)
        near = here or nearest(word, modes)
        return elsewhere or (f"{composite.selector}={near}" if near else "")

    def _call_meant(self, word: str, *, besides: str = "") -> str:
        """The mode of any tool that a word stands for, as a call."""
        for composite in COMPOSITES:
            modes = [name for name, (_, mode) in self.modes_of(composite.name).items() if mode.same_as is None]
            mode = by_meaning(word, modes) if composite.name != besides else None
            if mode is not None:
                return f"{composite.name} {composite.selector}={mode}"
        return ""

    def _bad_selector(self, composite: Composite, wanted: Any, modes: list[str]) -> ToolError:
        takes = f"It takes {', '.join(modes)}."
        example = f"For example {composite.selector}={modes[0]}."
        if wanted is None:
            return ToolError("missing_argument", f"{composite.name} needs {composite.selector!r}. {takes}", example)
        meant = self.mode_meant(composite.name, str(wanted))
        hint = f"Did you mean {meant}?" if meant else example
        return ToolError(
            "unknown_mode",
            f"{composite.name} has no {composite.selector}={truncate_text(str(wanted), ECHO_CHARS)!r}. {takes}",
            hint,
        )

    def _listed(self, composite: Composite) -> ListedTool:
        schema = composite_schema(composite.selector, self.modes_of(composite.name))
        return ListedTool(composite.name, composite.description, schema, composite.read_only, composite.open_world)


def read_output(arguments: Arguments, default: Output) -> tuple[Arguments, Output]:
    """The other arguments, and the form of the answer."""
    rest = dict(arguments)
    wanted = rest.pop(OUTPUT, None)
    if wanted is None:
        return rest, default
    if wanted not in OUTPUTS:
        raise ToolError(
            "invalid_argument",
            f"output={truncate_text(str(wanted), ECHO_CHARS)!r} is not a form of answer.",
            f"output takes {' or '.join(OUTPUTS)}.",
        )
    return rest, wanted


def _listed_by_name(capability: Capability) -> ListedTool:
    [composite] = [composite for composite in COMPOSITES if composite.name == capability.modes[0].tool]
    schema = named_schema(capability)
    return ListedTool(capability.tool, capability.summary, schema, composite.read_only, composite.open_world)
