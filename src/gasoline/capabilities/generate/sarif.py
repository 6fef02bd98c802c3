"""generate what=sarif: the findings as a SARIF log for code hosts and editors."""

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta

from gasoline.analysis.accessibility_findings import accessibility_findings
from gasoline.analysis.sarif import Finding, sarif_log
from gasoline.analysis.security.finding import CATEGORIES
from gasoline.analysis.security_results import security_results
from gasoline.capabilities.audit import STEPS as AUDIT_STEPS
from gasoline.capabilities.audit import AuditParams, audit
from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.context import Context
from gasoline.capabilities.security_audit import rules_count, run_audit
from gasoline.model import limits
from gasoline.model.errors import ToolError

Source = Annotated[
    Literal["accessibility", "security", "all"],
    Meta(description="Whose findings."),
]


class Params(AuditParams, frozen=True, kw_only=True):
    """Findings as SARIF 2.1.0. Accessibility of the live page, security of what was captured."""

    source: Source = "all"


async def run(ctx: Context, params: Params) -> Answer:
    first = 0 if params.source == "security" else AUDIT_STEPS
    steps = first if params.source == "accessibility" else first + rules_count(CATEGORIES)
    results, note = await _accessibility(_part(ctx, 0, steps), params) if first else ([], "")
    if params.source != "accessibility":
        found = await run_audit(_part(ctx, first, steps), CATEGORIES, None, "info")
        results = [*results, *security_results(found.findings)]
    made = sarif_log(results, ctx.server.version, limits.SARIF_BYTES)
    left_out = (
        f"{made.left_out} results left out to keep this answer short: use source, scope or tags. "
        if made.left_out
        else ""
    )
    return Answer(made.log, left_out + note)


def _part(ctx: Context, start: int, steps: int) -> Context:
    return replace(ctx, progress=ctx.progress.part(start, steps))


async def _accessibility(ctx: Context, params: Params) -> tuple[list[Finding], str]:
    """With both asked for, a page that cannot be audited leaves the security findings, and the note says so."""
    try:
        if not ctx.store.extension.connected:
            raise ToolError(
                "extension_not_connected",
                "No browser is connected.",
                "Open the browser with the Gasoline extension (`gasoline browser`), or ask with source=security.",
            )
        found = await audit(ctx, params)
    except ToolError as error:
        if params.source == "accessibility":
            raise
        return [], f"Without accessibility: {error.message}"
    return list(accessibility_findings(found.report)), found.note


# As `analyze what=accessibility` has them.
AUDIT_PARAMS = frozenset({"scope", "tags", "force_refresh", "tab_id"})

CAPABILITY = Capability(
    "export_sarif",
    (Mode("generate", "sarif", unlisted=AUDIT_PARAMS),),
    Params,
    run,
    reads_captures=True,
    shows_page_text=True,
)
