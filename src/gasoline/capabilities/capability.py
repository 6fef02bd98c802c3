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
    PILOT = "the AI Web Pilot switch, which only the person can move"


class Params(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every capability's parameters. The docstring of the subclass is what an assistant reads."""


@dataclass(frozen=True)
class Mode:
    """An address in a composite tool; it may fix arguments of the capability."""

    tool: Tool
    name: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    same_as: Tool | None = None
    """Another tool has this mode, too, and explains it: here its parameters are not listed again."""
    unlisted: frozenset[str] = frozenset()
    """Parameters that another tool explains: they are taken here, too, and not listed again."""


CURSOR_PREFIX = "c"


@dataclass(frozen=True)
class Listing:
    """Where a list of events stands in the sequence, so that the note can say how to get the rest."""

    matching: int
    seqs: list[int]
    """The sequence number of each item, in the order of the list."""
    newest: int
    """The sequence number of the newest event there is."""

    @staticmethod
    def read_cursor(text: str) -> int | None:
        """The sequence number of a cursor such as c120."""
        number = text.removeprefix(CURSOR_PREFIX)
        return int(number) if number != text and number.isdecimal() and number.isascii() else None

    def note(self, shown: int) -> str:
        """What is left out and how to get it, and how to ask for what comes later."""
        older = ""
        if 0 < shown < self.matching:
            place = f"{CURSOR_PREFIX}{self.seqs[shown - 1]}"
            older = f'{shown} of {self.matching} shown, newest first; before="{place}" lists older ones. '
        return f'{older}since="{CURSOR_PREFIX}{self.newest}" lists only what comes after this.'


@dataclass(frozen=True)
class Image:
    """A picture, as base64."""

    data: str
    mime_type: str


@dataclass(frozen=True)
class Answer:
    """What a capability says: data of the documented shape, one short note of ours, and sometimes a picture."""

    data: Any
    note: str = ""
    listing: Listing | None = None
    image: Image | None = None
    is_masked: bool = False
    """Made from masked captures: it holds code, and a mask that is put on code may break it."""
    failed: bool = False
    """What was asked was done and failed, as a script that throws: the data says how."""


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
    shows_errors: bool = False
    """Its answer is where errors are read: a note that there are new ones would only repeat it."""

    @property
    def summary(self) -> str:
        return " ".join((self.params.__doc__ or "").split())
