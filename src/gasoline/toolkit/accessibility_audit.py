"""The accessibility audit that several capabilities share: asks the browser, or uses a recent cached report."""

from typing import Annotated, Any

from msgspec import Meta, Struct, json

from gasoline.browser.query_broker import Asker, PageReply
from gasoline.model.bounds import SELECTOR_CHARS
from gasoline.model.tool_error import ToolError
from gasoline.model.wire import QueryStep
from gasoline.rendering.size import count_of
from gasoline.store.accessibility_reports import AUDIT_CACHE_S, ReportKey
from gasoline.toolkit.capability import Params
from gasoline.toolkit.context import Context
from gasoline.toolkit.live_page import TabId, join_notes, tab_note

MAX_AUDIT_TAGS = 20  # tags in one question
AUDIT_TIMEOUT_S = 30.0  # A11Y-04

Scope = Annotated[str, Meta(min_length=1, max_length=SELECTOR_CHARS, description="CSS selector of a part.")]
Tag = Annotated[str, Meta(max_length=50)]
Tags = Annotated[list[Tag], Meta(max_length=MAX_AUDIT_TAGS, description="axe-core tags, such as wcag2aa.")]

STEPS = 3
STEP_DESCRIPTIONS: dict[QueryStep, tuple[int, str]] = {
    "loaded": (1, "running axe-core"),
    "audited": (2, "writing the report"),
}


class AuditParams(Params, frozen=True, kw_only=True):
    """What to audit."""

    scope: Scope | None = None
    tags: Tags | None = None
    force_refresh: Annotated[bool, Meta(description=f"Bypass the {AUDIT_CACHE_S:g} s cache.")] = False
    tab_id: TabId | None = None


class _AuditReply(Struct, frozen=True):
    """The extension's answer; if it has no report, our cached report of that URL is still valid."""

    url: str
    report: dict[str, Any] | None = None


class Audit(Struct, frozen=True):
    report: dict[str, Any]
    note: str = ""


async def audit(ctx: Context, params: AuditParams, *, include_passes: bool = False) -> Audit:
    """The report, at most as old as the cache allows."""
    audits = ctx.store.audits
    key = ReportKey(params.scope, tuple(sorted(set(params.tags or ()))), include_passes)
    asked: dict[str, Any] = {
        "includePasses": include_passes,
        "freshUrls": [] if params.force_refresh else audits.fresh_urls(key),
    }
    if params.scope:
        asked["scope"] = params.scope
    if key.tags:
        asked["tags"] = list(key.tags)
    reply = await _ask_browser(ctx, asked, params.tab_id)
    audited = json.decode(reply.data, type=_AuditReply)
    ctx.progress(STEPS, STEPS, "done")
    if audited.report is not None:
        audits.keep(audited.url, key, audited.report)
        return Audit(audited.report, join_notes(_left_out(audited.report), tab_note(reply)))
    kept = audits.find(audited.url, key)
    if kept is None:
        raise ToolError("audit_lost", "The cached report has expired.", "Ask again with force_refresh=true.")
    age = f"Audited {audits.age_s(kept):.0f} s ago; use force_refresh=true to audit again."
    return Audit(kept.report, join_notes(age, _left_out(kept.report), tab_note(reply)))


async def _ask_browser(ctx: Context, asked: dict[str, Any], tab_id: int | None) -> PageReply:
    def on_progress(step: QueryStep) -> None:
        done, text = STEP_DESCRIPTIONS[step]
        ctx.progress(done, STEPS, text)

    ctx.progress(0, STEPS, "loading axe-core into the page")
    asker = Asker(on_progress=on_progress) if ctx.progress.has_listener else Asker()
    return await ctx.store.queries.ask_page("accessibility", asked, tab_id, AUDIT_TIMEOUT_S, asker)


def _left_out(report: dict[str, Any]) -> str:
    left_out = report.get("framesLeftOut")
    if not left_out:
        return ""
    frames = count_of(left_out, "frame")
    return f"Not audited: {frames}, mostly cross-origin. Open the URL of a frame in a tab and audit that."
