"""What `gasoline serve` was asked for."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ServeOptions:
    port: int
    """The port that is bound, also where any free one was asked for."""
    state_dir: Path
    tools: str
    """`composite` or `named`: for clients that do not say."""
    auth: str
    """`auto` or `strict`."""
    log_file: Path | None
    """None: `logs.jsonl` in the state directory."""
    allow_origins: tuple[str, ...]
    """Origins of web pages that may use `/mcp`."""
