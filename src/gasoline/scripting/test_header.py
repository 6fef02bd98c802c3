"""The name of a generated test, and the comment above it."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from gasoline.kernel.time import MS_PER_S
from gasoline.kernel.urls import raw_path
from gasoline.model.bounds import NAME_CHARS
from gasoline.scripting.calls import REQUEST_CAUSED_MS, is_cause
from gasoline.scripting.regression_plan import Session
from gasoline.scripting.reproduction_plan import title_text
from gasoline.scripting.steps import Arrive, Open, Step, Travel

UNNAMED = "session"


def title_of(steps: Sequence[Step]) -> str:
    """Derived from the pages and the last action."""
    pages = _pages(steps)
    last = next((step.comment for step in reversed(steps) if step.comment and is_cause(step)), "")
    way = f"{pages[0]} → {pages[-1]}" if len(set(pages)) > 1 else (pages or ["the page"])[0]
    return title_text(f"{way}: {last}" if last else way)


def slug_of(title: str) -> str:
    """For file names: lowercase letters, digits and hyphens."""
    text = re.sub(r"[^a-z0-9]+", "-", title.lower().encode("ascii", "ignore").decode()).strip("-")
    return text[:NAME_CHARS].strip("-") or UNNAMED


def header_of(session: Session, actions: int) -> tuple[str, ...]:
    """The time, duration, size and pages of the session."""
    steps = session.steps
    start, end = steps[0].at_ms, steps[-1].at_ms
    when = datetime.fromtimestamp(start / MS_PER_S, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    pages = _pages(steps)
    requests = sum(start <= call.at_ms <= end + REQUEST_CAUSED_MS for call in session.calls)
    return (
        f"Captured {when}, {(end - start) / MS_PER_S:.1f} s: {actions} actions, {requests} requests, "
        f"{len(session.errors)} errors.",
        f"From {pages[0]} to {pages[-1]}." if pages else "On one page.",
    )


def _pages(steps: Sequence[Step]) -> list[str]:
    return [raw_path(step.act.address.url) for step in steps if isinstance(step.act, Open | Arrive | Travel)]
