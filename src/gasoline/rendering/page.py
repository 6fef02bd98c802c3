"""The live page as text: where the user is, which tabs there are, and an outline of elements."""

from typing import Any

from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.size import count_of, size

TEXT_CHARS = 120
VALUE_CHARS = 80
HEADINGS = 20
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


def page_document(view: View) -> Document:
    page: Entry = view.data
    viewport, scroll = page["viewport"], page["scroll"]
    lines = [
        f"title: {quoted(page['title'], TEXT_CHARS)}",
        f"viewport: {viewport['width']}×{viewport['height']}, scrolled to {scroll['x']:.0f},{scroll['y']:.0f}"
        f" of {page['documentHeight']} px",
        f"has {count_of(page['links'], 'link')}, {count_of(page['images'], 'image')},"
        f" {count_of(page['interactiveElements'], 'interactive element')}",
        *(f"heading: {inline(heading, TEXT_CHARS)}" for heading in page["headings"][:HEADINGS]),
        *map(_form, page["forms"]),
        *_visible_text((view.facts or {}).get("visibleText")),
    ]
    return Document(inline(page["url"]), [*lines, view.note])


def _form(form: Entry) -> str:
    name = f" #{inline(form['id'])}" if form["id"] else ""
    return f"form{name} → {inline(form['action'])}: {inline(', '.join(form['fields']), TEXT_CHARS)}"


def _visible_text(text: str | None) -> list[str]:
    return ["visible text:", *(f"  | {inline(line)}" for line in text.split("\n"))] if text else []


def tabs_document(view: View) -> Document:
    if not view.data:
        return Document(view.note or "No tabs that Gasoline may see.")
    return Document(count_of(len(view.data), "tab"), [_tab(tab) for tab in view.data])


def _tab(tab: Entry) -> str:
    states = ", ".join(name for name in ("active", "captured") if tab.get(name)) or "not captured"
    return f"{tab['tabId']} {quoted(tab['title'], TEXT_CHARS)} {inline(tab['url'])} ({states})"


def screenshot_document(view: View) -> Document:
    screenshot: Entry = view.data
    shape = f"{screenshot['width']}×{screenshot['height']} {screenshot['format']}, {size(screenshot['bytes'])}"
    return Document(f"tab {screenshot['tabId']} {inline(screenshot['url'])}: {shape}", [view.note])


def dom_document(view: View) -> Document:
    answer: Entry = view.data
    count = count_of(answer["matchCount"], "match", "matches")
    many = f"{answer['returnedCount']} of {count}" if answer["returnedCount"] < answer["matchCount"] else count
    entries = ["\n".join(_element(match, "")) for match in answer["matches"]]
    more = [] if view.params.include_styles or not entries else ["include_styles=true (styles and position)"]
    return Document(f"{many} on {inline(answer['url'])}", [*entries, view.note], more)


def _element(element: Entry, indent: str) -> list[str]:
    hidden = " (not visible)" if element.get("visible") is False else ""
    lines = [f"{indent}<{inline(element['tag'])}{_attributes(element['attributes'])}>{_text(element)}{hidden}"]
    if element.get("selector") and element["selector"] != f"#{element['attributes'].get('id')}":
        lines.append(f"{indent}  selector: {inline(element['selector'])}")
    if element.get("styles"):
        styles = "; ".join(f"{inline(name)}: {inline(value)}" for name, value in element["styles"].items())
        lines += [*_box(element.get("boundingBox"), indent), f"{indent}  styles: {styles}"]
    for child in element.get("children") or []:
        lines += _element(child, indent + "  ")
    if element.get("shadowRoot"):
        lines.append(f"{indent}  shadow root:")
        for child in element["shadowRoot"]:
            lines += _element(child, indent + "    ")
    if element.get("childrenLeftOut"):
        lines.append(f"{indent}  and {count_of(element['childrenLeftOut'], 'more child', 'more children')}")
    return lines


def _box(box: Entry | None, indent: str) -> list[str]:
    """Where the element is, in the viewport."""
    if not box:
        return []
    return [f"{indent}  at {box['x']:.0f},{box['y']:.0f}, {box['width']:.0f}×{box['height']:.0f} px"]


def _attributes(attributes: dict[str, str]) -> str:
    first = [name for name in SHOWN_FIRST if name in attributes]
    names = [*first, *(name for name in attributes if name not in first)]
    return "".join(
        f" {inline(name)}" if name in STATES else f" {inline(name)}={quoted(attributes[name], VALUE_CHARS)}"
        for name in names
    )


def _text(element: Entry) -> str:
    """Children say their own."""
    is_leaf = not element.get("children") and not element.get("shadowRoot")
    return f" {quoted(element['text'], TEXT_CHARS)}" if element["text"] and is_leaf else ""
