"""What a capability is: its parameters, its function, and the tools that offer it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal

from msgspec import Struct

from gasoline.rendering.document import Document, View
from gasoline.rendering.outline import render_outline
from gasoline.toolkit.context import Context

Output = Literal["text", "json"]
Tool = Literal["observe", "analyze", "generate", "configure", "interact"]


OPEN_BROWSER = "Open the browser with the Gasoline extension (`gasoline browser`), or run `gasoline doctor`."


class Need(Enum):
    """The requirements of a capability; the dispatcher returns an error if one is missing."""

    BROWSER = "a connected extension"
    PILOT = "the AI Web Pilot switch, which only the user can turn on"


class Params(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every capability's parameters. The docstring of the subclass is what an assistant reads."""


@dataclass(frozen=True)
class Mode:
    """A mode of a composite tool; it may fix arguments of the capability."""

    tool: Tool
    name: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""
    """What the mode does, where it is one of several of the capability."""
    same_as: Tool | None = None
    """Another tool also has this mode and documents it, so its parameters are not listed here."""
    unlisted: frozenset[str] = frozenset()
    """Parameters that are documented elsewhere: accepted here but not listed."""


CURSOR_PREFIX = "c"
ENTRY_PREFIXES = "ceralwbts"
"""What a cursor or the id of an entry may begin with: c for a place in the sequence, e for an error, …"""


@dataclass(frozen=True)
class Listing:
    """The position of a list of events in the sequence, so that the note can say how to get the rest."""

    matching: int
    seqs: list[int]
    """The sequence number of each item, in list order."""
    newest: int
    """The sequence number of the newest stored event."""
    origins: dict[str, int] = field(default_factory=dict)
    """How many of the matching entries each site has."""

    @staticmethod
    def read_cursor(text: str) -> int | None:
        """The sequence number of a cursor such as c120, or of an entry's id such as e14."""
        number = text[1:]
        is_cursor = text[:1] in ENTRY_PREFIXES and number.isdecimal() and number.isascii()
        return int(number) if is_cursor else None

    def older(self, shown: int) -> str:
        """How to list what is left out, for a text answer."""
        if not 0 < shown < self.matching:
            return ""
        return f"before={CURSOR_PREFIX}{self.seqs[shown - 1]} ({self.matching - shown} older)"

    def note(self, shown: int) -> str:
        """Says what was left out, and how to get older and newer entries."""
        older = ""
        if 0 < shown < self.matching:
            place = f"{CURSOR_PREFIX}{self.seqs[shown - 1]}"
            older = f'{shown} of {self.matching} shown, newest first; use before="{place}" for older ones.  '
        return f'{older}Use since="{CURSOR_PREFIX}{self.newest}" to get only newer ones.'


@dataclass(frozen=True)
class Image:
    """An image as base64."""

    data: str
    mime_type: str


@dataclass(frozen=True)
class Answer:
    """The result of a capability: data in the documented shape, one short note, and sometimes an image."""

    data: Any
    note: str = ""
    listing: Listing | None = None
    image: Image | None = None
    is_masked: bool = False
    """Whether the data was built from masked input. It contains code, which masking could break."""
    failed: bool = False
    """Whether the request was executed and failed, such as a script that throws; the data says how."""
    facts: Any = None
    """What only the text answer shows."""
    patterns: Sequence[str] = ()
    """What the entries have in common that may be a cause."""


Run = Callable[[Context, Any], Awaitable[Answer]]
Render = Callable[[View], Document]


@dataclass(frozen=True)
class Capability:
    """Declared once; the composite tools, the named tool, the CLI and the reference are derived from it."""

    tool: str
    modes: tuple[Mode, ...]
    params: type[Params]
    run: Run
    render: Render = render_outline
    """How the answer reads as text."""
    needs: frozenset[Need] = frozenset()
    probe: str = ""
    """The question that it asks the page: the extension does not build without a probe of this name."""
    reads_captures: bool = False
    """Whether its answer must contain everything that happened before the question."""
    shows_page_text: bool = False
    """Whether its answer contains page text, which a note then says."""
    shows_errors: bool = False
    """Whether its answer lists errors, so that a note about new errors would be redundant."""
    is_kept: bool = False
    """Whether its answer is a file that is read later, when data that was still on its way cannot be added."""

    @property
    def summary(self) -> str:
        return " ".join((self.params.__doc__ or "").split())
