"""What a capability is: its parameters, what it does, and where it shows."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal

from msgspec import Struct

from gasoline.capabilities.context import Context

Tool = Literal["observe", "analyze", "generate", "configure", "interact"]


class Need(Enum):
    """What must be there before a capability can run; the dispatcher answers for what is missing."""

    BROWSER = "a connected extension"


class Params(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every capability's parameters. The docstring of the subclass is what an assistant reads."""


@dataclass(frozen=True)
class Mode:
    """An address in a composite tool; it may fix arguments of the capability."""

    tool: Tool
    name: str
    fixed: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """What a capability says: data of the documented shape, and one short note of ours."""

    data: Any
    note: str = ""


Run = Callable[[Context, Any], Awaitable[Answer]]


@dataclass(frozen=True)
class Capability:
    """Declared once; the composite tools, the named tool, the CLI and the reference page come from it."""

    tool: str
    modes: tuple[Mode, ...]
    params: type[Params]
    run: Run
    needs: frozenset[Need] = frozenset()
    reads_captures: bool = False
    """Its answer must contain everything that happened before the question."""
    shows_page_text: bool = False
    """Its answer holds words that the page chose, and a note says so."""

    @property
    def summary(self) -> str:
        return " ".join((self.params.__doc__ or "").split())
