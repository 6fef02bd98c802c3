"""A verdict that an assistant was given, kept for the person who looks later."""

from typing import Any, Literal

from msgspec import Struct

Tool = Literal["verify_fix", "diff_sessions"]


class VerdictRecord(Struct, frozen=True, kw_only=True):
    """One comparison: who asked, what was compared, and what came of it."""

    number: int = 0
    """Counts up, so that one can be asked for."""
    ts: str
    client: str
    tool: Tool
    name: str
    """The session, or the two snapshots."""
    label: str = ""
    verdict: str
    is_proved: bool = True
    """False for a `fixed` that a hidden error would have got, too."""
    details: Any
    """The answer as the assistant got it."""
