"""The capabilities by every address: named tools and modes of the composite tools."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from gasoline.capabilities.capability import Capability, Mode
from gasoline.model import limits
from gasoline.model.cut_text import cut_text
from gasoline.model.errors import ToolError
from gasoline.tools.composite import COMPOSITES, Composite
from gasoline.tools.schema import Schema, composite_schema, named_schema

Face = Literal["composite", "named"]
Arguments = dict[str, Any]


class UnknownTool(Exception):
    """No tool of that name; a protocol error, not an answer."""


@dataclass(frozen=True)
class ListedTool:
    """A tool as `tools/list` shows it."""

    name: str
    description: str
    schema: Schema
    read_only: bool


@dataclass(frozen=True)
class Target:
    """A capability, the arguments for it, and the address the client used."""

    capability: Capability
    arguments: Arguments
    address: str


class Registry:
    """Refuses to build when two capabilities claim one address or shape one parameter differently."""

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
            return Target(self._named[tool], arguments, tool)
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
        rest = dict(arguments)
        wanted = rest.pop(composite.selector, None)
        modes = self.modes_of(composite.name)
        if not isinstance(wanted, str) or wanted not in modes:
            raise _bad_selector(composite, wanted, list(modes))
        capability, mode = modes[wanted]
        return Target(capability, {**rest, **mode.fixed}, f"{composite.name}/{wanted}")

    def _suggest(self, tool: str) -> str:
        known = [composite.name for composite in COMPOSITES] + list(self._named)
        near = get_close_matches(tool, known, n=1, cutoff=0.5)
        hint = f"Did you mean {near[0]!r}?" if near else f"The tools are {', '.join(known[: len(COMPOSITES)])}."
        return f"There is no tool {cut_text(tool, limits.ECHO_CHARS)!r}. {hint}"

    def _listed(self, composite: Composite) -> ListedTool:
        schema = composite_schema(composite.selector, self.modes_of(composite.name))
        return ListedTool(composite.name, composite.description, schema, composite.read_only)


def _listed_by_name(capability: Capability) -> ListedTool:
    read_only = {composite.name: composite.read_only for composite in COMPOSITES}
    return ListedTool(
        capability.tool, capability.summary, named_schema(capability), read_only[capability.modes[0].tool]
    )


def _bad_selector(composite: Composite, wanted: Any, modes: list[str]) -> ToolError:
    takes = f"It takes {', '.join(modes)}."
    example = f"For example {composite.selector}={modes[0]}."
    if wanted is None:
        return ToolError("missing_argument", f"{composite.name} needs {composite.selector!r}. {takes}", example)
    near = get_close_matches(str(wanted), modes, n=1)
    hint = f"Did you mean {composite.selector}={near[0]}?" if near else example
    return ToolError(
        "unknown_mode",
        f"{composite.name} has no {composite.selector}={cut_text(str(wanted), limits.ECHO_CHARS)!r}. {takes}",
        hint,
    )
