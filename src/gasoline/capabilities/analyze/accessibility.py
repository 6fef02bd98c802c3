"""analyze what=accessibility: accessibility violations of the page and how to fix them."""

from typing import Annotated

from msgspec import Meta

from gasoline.rendering.audit import accessibility_document
from gasoline.toolkit.accessibility_audit import AuditParams, audit
from gasoline.toolkit.capability import Answer, Capability, Mode, Need
from gasoline.toolkit.context import Context


class Params(AuditParams, frozen=True, kw_only=True):
    """axe-core violations, each with a fix. Worst first."""

    include_passes: Annotated[bool, Meta(description="Add the rules that pass.")] = False


async def run(ctx: Context, params: Params) -> Answer:
    found = await audit(ctx, params, include_passes=params.include_passes)
    return Answer(found.report, found.note)


CAPABILITY = Capability(
    "run_accessibility_audit",
    (Mode("analyze", "accessibility"),),
    Params,
    run,
    accessibility_document,
    needs=frozenset({Need.BROWSER}),
    shows_page_text=True,
)
