"""Security findings: what the captures give away, secrets only masked."""

from typing import Any

from gasoline.analysis.security.finding import CATEGORIES
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import why_nothing_captured
from gasoline.capabilities.observe.network_bodies import is_off
from gasoline.capabilities.security_audit import run_audit
from gasoline.dashboard.view import Query, View


async def read(ctx: Context, _: Query) -> Any:
    """Of every severity: the person filters."""
    found = await run_audit(ctx, CATEGORIES, url_filter=None, severity_min="info")
    shown = [finding.shown() for finding in found.findings]
    return {
        "findings": shown,
        "summary": found.summary(len(shown)),
        "left_out": len(found.found) - len(shown),
        "bodies_captured": not is_off(ctx),
        "note": "" if any(found.scanned.values()) else why_nothing_captured(ctx),
    }


VIEW = View("security", read)
