"""generate what=sarif: the findings as a SARIF log for code hosts and editors."""

from gasoline.analysis.accessibility_findings import accessibility_findings
from gasoline.analysis.sarif import sarif_log
from gasoline.capabilities.audit import AuditParams, audit
from gasoline.capabilities.capability import Answer, Capability, Mode, Need
from gasoline.capabilities.context import Context
from gasoline.model import limits


class Params(AuditParams, frozen=True, kw_only=True):
    """Accessibility violations as SARIF 2.1.0. Of the live page."""


async def run(ctx: Context, params: Params) -> Answer:
    found = await audit(ctx, params)
    made = sarif_log(list(accessibility_findings(found.report)), ctx.server.version, limits.SARIF_BYTES)
    left_out = (
        f"{made.left_out} results left out to keep this answer short: use scope or tags. " if made.left_out else ""
    )
    return Answer(made.log, left_out + found.note)


CAPABILITY = Capability(
    "export_sarif", (Mode("generate", "sarif"),), Params, run, needs=frozenset({Need.BROWSER}), shows_page_text=True
)
