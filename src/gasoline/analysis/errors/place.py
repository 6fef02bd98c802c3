"""Where an error was thrown: file and line, and the source around it if it is known."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from msgspec import UNSET

from gasoline.analysis.errors.one_line import one_line
from gasoline.analysis.errors.stack import Frame
from gasoline.model import limits
from gasoline.model.error_context import SourceSnippet


@dataclass(frozen=True)
class Place:
    """A line of a file. Without the source `line_text` is empty."""

    name: str
    """File and line, as a sentence names them."""
    line_text: str = ""
    text_before: str = ""
    """The lines before it, each with its line break."""
    column: int | None = None
    function: str = ""


def place_of(snippets: list[SourceSnippet], frame: Frame | None) -> Place | None:
    """From the source map, else from the stack."""
    if snippets:
        return _in_snippet(snippets[0])
    if frame:
        return Place(_short(frame.file) + f":{frame.line}:{frame.column}", function=frame.function)
    return None


def _in_snippet(snippet: SourceSnippet) -> Place:
    column = None if snippet.column is UNSET else snippet.column
    function = "" if snippet.function is UNSET else snippet.function
    if snippet.is_generated is True:
        name = f"{_short(snippet.file)}:{snippet.line}" + ("" if column is None else f":{column}")
    else:
        name = f"{_short(snippet.file)}:{snippet.line}"
    number = next((n for n, line in enumerate(snippet.snippet) if line.is_error is True), None)
    if number is None or len(snippet.snippet[number].text) >= limits.READABLE_LINE_CHARS:
        return Place(name, function=function)
    before = "".join(line.text + "\n" for line in snippet.snippet[:number])
    return Place(name, snippet.snippet[number].text, before[-limits.SOURCE_BEFORE_CHARS :], column, function)


def _short(file: str) -> str:
    """A script's URL without its origin and query; other paths as they are."""
    try:
        split = urlsplit(file)
    except ValueError:
        return one_line(file, limits.SUMMARY_NAME_CHARS)
    path = split.path if split.scheme in ("http", "https", "file") else file
    return one_line(path.lstrip("/") or file, limits.SUMMARY_NAME_CHARS)
