"""generate what=capsule: the captured session as one file."""

from typing import Annotated, Any

from msgspec import Meta

from gasoline.capsule.bounds import NOTE_CHARS
from gasoline.capsule.kept_files import CAPSULES, keep_file
from gasoline.capsule.manifest import Manifest
from gasoline.capsule.save import save_capsule
from gasoline.capsule.window import Window, read_since
from gasoline.model.bounds import TIME_CHARS
from gasoline.rendering.document import Document, View
from gasoline.rendering.moment import recorded_span
from gasoline.rendering.outline import outline
from gasoline.rendering.quote import inline
from gasoline.rendering.size import size
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import UrlFilter

Since = Annotated[str, Meta(max_length=TIME_CHARS, description="Since this ISO time or age (10m).")]
Note = Annotated[str, Meta(max_length=NOTE_CHARS, description="What you expected and saw.")]


class Params(BaseParams, frozen=True, kw_only=True):
    """The session as one masked file. Returns its path, for a colleague."""

    since: Since = ""
    url_filter: UrlFilter | None = None
    note: Note = ""


async def run(ctx: Context, params: Params) -> Answer:
    window = Window(read_since(params.since, ctx.server.now_s()), params.url_filter or "")
    saved = await save_capsule(ctx, window, params.note)
    path = keep_file(ctx.server.state_dir, CAPSULES, ctx.server.now_iso(), saved.data)
    facts = {"path": str(path), "bytes": len(saved.data), **saved.manifest.shown()}
    return Answer(facts, f"{_dropped(saved.manifest)}{HOW_TO_ASK}")


def _dropped(manifest: Manifest) -> str:
    count = sum(manifest.dropped.values())
    return (
        f"The oldest {count:,} entries did not fit: pass since or url_filter to choose which entries to keep. "
        if count
        else ""
    )


HOW_TO_ASK = "A colleague asks it with `gasoline mcp --capsule FILE`, or opens it with `gasoline capsule open FILE`."


def render(view: View) -> Document:
    """Says where the capsule is and what it contains; omits empty parts."""
    data: dict[str, Any] = view.data
    facts = {name: value for name, value in data.items() if name not in SAID_FIRST and value}
    facts["counts"] = {name: count for name, count in data["counts"].items() if count}
    span = recorded_span(data["start"], data["end"], data["saved_at"])
    return Document(f"Saved {inline(data['path'])}, {size(data['bytes'])} · {span}", [*outline(facts), view.note])


SAID_FIRST = ("path", "bytes", "start", "end")

CAPABILITY = Capability(
    "save_capsule", (Mode("generate", "capsule"),), Params, run, render, reads_captures=True, is_kept=True
)
