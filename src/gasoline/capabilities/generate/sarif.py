"""generate what=sarif: the findings as a SARIF log for code hosts and editors."""

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta

from gasoline.analysis.export.accessibility_findings import accessibility_findings
from gasoline.analysis.export.sarif import Finding, sarif_log
from gasoline.analysis.export.security_findings import security_findings
from gasoline.analysis.security.finding import CATEGORIES
from gasoline.model.tool_error import ToolError
from gasoline.rendering.script import export_document
from gasoline.toolkit.accessibility_audit import STEPS as AUDIT_STEPS
from gasoline.toolkit.accessibility_audit import AuditParams, audit
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.context import Context
from gasoline.toolkit.security_audit import rules_count, run_audit

SARIF_BYTES = 45_000  # below ANSWER_CHARS, so that no result is cut in half

Source = Annotated[
    Literal["accessibility", "security", "all"],
    Meta(description="Audit to export."),
]


class Params(AuditParams, frozen=True, kw_only=True):
    """Audit findings as SARIF. Its version is 2.1.0."""

    source: Source = "all"


async def run(ctx: Context, params: Params) -> Answer:
    first = 0 if params.source == "security" else AUDIT_STEPS
    steps = first if params.source == "accessibility" else first + rules_count(CATEGORIES)
    results, note = await _accessibility(_part(ctx, 0, steps), params) if first else ([], "")
    if params.source != "accessibility":
        found = await run_audit(_part(ctx, first, steps), CATEGORIES, None, "info")
        results = [*results, *security_findings(found.findings)]
    made = sarif_log(results, ctx.server.version, SARIF_BYTES)
    left_out = (
        f"{made.left_out} results were left out to keep this answer short: use source, scope or tags.  "
        if made.left_out
        else ""
    )
    return Answer(made.log, left_out + note)


def _part(ctx: Context, start: int, steps: int) -> Context:
    return replace(ctx, progress=ctx.progress.section(start, steps))


async def _accessibility(ctx: Context, params: Params) -> tuple[list[Finding], str]:
    """If both are requested and the page cannot be audited, only the security findings are returned, with a note."""
    try:
        if ctx.server.capsule is not None:
            raise ToolError("recording", "A recording has no live browser.", "Use source=security.")
        if not ctx.store.extension.connected:
            raise ToolError(
                "extension_not_connected",
                "No browser is connected.",
                "Open the browser with the Gasoline extension (`gasoline browser`), or use source=security.",
            )
        found = await audit(ctx, params)
    except ToolError as error:
        if params.source == "accessibility":
            raise
        return [], f"Without accessibility: {error.message}"
    return list(accessibility_findings(found.report)), found.note


# The same parameters as `analyze what=accessibility`.
AUDIT_PARAMS = frozenset({"scope", "tags", "force_refresh", "tab_id"})

CAPABILITY = Capability(
    "export_sarif",
    (Mode("generate", "sarif", unlisted=AUDIT_PARAMS),),
    Params,
    run,
    export_document,
    reads_captures=True,
    shows_page_text=True,
)
