"""Security findings in the captured data, with secrets masked."""

from typing import Any

from gasoline.analysis.security.finding import CATEGORIES
from gasoline.capabilities.observe.network_bodies import is_off
from gasoline.dashboard.view import Query, View
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import why_nothing_captured
from gasoline.toolkit.security_audit import run_audit


async def read(ctx: Context, _: Query) -> Any:
    """All severities; the user filters in the page."""
    found = await run_audit(ctx, CATEGORIES, url_filter=None, severity_min="info")
    shown = [finding.shown() for finding in found.findings]
    return {
        "findings": shown,
        "summary": found.summary(len(shown)),
        "left_out": len(found.found) - len(shown),
        "bodies_captured": not is_off(ctx),
        "note": why_nothing_captured(ctx) if found.is_empty else "",
    }


VIEW = View("security", read)
