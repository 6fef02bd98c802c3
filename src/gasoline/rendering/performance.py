"""A performance answer as text: the report alone, and whether the page came from a development server."""

from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import inline


def performance_document(view: View) -> Document:
    first, *rest = [inline(line) for line in view.data["report"].split("\n")]
    return Document(first, [*rest, view.note])
