"""Generated files as text: the script itself, ready to be written to a file, with warnings as comments above it."""

from typing import Any

from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import compact, inline

FIXTURES = "// ---- fixtures: save as the file that the test imports ----"


def script_document(view: View) -> Document:
    data: dict[str, Any] = view.data
    warnings = [f"// Note: {inline(warning)}" for warning in data.get("warnings") or []]
    script = data.get("script") or data.get("test_script") or ""
    fixtures = [FIXTURES, data["fixture_file"]] if data.get("fixture_file") else []
    return Document("\n".join([*warnings, script.rstrip("\n"), *fixtures]), is_script=True)


def export_document(view: View) -> Document:
    """A file in a standard format: what it is on the first line, its JSON on the next."""
    return Document(view.note or "Save the next line as a file.", [inline(compact(view.data))])
