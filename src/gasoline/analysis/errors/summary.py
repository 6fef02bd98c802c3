"""The summary of an error: one paragraph from a template and whatever is known."""

from itertools import groupby
from typing import Any

import msgspec

from gasoline.analysis.errors.exception_info import ExceptionInfo
from gasoline.analysis.errors.explain import SUMMARY_CODE_CHARS, SUMMARY_MESSAGE_CHARS, explain
from gasoline.analysis.errors.inline_text import code_span, one_line
from gasoline.analysis.errors.read_error_context import ErrorContext
from gasoline.analysis.errors.source_location import SUMMARY_NAME_CHARS, SourceLocation
from gasoline.kernel.library_files import is_library_file
from gasoline.kernel.quoted import method_in_prose, name_in_prose, quoted
from gasoline.kernel.secrets.redaction import redact
from gasoline.kernel.urls import split_url
from gasoline.model.error_context import ComponentAncestry, FailedRequest, PageWorker, SourceSnippet

SUMMARY_VALUE_CHARS = 80  # a value of the state, or the message of a cause, in a summary
MAX_SUMMARY_STATE_VALUES = 5  # values of the state in a summary


def summarize_error(
    exception: ExceptionInfo, place: SourceLocation | None, request: FailedRequest | None, known: ErrorContext
) -> str:
    """Sentences, each only where there is something to say."""
    state, components = known.state_snapshot, known.component_ancestry
    sentences = (
        _what_happened(exception, place),
        _called_from(known.source_snippets),
        _causes(exception),
        _worker(exception.worker) if exception.worker else "",
        _request(request, is_cause=bool(exception.response_problem)) if request else "",
        _state(state.relevant_slice) if state else "",
        _components(components) if components else "",
    )
    return " ".join(f"{sentence}." for sentence in sentences if sentence)


def _what_happened(exception: ExceptionInfo, place: SourceLocation | None) -> str:
    where = f" in {name_in_prose(place.name)}" if place else ""
    code = f", in {code_span(place.line_text, SUMMARY_CODE_CHARS)}" if place and place.line_text.strip() else ""
    name = _name(exception.type) if exception.is_error else "Unhandled rejection"
    return f"{name}{where} — {_description(exception, place)}{code}"


def _description(exception: ExceptionInfo, place: SourceLocation | None) -> str:
    text = one_line(exception.message, SUMMARY_MESSAGE_CHARS).rstrip(".")
    if not exception.is_error:
        return f"a promise was rejected with a value that is not an Error: {text}"
    if exception.response_problem:
        return one_line(exception.response_problem, SUMMARY_MESSAGE_CHARS)
    if explained := explain(exception.message, place):
        return explained
    meaning = MEANINGS.get(exception.type)
    if meaning is None:
        return text
    return f"{meaning} ({text})" if text else meaning


def _called_from(snippets: list[SourceSnippet]) -> str:
    """The application's own line, when a library threw."""
    if not snippets or not _is_of_library(snippets[0]):
        return ""
    own = next((snippet for snippet in snippets if not _is_of_library(snippet)), None)
    return f"Called from {_name(own.file)}:{own.line}" if own else ""


def _is_of_library(snippet: SourceSnippet) -> bool:
    return is_library_file(snippet.file, is_generated=snippet.is_generated is True)


def _causes(exception: ExceptionInfo) -> str:
    causes = [
        f"{_name(cause.name)}: {one_line(cause.message, SUMMARY_VALUE_CHARS)}".rstrip(".") for cause in exception.causes
    ]
    if not causes:
        return ""
    return (
        f"It contains {'; '.join(causes)}"
        if exception.type == "AggregateError"
        else f"Caused by {', by '.join(causes)}"
    )


def _worker(worker: PageWorker) -> str:
    return f"It happened in the {worker.kind} worker {path_in_sentence(worker.url)}"


def _request(request: FailedRequest, *, is_cause: bool) -> str:
    name = f"{method_in_prose(request.method)} {path_in_sentence(request.url)}"
    if is_cause:
        return f"It answered {name} with status {request.status}{_start(request.response)}"
    if request.status and request.error:
        return f"{name} got {request.status} just before, but {one_line(request.error, SUMMARY_MESSAGE_CHARS)}"
    outcome = f"failed with {request.status}" if request.status else "got no response"
    return f"{name} {outcome} just before"


def _start(response: str | None) -> str:
    return f" and begins with {code_span(response.strip(), SUMMARY_CODE_CHARS)}" if response else ""


def _state(relevant: dict[str, Any]) -> str:
    """The state of each slice: `Auth state: loading=false, user=null`."""
    shown = list(relevant.items())[:MAX_SUMMARY_STATE_VALUES]
    slices = groupby(shown, key=lambda item: item[0].rpartition(".")[0])
    return ". ".join(f"{_slice_name(path)}: {', '.join(map(_assignment, items))}" for path, items in slices)


def _slice_name(path: str) -> str:
    if not path:
        return "State"
    name = _name(path)
    return f"{name[0].upper()}{name[1:]} state"


def _assignment(item: tuple[str, Any]) -> str:
    """Secrets are masked by the key they stand under, which the sentence no longer shows as JSON does."""
    key = item[0].rpartition(".")[2]
    [[_, value]] = msgspec.json.decode(redact(msgspec.json.encode({key: item[1]}).decode()), type=dict).items()
    return f"{_name(key)}={_value(value)}"


def _value(value: Any) -> str:
    if not isinstance(value, str):
        return one_line(msgspec.json.encode(value).decode(), SUMMARY_VALUE_CHARS)
    text = one_line(value, SUMMARY_VALUE_CHARS)
    return quoted(text) if "'" in text or not text.isprintable() else f"'{text}'"


def _components(ancestry: ComponentAncestry) -> str:
    names = (_name(component.name) for component in ancestry.components)
    return f"Component tree: {' > '.join(names)}" if ancestry.components else ""


def path_in_sentence(url: str) -> str:
    """A URL as a sentence names it: its path."""
    return _name(split_url(url).path or url)


def _name(text: str) -> str:
    """A name chosen by the page: a type, file, component or key."""
    return name_in_prose(one_line(text, SUMMARY_NAME_CHARS))


MEANINGS = {
    "AbortError": "the operation was canceled",
    "ChunkLoadError": "a part of the application failed to load: the server lacks the file, perhaps after a new build",
    "DataCloneError": "a value that cannot be cloned, such as a function, is sent to a worker, window or storage",
    "HierarchyRequestError": "a node is inserted where the document does not allow it",
    "InvalidCharacterError": "a name or text has a character that is not allowed there",
    "InvalidStateError": "the object is not in a state that allows this",
    "NetworkError": "a request got no response",
    "NotAllowedError": "the browser or the user did not allow it; often it needs a click first",
    "NotFoundError": "a node is not where the call expects it; other code may have moved or removed it",
    "NotSupportedError": "the browser does not support this",
    "QuotaExceededError": "the browser's storage for this site is full",
    "SecurityError": "the browser forbids it here, for example across origins",
    "TimeoutError": "it took too long and timed out",
}
