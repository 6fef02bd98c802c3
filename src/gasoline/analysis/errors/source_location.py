"""The place where an error was thrown: file and line, and the surrounding source if it is known."""

from urllib.parse import urlsplit

from msgspec import UNSET, Struct

from gasoline.analysis.errors.inline_text import one_line
from gasoline.analysis.errors.stack import Frame
from gasoline.model.error_context import SourceSnippet

READABLE_LINE_CHARS = 160  # a longer source line is a minifier's, or was cut
SOURCE_BEFORE_CHARS = 600  # source before that line which an expression may begin in
SUMMARY_NAME_CHARS = 100  # a file, component or key in a summary


class SourceLocation(Struct, frozen=True):
    """A line of a file. Without the source `line_text` is empty."""

    name: str
    """File and line, as a sentence names them."""
    line_text: str = ""
    text_before: str = ""
    """The lines before it, each with its line break."""
    column: int | None = None
    function: str = ""


def source_location(snippets: list[SourceSnippet], frame: Frame | None) -> SourceLocation | None:
    """Uses the source map, or the stack if there is none."""
    if snippets:
        return _in_snippet(snippets[0])
    if frame:
        return SourceLocation(_short(frame.file) + f":{frame.line}:{frame.column}", function=frame.function)
    return None


def _in_snippet(snippet: SourceSnippet) -> SourceLocation:
    column = None if snippet.column is UNSET else snippet.column
    function = "" if snippet.function is UNSET else snippet.function
    if snippet.is_generated is True:
        name = f"{_short(snippet.file)}:{snippet.line}" + ("" if column is None else f":{column}")
    else:
        name = f"{_short(snippet.file)}:{snippet.line}"
    number = next((n for n, line in enumerate(snippet.snippet) if line.is_error is True), None)
    if number is None or len(snippet.snippet[number].text) >= READABLE_LINE_CHARS:
        return SourceLocation(name, function=function)
    before = "".join(line.text + "\n" for line in snippet.snippet[:number])
    return SourceLocation(name, snippet.snippet[number].text, before[-SOURCE_BEFORE_CHARS:], column, function)


def _short(file: str) -> str:
    """A script's URL without its origin and query; other paths as they are."""
    try:
        split = urlsplit(file)
    except ValueError:
        return one_line(file, SUMMARY_NAME_CHARS)
    path = split.path if split.scheme in ("http", "https", "file") else file
    return one_line(path.lstrip("/") or file, SUMMARY_NAME_CHARS)
