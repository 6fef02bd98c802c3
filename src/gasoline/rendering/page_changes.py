"""How a page differs from before, as lines of a text answer."""

from collections.abc import Iterator
from typing import Any

from gasoline.model.page_state import PageState
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.size import count_of

Entry = dict[str, Any]


def page_change_summary(changes: Entry) -> str:
    """Continues a first line; `changes` as `PageChanges.shown` has it."""
    if changes["count"]:
        return "the page changed as follows"
    return "no change of the page was seen" if changes["is_compared"] else "nothing of the page could be compared"


def page_change_lines(changes: Entry) -> Iterator[str]:
    """One line for each change, then what was not compared."""
    page = changes.get("page")
    if page and page["before"] != page["after"]:
        yield f"page: {inline(page['before'])} → {inline(page['after'])}"
    for line in changes["changed"]:
        yield f"changed {inline(line['landmark'])}: {quoted(line['before'])} → {quoted(line['after'])}"
    for kind in ("disappeared", "appeared"):
        for line in changes[kind]:
            yield f"{kind} {inline(line['landmark'])}: {quoted(line['text'])}"
    for landmark in changes["reordered"]:
        yield f"in another order: the lines of {inline(landmark)}"
    for row in (*changes["responses"], *changes["messages"]):
        field = f"{inline(row['source'])} {inline(row['field'])}"
        yield f"{field}: {inline(row['before'])} → {inline(row['after'])}"
    if left_out := changes.get("left_out"):
        yield f"and {count_of(left_out, 'more change')} of the page"
    yield from (inline(sentence) for sentence in changes.get("not_compared", ()))


def kept_line(state: PageState) -> str:
    """What `start` keeps of the page."""
    lines = sum(len(part.lines) for part in state.text.landmarks) if state.text else 0
    text = f"{count_of(lines, 'line')} of text" if state.text else f"no text: {state.why_no_text}"
    shapes = [
        count_of(len(each), name)
        for each, name in ((state.responses, "response shape"), (state.messages, "message shape"))
        if each
    ]
    return f"  page: {', '.join([text, *shapes])}"
