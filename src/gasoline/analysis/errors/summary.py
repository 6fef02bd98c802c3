"""The summary of an error: one paragraph by v5's template, from whatever is known."""

from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

import msgspec

from gasoline.analysis.errors.exception_names import MEANINGS
from gasoline.analysis.errors.explain import explain
from gasoline.analysis.errors.known_context import KnownContext
from gasoline.analysis.errors.one_line import one_line, quoted
from gasoline.analysis.errors.place import Place
from gasoline.analysis.errors.thrown import Thrown
from gasoline.kernel.secrets.redaction import redact
from gasoline.model import limits
from gasoline.model.error_context import ComponentAncestry, FailedRequest, PageWorker, SourceSnippet

LIBRARIES = "node_modules/"


def summarise(thrown: Thrown, place: Place | None, request: FailedRequest | None, known: KnownContext) -> str:
    """Sentences, each only where there is something to say."""
    state, components = known.state_snapshot, known.component_ancestry
    sentences = (
        _what_happened(thrown, place),
        _called_from(known.source_snippets),
        _causes(thrown),
        _worker(thrown.worker) if thrown.worker else "",
        _request(request, is_cause=bool(thrown.response_problem)) if request else "",
        _state(state.relevant_slice) if state else "",
        _components(components) if components else "",
    )
    return " ".join(f"{sentence}." for sentence in sentences if sentence)


def _what_happened(thrown: Thrown, place: Place | None) -> str:
    where = f" in {place.name}" if place else ""
    code = f", in {quoted(place.line_text, limits.SUMMARY_CODE_CHARS)}" if place and place.line_text.strip() else ""
    name = one_line(thrown.type, limits.SUMMARY_NAME_CHARS) if thrown.is_error else "Unhandled rejection"
    return f"{name}{where} — {_description(thrown, place)}{code}"


def _description(thrown: Thrown, place: Place | None) -> str:
    words = one_line(thrown.message, limits.SUMMARY_WORDS_CHARS).rstrip(".")
    if not thrown.is_error:
        return f"a promise was rejected with a value that is no Error: {words}"
    if thrown.response_problem:
        return one_line(thrown.response_problem, limits.SUMMARY_WORDS_CHARS)
    if explained := explain(thrown.message, place):
        return explained
    meaning = MEANINGS.get(thrown.type)
    if meaning is None:
        return words
    return f"{meaning} ({words})" if words else meaning


def _called_from(snippets: list[SourceSnippet]) -> str:
    """The application's own line, when a library threw."""
    if not snippets or LIBRARIES not in snippets[0].file:
        return ""
    own = next((snippet for snippet in snippets if LIBRARIES not in snippet.file), None)
    return f"Called from {one_line(own.file, limits.SUMMARY_NAME_CHARS)}:{own.line}" if own else ""


def _causes(thrown: Thrown) -> str:
    causes = [
        f"{cause.name}: {one_line(cause.message, limits.SUMMARY_VALUE_CHARS)}".rstrip(".") for cause in thrown.causes
    ]
    if not causes:
        return ""
    return f"It holds {'; '.join(causes)}" if thrown.type == "AggregateError" else f"Caused by {', by '.join(causes)}"


def _worker(worker: PageWorker) -> str:
    return f"It happened in the {worker.kind} worker {path_of(worker.url)}"


def _request(request: FailedRequest, *, is_cause: bool) -> str:
    name = f"{one_line(request.method, limits.METHOD_CHARS)} {path_of(request.url)}"
    if is_cause:
        return f"It answered {name} with status {request.status}{_start(request.response)}"
    if request.status and request.error:
        return f"{name} got {request.status} just before, but {one_line(request.error, limits.SUMMARY_WORDS_CHARS)}"
    outcome = f"failed with {request.status}" if request.status else "got no answer"
    return f"{name} {outcome} just before"


def _start(response: str | None) -> str:
    return f" and begins with {quoted(response.strip(), limits.SUMMARY_CODE_CHARS)}" if response else ""


def _state(relevant: dict[str, Any]) -> str:
    """By slice: `Auth state: loading=false, user=null`."""
    shown = list(relevant.items())[: limits.SUMMARY_STATE_VALUES]
    slices = groupby(shown, key=lambda item: item[0].rpartition(".")[0])
    return ". ".join(f"{_slice_name(path)}: {', '.join(map(_assignment, items))}" for path, items in slices)


def _slice_name(path: str) -> str:
    name = one_line(path, limits.SUMMARY_NAME_CHARS)
    return f"{name[0].upper()}{name[1:]} state" if name else "State"


def _assignment(item: tuple[str, Any]) -> str:
    """Secrets are masked by the key they stand under, which the sentence no longer shows as JSON does."""
    key = item[0].rpartition(".")[2]
    [[_, value]] = msgspec.json.decode(redact(msgspec.json.encode({key: item[1]}).decode()), type=dict).items()
    text = f"'{value}'" if isinstance(value, str) else msgspec.json.encode(value).decode()
    return f"{one_line(key, limits.SUMMARY_NAME_CHARS)}={one_line(text, limits.SUMMARY_VALUE_CHARS)}"


def _components(ancestry: ComponentAncestry) -> str:
    names = (one_line(component.name, limits.SUMMARY_NAME_CHARS) for component in ancestry.components)
    return f"Component tree: {' > '.join(names)}" if ancestry.components else ""


def path_of(url: str) -> str:
    """A URL as a sentence names it: its path."""
    try:
        path = urlsplit(url).path or url
    except ValueError:
        path = url
    return one_line(path, limits.SUMMARY_NAME_CHARS)
