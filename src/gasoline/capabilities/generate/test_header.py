"""How a generated test is called, and the comment above it."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from gasoline.model import limits
from gasoline.scripting.addresses import path_of
from gasoline.scripting.calls import is_cause
from gasoline.scripting.regression import Session
from gasoline.scripting.reproduction import title_text
from gasoline.scripting.steps import Arrive, Open, Step, Travel

MS = 1_000
UNNAMED = "session"


def title_of(steps: Sequence[Step]) -> str:
    """From the pages and the last thing that was done."""
    pages = _pages(steps)
    last = next((step.comment for step in reversed(steps) if step.comment and is_cause(step)), "")
    way = f"{pages[0]} → {pages[-1]}" if len(set(pages)) > 1 else (pages or ["the page"])[0]
    return title_text(f"{way}: {last}" if last else way)


def slug_of(title: str) -> str:
    """For file names: small letters, digits and hyphens."""
    words = re.sub(r"[^a-z0-9]+", "-", title.lower().encode("ascii", "ignore").decode()).strip("-")
    return words[: limits.NAME_CHARS].strip("-") or UNNAMED


def header_of(session: Session, actions: int) -> tuple[str, ...]:
    """When it was captured, how long it took, how much it holds, from where to where."""
    steps = session.steps
    start, end = steps[0].at_ms, steps[-1].at_ms
    when = datetime.fromtimestamp(start / MS, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    pages = _pages(steps)
    requests = sum(start <= call.at_ms <= end + limits.REQUEST_CAUSED_MS for call in session.calls)
    return (
        f"Captured {when}, {(end - start) / MS:.1f} s: {actions} actions, {requests} requests, "
        f"{len(session.errors)} errors.",
        f"From {pages[0]} to {pages[-1]}." if pages else "On one page.",
    )


def _pages(steps: Sequence[Step]) -> list[str]:
    return [path_of(step.act.address.url) for step in steps if isinstance(step.act, Open | Arrive | Travel)]
