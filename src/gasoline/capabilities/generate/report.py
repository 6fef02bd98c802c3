"""generate what=report: the session as a bug report for people."""

from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from gasoline.capabilities.generate.capsule import Note
from gasoline.capabilities.generate.reported_session import moments, part_of, read_session, steps, summary
from gasoline.capabilities.observe import errors, network, network_bodies
from gasoline.capsule.bounds import PICTURE_BYTES
from gasoline.capsule.kept_files import CAPSULES, REPORTS, keep_file
from gasoline.capsule.save import save_capsule, system_text
from gasoline.capsule.window import Window
from gasoline.kernel.console_text import console_text
from gasoline.kernel.secrets.redaction import redact
from gasoline.rendering.document import HTML_COMMENT, Document, View
from gasoline.rendering.report.html import html_report
from gasoline.rendering.report.markdown import markdown_report
from gasoline.rendering.report.report import Picture, Report
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import UrlFilter, matches_url
from gasoline.toolkit.recent_patterns import recent_patterns


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
    session = await read_session(ctx, params.url_filter)
    capsule = ctx.server.capsule
    return Report(
        title=_title(session.errors.data),
        mark=capsule.mark if capsule else "",
        summary=summary(ctx, session),
        note=redact(params.note or (capsule.note if capsule else "")),
        environment=_environment(ctx, session.errors.data, session.actions.data),
        steps=steps(session),
        errors=part_of(errors, session.errors),
        causes=[redact(text) for text in recent_patterns(ctx, params.url_filter or "")],
        server=session.server,
        requests=part_of(network, session.requests),
        bodies=part_of(network_bodies, session.bodies),
        timeline=await moments(ctx, session) if params.style == "html" else [],
        capsule=await _capsule(ctx, params),
        pictures=_pictures(ctx, params.url_filter or ""),
    )


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
        ("Browser", extension.browser),
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


def _pictures(ctx: Context, part: str) -> list[Picture]:
    """Screenshots of errors, oldest first."""
    found = []
    for slot in ctx.store.logs.errors.newest_first():
        event = slot.event
        if not event.id or not isinstance(event.screenshot, str) or not matches_url(event, part):
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
        return Document(view.data["markdown"].rstrip("\n"), comment=HTML_COMMENT)
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
