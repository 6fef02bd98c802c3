"""What a report says. Its texts are lines without control characters; page text in them is still page text."""

from dataclasses import dataclass, field
from typing import Literal

Lane = Literal["error", "console", "network", "websocket", "action", "server"]


@dataclass(frozen=True)
class Picture:
    caption: str
    jpeg: bytes


@dataclass(frozen=True)
class Moment:
    """One line of the timeline."""

    id: str
    """What its own list calls it; empty if it is in no list."""
    ts: str
    lane: Lane
    text: str
    is_bad: bool = False
    duration_ms: float = 0
    detail: str = ""
    """The complete event, as a block of lines."""


@dataclass(frozen=True)
class Part:
    """A list of the report: what all its entries share, and a block of lines for each of them."""

    headline: str = ""
    blocks: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Report:
    title: str
    mark: str = ""
    """Says that it is about a recording, and of when; empty for a live session."""
    summary: list[str] = field(default_factory=list)
    """Our sentences about how much there is, how much of it is shown, and what was not captured."""
    note: str = ""
    """What was expected and what happened, in the reporter's words."""
    environment: list[tuple[str, str]] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    errors: Part = Part()
    causes: list[str] = field(default_factory=list)
    """Patterns that may explain what is wrong."""
    server: list[str] = field(default_factory=list)
    """One block of lines for each warning and error of a server."""
    requests: Part = Part()
    bodies: Part = Part()
    """Failed requests whose body was captured."""
    timeline: list[Moment] = field(default_factory=list)
    capsule: str
    """The file that has the complete session."""
    pictures: list[Picture] = field(default_factory=list)
