"""Chooses the selector of an element for a dialect."""

from collections.abc import Sequence

from msgspec import UNSET, Struct

from gasoline.kernel.secrets.mask import MASK
from gasoline.model.actions import RoleSelector, SelectorName, Selectors
from gasoline.scripting.css import without_state

# The roles of WAI-ARIA 1.2 that an element in a page can have. The runner's types know only these.
ROLES = frozenset(
    (
        "alert",
        "alertdialog",
        "application",
        "article",
        "banner",
        "blockquote",
        "button",
        "caption",
        "cell",
        "checkbox",
        "code",
        "columnheader",
        "combobox",
        "complementary",
        "contentinfo",
        "definition",
        "deletion",
        "dialog",
        "directory",
        "document",
        "emphasis",
        "feed",
        "figure",
        "form",
        "generic",
        "grid",
        "gridcell",
        "group",
        "heading",
        "img",
        "insertion",
        "link",
        "list",
        "listbox",
        "listitem",
        "log",
        "main",
        "marquee",
        "math",
        "menu",
        "menubar",
        "menuitem",
        "menuitemcheckbox",
        "menuitemradio",
        "meter",
        "navigation",
        "none",
        "note",
        "option",
        "paragraph",
        "presentation",
        "progressbar",
        "radio",
        "radiogroup",
        "region",
        "row",
        "rowgroup",
        "rowheader",
        "scrollbar",
        "search",
        "searchbox",
        "separator",
        "slider",
        "spinbutton",
        "status",
        "strong",
        "subscript",
        "superscript",
        "switch",
        "tab",
        "table",
        "tablist",
        "tabpanel",
        "term",
        "textbox",
        "time",
        "timer",
        "toolbar",
        "tooltip",
        "tree",
        "treegrid",
        "treeitem",
    )
)


class SelectorOption(Struct, frozen=True):
    """One way to locate an element; `nth` is set only if the recorder found several matches."""

    name: SelectorName
    value: str
    role: str = ""
    attribute: str = "data-testid"
    nth: int | None = None


def selector_options(selectors: Selectors, order: Sequence[SelectorName]) -> list[SelectorOption]:
    """The usable ways, best first: those with a single match, then those that need an index; the CSS path last. No
    element has the words that a mask has left."""
    known = {way.name: way for way in _all(selectors) if MASK not in way.value}
    ordered = [known[name] for name in order if name in known]
    return sorted(ordered, key=lambda way: (way.name == "cssPath", way.nth is not None))


def label_of(selectors: Selectors) -> str:
    """A readable name of the element."""
    for way in selector_options(selectors, ("role", "ariaLabel", "text", "testId", "id", "cssPath")):
        return way.value
    return ""


def _all(selectors: Selectors) -> list[SelectorOption]:
    nth = selectors.nth or {}
    attribute = selectors.test_id_attribute or "data-testid"
    values: dict[SelectorName, object] = {
        "testId": selectors.test_id,
        "role": selectors.role,
        "ariaLabel": selectors.aria_label,
        "text": selectors.text,
        "id": selectors.id,
        "cssPath": without_state(selectors.css_path) if selectors.css_path else UNSET,
    }
    found: list[SelectorOption] = []
    for name, value in values.items():
        if value is UNSET or not value:
            continue
        if isinstance(value, RoleSelector):
            if value.name and value.role in ROLES:
                found.append(SelectorOption(name, value.name, role=value.role, nth=nth.get(name)))
        else:
            found.append(SelectorOption(name, str(value), attribute=attribute, nth=nth.get(name)))
    return found
