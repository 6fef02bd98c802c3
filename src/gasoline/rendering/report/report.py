"""What a report says. Its texts are lines without control characters; page text in them is still page text."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Picture:
    caption: str
    jpeg: bytes


@dataclass(frozen=True)
class Report:
    title: str
    mark: str
    """Says that it is about a recording, and of when; empty for a live session."""
    note: str
    """What was expected and what happened, in the reporter's words."""
    environment: list[tuple[str, str]]
    steps: list[str]
    errors: list[str]
    """One block of lines for each error."""
    causes: list[str]
    """Patterns that may explain what is wrong."""
    requests: list[str]
    bodies: list[str]
    """One block of lines for each failed request whose body was captured."""
    timeline: list[str]
    capsule: str
    """The file that has the complete session."""
    pictures: list[Picture] = field(default_factory=list)
