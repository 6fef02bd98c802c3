"""generate what=report: the session as a bug report for people."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from gasoline.capabilities.generate.capsule import Note
from gasoline.capabilities.observe import actions, errors, network, network_bodies, timeline
from gasoline.capsule.bounds import PICTURE_BYTES
from gasoline.capsule.kept_files import CAPSULES, REPORTS, keep_file
from gasoline.capsule.save import save_capsule, system_text
from gasoline.capsule.window import Window
from gasoline.kernel.console_text import console_text
from gasoline.kernel.secrets.redaction import redact, redact_json
from gasoline.rendering.document import Document, View
from gasoline.rendering.report.html import html_report
from gasoline.rendering.report.markdown import markdown_report
from gasoline.rendering.report.numbered_steps import steps_in_words
from gasoline.rendering.report.report import Picture, Report
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import UrlFilter
from gasoline.toolkit.masked_view import masked_view
from gasoline.toolkit.recent_patterns import recent_patterns

MAX_ERRORS = 5
MAX_STEPS = 30
MAX_REQUESTS = 50
MAX_BODIES = 5
FAILED = 400


class Params(BaseParams, frozen=True, kw_only=True):
    """A bug report. Markdown for an issue, or with style=html the path of a file that opens offline."""

    style: Annotated[Literal["markdown", "html"], Meta(description="Report format.")] = "markdown"
    url_filter: UrlFilter | None = None
    note: Note = ""


async def run(ctx: Context, params: Params) -> Answer:
    report = await _report(ctx, params)
    if params.style == "markdown":
        return Answer({"markdown": markdown_report(report), "capsule": report.capsule}, is_masked=True)
    path = keep_file(ctx.server.state_dir, REPORTS, ctx.server.now_iso(), html_report(report))
    return Answer({"path": str(path), "capsule": report.capsule}, is_masked=True)


async def _report(ctx: Context, params: Params) -> Report:
    part = params.url_filter
    found = await _view(ctx, errors, errors.Params(limit=MAX_ERRORS, url_filter=part))
    done = await _view(ctx, actions, actions.Params(limit=MAX_STEPS, url_filter=part))
    happened = await _view(ctx, timeline, timeline.Params(url_filter=part))
    sent = await _view(ctx, network, network.Params(limit=MAX_REQUESTS, url_filter=part))
    bodies = await _view(
        ctx, network_bodies, network_bodies.Params(limit=MAX_BODIES, status_min=FAILED, url_filter=part)
    )
    return Report(
        title=_title(found.data),
        mark=ctx.server.capsule.mark if ctx.server.capsule else "",
        note=redact(params.note or (ctx.server.capsule.note if ctx.server.capsule else "")),
        environment=_environment(ctx, found.data, done.data),
        steps=steps_in_words(done.data[::-1]),
        errors=_entries(errors, found),
        causes=[redact(text) for text in recent_patterns(ctx, part or "")],
        requests=_entries(network, sent),
        bodies=_entries(network_bodies, bodies),
        timeline=_entries(timeline, happened),
        capsule=await _capsule(ctx, params),
        pictures=_pictures(ctx),
    )


async def _view(ctx: Context, capability: Any, params: BaseParams) -> View:
    answer: Answer = await capability.run(replace(ctx, as_text=True), params)
    return masked_view(answer, params, redact_json)


def _entries(capability: Any, view: View) -> list[str]:
    """As the text answer shows them."""
    document: Document = capability.CAPABILITY.render(view)
    return [redact(entry) for entry in document.entries]


def _title(found: list[dict[str, Any]]) -> str:
    """The newest exception; a failed request is often its cause."""
    entries = [entry for entry in found if entry["type"] == "exception"] or found
    if not entries:
        return "A session without errors"
    entry = entries[0]
    if entry["type"] == "network":
        return f"{entry['method']} {entry['url']} → {entry['status'] or 'no answer'}"
    return str(entry.get("message") or console_text(entry.get("args") or []) or "Error")


def _environment(ctx: Context, *entries: list[dict[str, Any]]) -> list[tuple[str, str]]:
    extension = ctx.store.extension
    pages = [entry.get("pageUrl") or entry["url"] for found in entries for entry in found]
    capsule = ctx.server.capsule
    facts = [
        ("Page", pages[0] if pages else ""),
        ("Reported", capsule.saved_at if capsule else ctx.server.now_iso()),
        ("Gasoline", ctx.server.version),
        ("Extension", extension.version),
        ("System", "" if capsule else system_text()),
        ("Switched off", ", ".join(extension.switched_off)),
    ]
    return [(name, value) for name, value in facts if value]


async def _capsule(ctx: Context, params: Params) -> str:
    """The recording itself, or a new capsule that has what the report is about."""
    if ctx.server.capsule:
        return ctx.server.capsule.name
    saved = await save_capsule(ctx, Window(url_filter=params.url_filter or ""), params.note)
    return str(keep_file(ctx.server.state_dir, CAPSULES, ctx.server.now_iso(), saved.data))


def _pictures(ctx: Context) -> list[Picture]:
    """Screenshots of errors, oldest first."""
    found = []
    for slot in ctx.store.logs.errors.newest_first():
        event = slot.event
        if not event.id or not isinstance(event.screenshot, str):
            continue
        data = ctx.server.capsule.pictures.get(event.id) if ctx.server.capsule else _read(Path(event.screenshot))
        if data:
            found.append(Picture(redact(f"{event.ts} {getattr(event, 'message', '')}"), data))
    return found[::-1]


def _read(path: Path) -> bytes | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return data if len(data) <= PICTURE_BYTES else None


def render(view: View) -> Document:
    if "markdown" in view.data:
        return Document(view.data["markdown"])
    return Document(f"Wrote the report: {view.data['path']}", [f"capsule: {view.data['capsule']}"])


CAPABILITY = Capability(
    "generate_report",
    (Mode("generate", "report"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
    is_kept=True,
)
