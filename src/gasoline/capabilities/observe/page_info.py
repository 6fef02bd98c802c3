"""observe what=page: the page in the active tab."""

from typing import Any

import msgspec

from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.size import count_of
from gasoline.toolkit.capability import Answer, Capability, Mode, Need
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.live_page import Frame, TabId, tab_note

Entry = dict[str, Any]

VISIBLE_TEXT_CHARS = 2_001  # with the mark that it goes on

PROBE = "page_info"


class Params(BaseParams, frozen=True, kw_only=True):
    """Live URL, title, headings, forms, text. Also viewport and counts of links and images."""

    tab_id: TabId | None = None
    frame: Frame | None = None


async def run(ctx: Context, params: Params) -> Answer:
    asked = {"frame": params.frame} if params.frame else {}
    reply = await ctx.store.queries.ask_page(PROBE, asked, params.tab_id)
    page = msgspec.json.decode(reply.data, type=dict[str, Any])
    text = page.pop("visibleText", "")  # not part of the specified JSON
    return Answer(page, tab_note(reply, params.frame), facts={"visibleText": str(text)[:VISIBLE_TEXT_CHARS]})


def render(view: View) -> Document:
    page: Entry = view.data
    viewport, scroll = page["viewport"], page["scroll"]
    lines = [
        f"title: {quoted(page['title'])}",
        f"viewport: {viewport['width']}×{viewport['height']}, scrolled to {scroll['x']:.0f},{scroll['y']:.0f}"
        f" of {page['documentHeight']} px",
        f"has {count_of(page['links'], 'link')}, {count_of(page['images'], 'image')},"
        f" {count_of(page['interactiveElements'], 'interactive element')}",
        *(f"heading: {inline(heading)}" for heading in page["headings"]),
        *map(_form, page["forms"]),
        *_visible_text((view.facts or {}).get("visibleText")),
    ]
    return Document(inline(page["url"]), [*lines, view.note])


def _form(form: Entry) -> str:
    name = f" #{inline(form['id'])}" if form["id"] else ""
    fields = f" with fields {inline(', '.join(form['fields']))}" if form["fields"] else ""
    action = f", sent to {inline(form['action'])}" if form["action"] else ""
    return f"form{name}{fields}{action}"


def _visible_text(text: str | None) -> list[str]:
    return ["visible text:", *(f"  | {inline(line)}" for line in text.split("\n"))] if text else []


CAPABILITY = Capability(
    "get_page_info",
    (Mode("observe", "page"),),
    Params,
    run,
    render,
    needs=frozenset({Need.BROWSER}),
    probe=PROBE,
    shows_page_text=True,
)
