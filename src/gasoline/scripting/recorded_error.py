"""The error of a reproduction: which one it is, and how to recognize it when it happens again."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from gasoline.kernel.engine_wordings import v8_wordings
from gasoline.kernel.error_codes import ERROR_CODE
from gasoline.kernel.secrets.mask import MASK, MASKED_PATTERN, replace_masks
from gasoline.kernel.time import event_ms
from gasoline.kernel.urls import raw_path
from gasoline.model.events import (
    AnyLogEntry,
    ConsoleEntry,
    ExceptionEntry,
    NetworkEntry,
    WebSocketEvent,
)
from gasoline.model.http import CLIENT_ERROR
from gasoline.scripting.script_urls import path_pattern, regex_escape

ERROR_PATTERN_CHARS = 200  # how much of a message must be the same
SCRIPT_PROBLEM_CHARS = 4_000  # MASK-06: how much of a problem a script keeps: the text is the page's
COMPARED_CHARS = SCRIPT_PROBLEM_CHARS // 2  # how far its pattern reaches; runners print some values longer
MASKED_CHARS = 1_000  # the longest text that a masked value stands for
COMPARED_TEXTS = 10  # arguments of one console message that its pattern has

Kind = Literal["exception", "console", "request"]

# What differs from run to run: an origin, ids, numbers. A status and a code are not: 404 is another error than 500.
# Each takes all that its pattern below can match, so that a runner never has to try how to divide a text between two
# patterns: the text is the page's, and it could keep them busy for minutes.
_CHANGING = re.compile(
    r"(?P<origin>https?://[^/\s'\"]+)"
    rf"|(?P<code>(?x:{ERROR_CODE}))"
    r"|(?P<id>(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b(?=[a-f]*\d)[0-9a-f]{8,}\b)[0-9a-f-]*)"
    rf"|(?P<mask>{MASKED_PATTERN})"
    r"|(?P<status>\b[45]\d\d\b)|(?P<number>\b\d+(?:\.\d+)*\b)|(?P<space>\s{2,}|[^\S ])",
    re.IGNORECASE,
)
_ANY_WORD = f"\\S{{1,{MASKED_CHARS}}}"
_LOOSE = {
    "origin": "https?://[^/\\s'\"]+",
    "id": "[0-9a-fA-F-]+(?![0-9a-fA-F-])",
    "number": "\\d+(?:\\.\\d+)*(?!\\d)",
    "mask": _ANY_WORD,
    "space": "\\s+",
}
ANY_EXCEPTION = "^exception: "
_RANK: dict[str, int] = {"exception": 0, "console": 1, "request": 2}
ANY_FAILURE = "(?:\\d+|failed)"
ANYTHING = "[\\s\\S]*"
END = "\\s*(?: \\(|\\n|$)"  # a collector may append the script that logged the message, or advice on lines of its own
_ANY_OBJECT = "(?:\\[object \\w+\\]|JSHandle@\\w+)"  # how a runner may print an object that it does not expand
# A thrown object is recorded as JSON, but a runner prints its class, its properties or nothing of it.
_THROWN_OBJECT = f"(?:Object|Array(?:\\(\\d+\\))?|{_ANY_OBJECT}|\\{{{ANYTHING}\\}}|\\[{ANYTHING}\\])"
_SOCKET_ORIGIN = "wss?://[^/']+"
ANY_OF_A_LIST = "[^(),]*,[^()]*"
UNDEFINED = "[undefined]"  # as the recorder writes it
_OBJECT_KEYS = 3
_OBJECTS = 2  # ours: objects and lists in one pattern; a runner tries every way to divide a text among them
_SYNTHETIC_NAMES = ("[class]", "…")  # properties that the recorder adds
_DESCRIBED = re.compile(r"^\[.*\]$|…\[\+\d+ ")  # a value that is not text, or text that the recorder truncated


class RecordedError(Struct, frozen=True):
    """An error of the session. `pattern` is an unanchored regular expression for its message."""

    kind: Kind
    message: str
    pattern: str
    at_ms: float
    file: str | None = None
    line: int | None = None
    is_untrusted: bool = False
    """It is of a frame that another page could change, and may be made up."""

    @property
    def context(self) -> dict[str, Any]:
        known = {"message": self.message, "file": self.file, "line": self.line}
        return {name: value for name, value in known.items() if value is not None}


def choose_error(entries: Iterable[AnyLogEntry], text: str | None, first_ms: float) -> RecordedError | None:
    """The newest error since the first action, preferring errors that no other page can have made up, then exceptions;
    for a repeated error, its first occurrence."""
    errors = [recorded(entry) for entry in entries]
    if text:
        errors = [error for error in errors if text.casefold() in error.message.casefold()]
    during = [error for error in errors if error.at_ms >= first_ms] or errors
    if not during:
        return None
    newest = min(during, key=lambda error: (error.is_untrusted, _RANK[error.kind], -error.at_ms))
    same = (error for error in during if error.pattern == newest.pattern)
    return min(same, key=lambda error: (error.is_untrusted, error.at_ms))


def failure_pattern(error: RecordedError | None, pattern_of: Callable[[RecordedError], str]) -> str:
    """What makes a reproduction fail: any uncaught exception, and the error itself."""
    return ANY_EXCEPTION if error is None or error.kind == "exception" else f"{ANY_EXCEPTION}|{pattern_of(error)}"


def is_reproducible(entry: AnyLogEntry) -> bool:
    """Whether a script can detect the error. A response with unexpected content is not a failure to a script."""
    return not isinstance(entry, NetworkEntry) or not entry.status or entry.status >= CLIENT_ERROR


def recorded(entry: AnyLogEntry) -> RecordedError:
    """A log entry of level error, in a form that a script can recognize."""
    return replace(_recognizable(entry), is_untrusted=entry.untrusted_frame is True)


def _recognizable(entry: AnyLogEntry) -> RecordedError:
    at_ms = event_ms(entry)
    if isinstance(entry, ExceptionEntry):
        file, line = _place(entry)
        return RecordedError("exception", entry.message, _exception_pattern(entry.message), at_ms, file, line)
    if isinstance(entry, ConsoleEntry):
        file, line = _place(entry)
        return RecordedError("console", _console_text(entry.args), _console_pattern(entry.args), at_ms, file, line)
    method, url = (entry.method, entry.url) if isinstance(entry, NetworkEntry) else ("GET", entry.source)
    status = str(entry.status or "failed") if isinstance(entry, NetworkEntry) else ""
    pattern = f"{regex_escape(method)} {path_pattern(raw_path(url))} {status or ANY_FAILURE}"
    return RecordedError("request", f"{method} {raw_path(url)} {status or 'failed'}", pattern, at_ms)


def failed_socket(event: WebSocketEvent) -> RecordedError:
    """Chromium's own console message for a failed WebSocket connection."""
    message = f"WebSocket connection to '{event.url}' failed"
    pattern = f"WebSocket connection to '{_SOCKET_ORIGIN}{path_pattern(raw_path(event.url))}[^']*' failed"
    return RecordedError("console", message, pattern, event_ms(event), is_untrusted=event.untrusted_frame is True)


def loose(text: str) -> str:
    """A regular expression for a message; the parts that change between runs match anything of their kind."""
    parts: list[str] = []
    end = 0
    text = _up_to_second_mask(text)
    for match in _CHANGING.finditer(text):
        parts.append(regex_escape(text[end : match.start()]))
        parts.append(_LOOSE.get(match.lastgroup or "", match.group()))
        end = match.end()
    return "".join([*parts, regex_escape(text[end:])])


def _is_all_masked(text: str) -> bool:
    return MASK in text and re.search(r"\w", replace_masks(text, "")) is None


def _masked_words(text: str) -> str:
    """A pattern for a message that consists only of masks: as many words, each with the start that its mask shows, so
    that it does not match every other message."""
    starts = (word.partition("…")[0] if "…" in word else "" for word in text.split())
    return "\\s+".join(regex_escape(start) + _ANY_WORD for start in starts) + END


def _in_either_engine(text: str) -> str:
    """A script runs in Chromium, also where the error was recorded in Firefox."""
    wordings = v8_wordings(text)
    return f"(?:{'|'.join(map(loose, (text, *wordings)))})" if wordings else loose(text)


def _up_to_second_mask(text: str) -> str:
    """A masked value may have been any text, also one that matches what follows it: one such gap is enough."""
    masks = _masks_in(text)
    return text[: masks[1]] if len(masks) > 1 else text


def _masks_in(text: str) -> list[int]:
    """The start of each masked value."""
    return [match.start() for match in _CHANGING.finditer(text) if match.lastgroup == "mask"]


def _exception_pattern(message: str) -> str:
    said = message.removeprefix("Uncaught ").removeprefix("uncaught exception: ").strip()
    shown = said[:ERROR_PATTERN_CHARS].strip()
    if _is_all_masked(shown):
        return _masked_words(shown)
    if shown.startswith(("{", "[")):
        return _THROWN_OBJECT + END
    is_complete = shown == said and _up_to_second_mask(shown) == shown
    is_word = is_complete and re.search(r"\s", shown) is None  # other messages begin with it
    return (_in_either_engine(shown) + (END if is_word and shown else "")) or "$"


def _console_text(args: list[Any]) -> str:
    return " ".join(_message(arg) or str(arg) for arg in args)


def _console_pattern(args: list[Any]) -> str:
    """The words with anything between them. Without words, the complete message, so that it does not match others."""
    if not any(map(_message, args)):
        shown = _up_to_many_objects(args[:COMPARED_TEXTS])
        return "\\s*".join(map(_wordless_pattern, shown)) + (END if shown == args else "")
    text = _console_text(args)
    if _is_all_masked(text):
        return _masked_words(text)
    texts = _compared_texts(args)
    is_complete = len(texts) == sum(map(bool, map(_message, args))) and _is_complete(args[-1])
    return _in_order(list(map(_in_either_engine, texts))) + (END if is_complete else "")


def _compared_texts(args: list[Any]) -> list[str]:
    """The texts of the first arguments. One of them may have a masked value: for another text, a runner tries all ends
    of it, and for each of them all that follows."""
    texts: list[str] = []
    has_mask = False
    chars = 0
    for arg in args:
        if texts and (chars > COMPARED_CHARS or len(texts) == COMPARED_TEXTS):
            break
        chars += len(_message(arg) or str(arg))
        text = _message(arg)[:ERROR_PATTERN_CHARS].strip()
        is_masked = bool(_masks_in(text))
        if text and not (is_masked and has_mask):
            texts.append(text)
            has_mask = has_mask or is_masked
    return texts


def _in_order(parts: list[str]) -> str:
    """The first at the start, the last at the end. Those between are looked for one by one: with gaps between all
    of them a runner would try every way to place each."""
    if len(parts) == 1:
        return parts[0]
    between = "".join(f"(?={ANYTHING}{part})" for part in parts[1:-1])
    return f"{parts[0]}{between}{ANYTHING}{parts[-1]}"


def _up_to_many_objects(args: list[Any]) -> list[Any]:
    objects = [place for place, arg in enumerate(args) if isinstance(arg, dict | list)]
    return args[: objects[_OBJECTS]] if len(objects) > _OBJECTS else args


def _is_complete(arg: Any) -> bool:
    """Whether the runner shows this argument as it was recorded."""
    if not isinstance(arg, str) or len(arg) > ERROR_PATTERN_CHARS or arg != _up_to_second_mask(arg):
        return False
    if v8_wordings(arg):
        return False
    return arg == UNDEFINED or not _DESCRIBED.search(arg)


def _wordless_pattern(arg: Any) -> str:
    """Runners print an object by its properties, by its class, or not at all."""
    match arg:
        case bool() | None:
            return "null" if arg is None else str(arg).lower()
        case int() | float():
            return "-?\\d+(?:\\.\\d+)?(?!\\d)"
        case list():
            return f"(?:\\[[^\\]]*\\]|{_ANY_OBJECT}|{ANY_OF_A_LIST if arg else ''})"
        case dict():
            return f"(?:(?:\\w+\\s*)?\\{{{_properties(arg)}\\}}|{_ANY_OBJECT})"
    return ""


def _properties(value: dict[str, Any]) -> str:
    names = [regex_escape(name) for name in value if name not in _SYNTHETIC_NAMES][:_OBJECT_KEYS]
    return "".join(f"(?={ANYTHING}{name})" for name in names) + ANYTHING if names else ""


def _message(arg: Any) -> str:
    """The part of an argument that is certain to be printed: text, and the message of an Error."""
    if isinstance(arg, str):
        return "undefined" if arg == UNDEFINED else arg.strip()
    if isinstance(arg, dict) and isinstance(arg.get("message"), str):
        return str(arg["message"])
    return ""


def _place(entry: ExceptionEntry | ConsoleEntry) -> tuple[str | None, int | None]:
    """The source position if known, else the script's."""
    context = entry.ai_context
    snippets = entry.source_snippets or (context.source_snippets if context else None)
    if snippets:
        return snippets[0].file, snippets[0].line
    if isinstance(entry, ExceptionEntry):
        return entry.filename or None, entry.lineno or None
    return None, None
