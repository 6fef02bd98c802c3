"""What the user did, one line for each action."""

from functools import partial
from typing import Any

from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import Frame, Wording, list_document
from gasoline.rendering.moment import clock
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.untrusted import trust_mark

WORDING = Wording("action", "observe what=actions", "a", "all selectors, position")
PREFIX_CHARS = 40
TEXT_CHARS = 60
SELECTOR_CHARS = 80

Entry = dict[str, Any]


def actions_document(view: View) -> Document:
    pages = [entry["url"] for entry in view.data]
    return list_document(view, WORDING, partial(_lines, view), pages=pages, prefix_chars=PREFIX_CHARS)


def _lines(view: View, frame: Frame) -> list[str]:
    return [
        f"a{seq} {clock(entry['ts'])} {frame.site(entry)}{action_text(entry, frame)}{trust_mark(entry)}"
        for seq, entry in zip(view.seqs, view.data, strict=True)
    ]


def action_text(entry: Entry, frame: Frame) -> str:
    """`click button "Place order"`, `click "Buy" #buy`, `input #email = "a@b.c"`, `navigate /cart`."""
    kind = entry["type"]
    if kind == "navigate":
        trigger = f" ({inline(entry['trigger'])})" if entry.get("trigger") else ""
        return f"navigate {frame.address(entry.get('toUrl') or entry['url'])}{trigger}"
    words, selector = _words(entry), _selector(entry.get("selectors") or {})
    parts = [kind, "" if words and selector.endswith(f" {words}") else words, selector, _value(entry)]
    return " ".join(part for part in parts if part)


def _words(entry: Entry) -> str:
    if entry["type"] == "keypress":
        return inline("+".join([*(entry.get("modifiers") or []), entry.get("key") or ""]))
    if entry["type"] == "scroll":
        return f"to {entry.get('scrollX') or 0:.0f},{entry.get('scrollY') or 0:.0f}"
    if entry["type"] == "dialog":
        return f"{inline(entry.get('dialog') or '')} {'accepted' if entry.get('accepted') else 'dismissed'}"
    return quoted(entry["text"], TEXT_CHARS) if entry.get("text") else ""


def _selector(selectors: Entry) -> str:
    """The one that a person recognizes first."""
    if selectors.get("testId"):
        return inline(f'[{selectors.get("testIdAttribute") or "data-testid"}="{selectors["testId"]}"]', SELECTOR_CHARS)
    if selectors.get("id"):
        return inline(f"#{selectors['id']}", SELECTOR_CHARS)
    role = selectors.get("role")
    if role:
        return f"{inline(role['role'])} {quoted(role['name'], TEXT_CHARS)}"
    return inline(selectors.get("cssPath") or selectors.get("ariaLabel") or "", SELECTOR_CHARS)


def _value(entry: Entry) -> str:
    if isinstance(entry.get("checked"), bool):
        return "= checked" if entry["checked"] else "= unchecked"
    value = entry.get("value") or entry.get("selectedText") or entry.get("selectedValue") or entry.get("files")
    return f"= {quoted(value, TEXT_CHARS)}" if value else ""
