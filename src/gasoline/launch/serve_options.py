"""The options of `gasoline serve`."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ServeOptions:
    port: int
    """The port that is bound, even if any free port was requested."""
    state_dir: Path
    tools: str
    """`composite` or `named`: the default for clients that do not choose."""
    auth: str
    """`auto` or `strict`."""
    log_file: Path | None
    """None: `logs.jsonl` in the state directory."""
    allow_origins: tuple[str, ...]
    """Origins of web pages that may use `/mcp`."""
    by_person: bool
    """Whether a person started it, and not a program that needs it."""
