"""analyze what=security: what the captures give away, and how to fix it."""

from typing import Annotated, Literal

from msgspec import Meta

from gasoline.analysis.security.audit import Audit
from gasoline.analysis.security.finding import CATEGORIES
from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import UrlFilter, why_nothing_captured
from gasoline.capabilities.observe.network_bodies import HOW_TO_SWITCH_ON, is_off
from gasoline.capabilities.security_audit import Checks, run_audit
from gasoline.capabilities.take_whole import take_whole

HOW_TO_SEE_MORE = "ask for one of checks or with a url_filter, or fix these first"


class Params(BaseParams, frozen=True, kw_only=True):
    """Security issues in the captures. Exposed credentials, missing authentication, personal data, insecure transport,
    missing headers."""

    checks: Checks | None = None
    url_filter: UrlFilter | None = None
    severity_min: Annotated[Literal["info", "warning", "critical"], Meta(description="Lowest severity.")] = "warning"


async def run(ctx: Context, params: Params) -> Answer:
    found = await run_audit(ctx, params.checks or CATEGORIES, params.url_filter, params.severity_min)
    shown = take_whole([finding.shown() for finding in found.findings])
    data = {"findings": shown, "summary": found.summary(len(shown))}
    return Answer(data, _note(ctx, found, len(found.found) - len(shown)))


def _note(ctx: Context, found: Audit, left_out: int) -> str:
    if not any(found.scanned.values()):
        return why_nothing_captured(ctx)
    notes = list(found.not_examined)
    if left_out:
        notes.insert(0, f"{left_out} more left out, none worse in its category: {HOW_TO_SEE_MORE}.")
    if found.hidden:
        notes.append(f"{found.hidden} of lower severity are hidden: ask with severity_min=info.")
    if is_off(ctx):
        notes.append(f"Bodies were not looked at: {HOW_TO_SWITCH_ON}")
    return " ".join(notes)


CAPABILITY = Capability(
    "security_audit", (Mode("analyze", "security"),), Params, run, reads_captures=True, shows_page_text=True
)
