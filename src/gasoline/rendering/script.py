"""Generated files as text: the script itself, ready to be written to a file, with warnings as comments above it."""

from typing import Any

from gasoline.rendering.document import CODE_COMMENT, Document, View
from gasoline.rendering.quote import compact, inline, quoted
from gasoline.rendering.size import count_of

FIXTURES = "// ---- fixtures: save as the file that the test imports ----"


def script_document(view: View) -> Document:
    data: dict[str, Any] = view.data
    warnings = [f"// Note: {inline(warning)}" for warning in data.get("warnings") or []]
    facts = _facts(data)
    script = data.get("script") or data.get("test_script") or ""
    fixtures = [FIXTURES, data["fixture_file"]] if data.get("fixture_file") else []
    return Document("\n".join([*facts, *warnings, script.rstrip("\n"), *fixtures]), comment=CODE_COMMENT)


def _facts(data: dict[str, Any]) -> list[str]:
    """What the script was made of."""
    actions = data.get("actions_used", data.get("action_count"))
    counts = [
        count_of(actions, "action") if actions is not None else "",
        count_of(data["assertion_count"], "assertion") if "assertion_count" in data else "",
        f"selectors: {', '.join(map(inline, data['selectors_used']))}" if data.get("selectors_used") else "",
    ]
    made_of = "; ".join(part for part in counts if part)
    about = data.get("error_context")
    return [*([f"// Made of {made_of}"] if made_of else []), *([f"// About {quoted(about)}"] if about else [])]


def export_document(view: View) -> Document:
    """A file in a standard format: what it is on the first line, its JSON on the next."""
    return Document(view.note or "Save the next line as a file.", [inline(compact(view.data))])
