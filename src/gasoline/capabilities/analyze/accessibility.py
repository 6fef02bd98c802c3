"""analyze what=accessibility: what keeps people from using the page, and how to mend it."""

from typing import Annotated

from msgspec import Meta

from gasoline.capabilities.audit import AuditParams, audit
from gasoline.capabilities.capability import Answer, Capability, Mode, Need
from gasoline.capabilities.context import Context


class Params(AuditParams, frozen=True, kw_only=True):
    """Violations by axe-core, each with a fix. Of the live page, the worst first, also in same-origin frames."""

    include_passes: Annotated[bool, Meta(description="Also the rules that pass.")] = False


async def run(ctx: Context, params: Params) -> Answer:
    found = await audit(ctx, params, include_passes=params.include_passes)
    return Answer(found.report, found.note)


CAPABILITY = Capability(
    "run_accessibility_audit",
    (Mode("analyze", "accessibility"),),
    Params,
    run,
    needs=frozenset({Need.BROWSER}),
    shows_page_text=True,
)
