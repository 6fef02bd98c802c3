"""Security findings in the captured data, with secrets masked."""

from typing import Any, NotRequired, TypedDict

from gasoline.analysis.security.finding import CATEGORIES, Category
from gasoline.capabilities.observe.network_bodies import is_off
from gasoline.dashboard.view import Query, View
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import why_nothing_captured
from gasoline.toolkit.security_audit import run_audit


class SecurityFinding(TypedDict):
    """A security issue, with secrets masked."""

    severity: Severity
    category: Category
    title: str
    description: str
    evidence: dict[str, Any]
    recommendation: str
    cwe: NotRequired[str]


class Scanned(TypedDict):
    """How much was examined."""

    network_requests: int
    console_entries: int
    unique_endpoints: int


class SecuritySummary(TypedDict):
    """How many issues there are."""

    total: int
    critical: int
    warning: int
    info: int
    not_examined: NotRequired[list[str]]
    scanned: Scanned


class SecurityReport(TypedDict):
    """The view of security."""

    findings: list[SecurityFinding]
    summary: SecuritySummary
    left_out: int
    bodies_captured: bool
    note: str


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


VIEW = View("security", read, types=(SecurityReport,))
