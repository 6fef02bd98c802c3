"""The accessibility audit that several capabilities use: asks the browser, or takes a fresh report of the same."""

from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta, Struct, json

from gasoline.capabilities.capability import Params
from gasoline.capabilities.context import Context
from gasoline.capabilities.live_page import TabId, joined, where
from gasoline.model import limits
from gasoline.model.errors import ToolError
from gasoline.model.wire import QueryStep
from gasoline.store.audits import AuditKey
from gasoline.store.desk import Asker, PageReply

Scope = Annotated[
    str, Meta(min_length=1, max_length=limits.SELECTOR_CHARS, description="CSS selector; only that part is audited.")
]
Tag = Annotated[str, Meta(max_length=50)]
Tags = Annotated[list[Tag], Meta(max_length=limits.AUDIT_TAGS, description="Of axe-core, such as wcag2aa.")]


STEPS = 3
STEP_WORDS: dict[QueryStep, tuple[int, str]] = {
    "loaded": (1, "running the rules of axe-core"),
    "audited": (2, "writing the report"),
}


class AuditParams(Params, frozen=True, kw_only=True):
    """What to audit."""

    scope: Scope | None = None
    tags: Tags | None = None
    force_refresh: Annotated[
        bool, Meta(description=f"Not from the cache; it holds for {limits.AUDIT_CACHE_S:g} s.")
    ] = False
    tab_id: TabId | None = None


class _Audited(Struct, frozen=True):
    """What the extension answers; without a report, ours of that address is fresh."""

    url: str
    report: dict[str, Any] | None = None


@dataclass(frozen=True)
class Audit:
    report: dict[str, Any]
    note: str = ""


async def audit(ctx: Context, params: AuditParams, *, include_passes: bool = False) -> Audit:
    """The report of v4, Feature 4, at most as old as the cache allows."""
    audits = ctx.store.audits
    key = AuditKey(params.scope, tuple(sorted(set(params.tags or ()))), include_passes)
    asked: dict[str, Any] = {
        "includePasses": include_passes,
        "freshUrls": [] if params.force_refresh else audits.fresh_urls(key),
    }
    if params.scope:
        asked["scope"] = params.scope
    if key.tags:
        asked["tags"] = list(key.tags)
    reply = await _ask_browser(ctx, asked, params.tab_id)
    audited = json.decode(reply.data, type=_Audited)
    ctx.progress(STEPS, STEPS, "done")
    if audited.report is not None:
        audits.keep(audited.url, key, audited.report)
        return Audit(audited.report, joined(_left_out(audited.report), where(reply)))
    kept = audits.find(audited.url, key)
    if kept is None:
        raise ToolError("audit_lost", "The kept report is gone.", "Ask again with force_refresh=true.")
    age = f"Audited {audits.age_s(kept):.0f} s ago; force_refresh=true audits again."
    return Audit(kept.report, joined(age, _left_out(kept.report), where(reply)))


async def _ask_browser(ctx: Context, asked: dict[str, Any], tab_id: int | None) -> PageReply:
    def hear(step: QueryStep) -> None:
        done, words = STEP_WORDS[step]
        ctx.progress(done, STEPS, words)

    ctx.progress(0, STEPS, "loading axe-core into the page")
    asker = Asker(hear=hear) if ctx.progress.is_heard else Asker()
    return await ctx.store.desk.ask_page("accessibility", asked, tab_id, limits.AUDIT_TIMEOUT_S, asker)


def _left_out(report: dict[str, Any]) -> str:
    left_out = report.get("framesLeftOut")
    if not left_out:
        return ""
    return f"Not audited: {left_out} frames, mostly of another origin. Open their address in a tab and audit that."
