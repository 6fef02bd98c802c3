"""observe what=dom: the elements of the live page that match a selector."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.size import count_of
from gasoline.toolkit.capability import Answer, Capability, Mode, Need
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.live_page import Frame, Selector, TabId, join_notes, tab_note

FEW = 3
"""So many matches are shown with complete texts and values."""
TEXT_CHARS = 120
VALUE_CHARS = 80
SHOWN_FIRST = (
    "id",
    "class",
    "name",
    "type",
    "role",
    "href",
    "src",
    "value",
    "placeholder",
    "aria-label",
    "data-testid",
)
STATES = ("disabled", "checked", "selected", "hidden", "required", "readonly", "open")
Entry = dict[str, Any]

DOM_DEPTH = 5  # DOM-03
MAX_DOM_PROPERTIES = 100  # style properties asked for

PropertyName = Annotated[str, Meta(max_length=100)]
Properties = Annotated[
    list[PropertyName],
    Meta(max_length=MAX_DOM_PROPERTIES, description="CSS properties. Default: those for layout."),
]

PROBE = "dom"


class Params(BaseParams, frozen=True, kw_only=True):
    """Elements by CSS selector; `host >>> inner` enters shadow roots. Each match has a selector,
    attributes, text, box and visibility."""

    selector: Selector
    include_styles: Annotated[bool, Meta(description="Add computed styles.")] = False
    properties: Properties | None = None
    include_children: Annotated[bool, Meta(description="Add the subtree.")] = False
    max_depth: Annotated[int, Meta(ge=1, description=f"Subtree depth, up to {DOM_DEPTH}.")] = 3
    tab_id: TabId | None = None
    frame: Frame | None = None


class _Counts(msgspec.Struct):
    match_count: int = msgspec.field(name="matchCount")
    returned_count: int = msgspec.field(name="returnedCount")


async def run(ctx: Context, params: Params) -> Answer:
    reply = await ctx.store.queries.ask_page(PROBE, _asked(params), params.tab_id)
    counts = msgspec.json.decode(reply.data, type=_Counts)
    answer = msgspec.json.decode(reply.data)
    live = [match.pop("live", {}) for match in answer["matches"]]  # not part of the specified JSON
    return Answer(answer, join_notes(_note(counts), tab_note(reply, params.frame)), facts={"live": live})


def _asked(params: Params) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "selector": params.selector,
        "includeStyles": params.include_styles or bool(params.properties),
        "includeChildren": params.include_children,
        "maxDepth": min(params.max_depth, DOM_DEPTH),
    }
    optional = {"properties": params.properties or None, "frame": params.frame}
    return {**asked, **{name: value for name, value in optional.items() if value is not None}}


def _note(counts: _Counts) -> str:
    if counts.match_count == 0:
        return "Nothing matches. The page may still be loading, or look in a frame: observe what=dom selector=iframe."
    if counts.returned_count < counts.match_count:
        return f"{counts.match_count - counts.returned_count} more match: narrow the selector to see them."
    return ""


def render(view: View) -> Document:
    answer: Entry = view.data
    count = count_of(answer["matchCount"], "match", "matches")
    many = f"{answer['returnedCount']} of {count}" if answer["returnedCount"] < answer["matchCount"] else count
    is_short = len(answer["matches"]) <= FEW
    entries = [
        "\n".join(_element({**match, "live": live}, "", is_short=is_short))
        for match, live in zip(answer["matches"], view.facts["live"], strict=True)
    ]
    more = [
        "" if view.params.include_styles or not entries else "include_styles=true (styles and position)",
        "" if is_short else f"a selector with at most {FEW} matches (complete texts and values)",
    ]
    return Document(f"{many} on {inline(answer['url'])}", [*entries, view.note], more)


def _element(element: Entry, indent: str, *, is_short: bool) -> list[str]:
    attributes = _attributes(element["attributes"], None if is_short else VALUE_CHARS)
    text = _text(element, None if is_short else TEXT_CHARS)
    hidden = " (not visible)" if element.get("visible") is False else ""
    live = _live(element, None if is_short else VALUE_CHARS)
    lines = [f"{indent}<{inline(element['tag'])}{attributes}>{text}{live}{hidden}"]
    if element.get("selector") and element["selector"] != f"#{element['attributes'].get('id')}":
        lines.append(f"{indent}  selector: {inline(element['selector'])}")
    if element.get("styles"):
        styles = "; ".join(f"{inline(name)}: {inline(value)}" for name, value in element["styles"].items())
        lines += [*_box(element.get("boundingBox"), indent), f"{indent}  styles: {styles}"]
    for child in element.get("children") or []:
        lines += _element(child, indent + "  ", is_short=is_short)
    if element.get("shadowRoot"):
        lines.append(f"{indent}  shadow root:")
        for child in element["shadowRoot"]:
            lines += _element(child, indent + "    ", is_short=is_short)
    if element.get("childrenLeftOut"):
        lines.append(f"{indent}  and {count_of(element['childrenLeftOut'], 'more child', 'more children')}")
    return lines


def _live(element: Entry, max_chars: int | None) -> str:
    """Role, name and state, as far as attributes and text do not show them."""
    live, attributes = element.get("live") or {}, element["attributes"]
    role, name = live.get("role", ""), live.get("name", "")
    shown_name = "" if name in ("", element["text"], attributes.get("aria-label")) else quoted(name, max_chars)
    shown_role = "" if role == attributes.get("role") else inline(role)
    facts = [
        f"{shown_role} {shown_name}".strip(),
        f"contains {quoted(live['value'], max_chars)}" if "value" in live else "",
        ("checked" if live["checked"] else "not checked") if "checked" in live else "",
        *(state for state in ("disabled", "focused") if live.get(state)),
    ]
    return f" · {', '.join(filter(None, facts))}" if any(facts) else ""


def _box(box: Entry | None, indent: str) -> list[str]:
    """The position of the element in the viewport."""
    if not box:
        return []
    return [f"{indent}  at {box['x']:.0f},{box['y']:.0f}, {box['width']:.0f}×{box['height']:.0f} px"]


def _attributes(attributes: dict[str, str], max_chars: int | None) -> str:
    first = [name for name in SHOWN_FIRST if name in attributes]
    names = [*first, *(name for name in attributes if name not in first)]
    return "".join(
        f" {inline(name)}" if name in STATES else f" {inline(name)}={quoted(attributes[name], max_chars)}"
        for name in names
    )


def _text(element: Entry, max_chars: int | None) -> str:
    """Children say their own."""
    is_leaf = not element.get("children") and not element.get("shadowRoot")
    return f" {quoted(element['text'], max_chars)}" if element["text"] and is_leaf else ""


CAPABILITY = Capability(
    "query_dom",
    (Mode("observe", "dom"),),
    Params,
    run,
    render,
    needs=frozenset({Need.BROWSER}),
    probe=PROBE,
    shows_page_text=True,
)
