"""The five tools that are listed by default: what each is for, and the name of its selector."""

from dataclasses import dataclass

from gasoline.capabilities.capability import Tool


@dataclass(frozen=True)
class Composite:
    """A tool whose selector picks the capability."""

    name: Tool
    selector: str
    description: str
    read_only: bool


COMPOSITES = (
    Composite("observe", "what", "See what happened in the user's browser.", read_only=True),
    Composite("analyze", "what", "Audit what was captured.", read_only=True),
    Composite("generate", "what", "Turn what was captured into files.", read_only=True),
    Composite("configure", "action", "Clear and set up what Gasoline captures.", read_only=False),
    Composite("interact", "action", "Act in the page, if the person has switched on AI Web Pilot.", read_only=False),
)
