"""Errors as text: what was thrown, where, what it means, and what happened around it."""

from functools import partial
from typing import Any

from gasoline.kernel.library_files import is_library_file
from gasoline.kernel.urls import endpoint_of
from gasoline.rendering.call_site import call_site, place_text
from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import Frame, Wording, list_document
from gasoline.rendering.excerpt import excerpt
from gasoline.rendering.log_entry import exception_text, log_text, request_outcome
from gasoline.rendering.moment import clock, duration, milliseconds_between
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.server_log import ended_server, joined_lines
from gasoline.rendering.untrusted import trust_mark
from gasoline.rendering.websocket import lifecycle_text, sample_of

WORDING = Wording("error", "observe what=errors", "e", "full stack, state, all frames")
PREFIX_CHARS = 22
RESPONSE_CHARS = 120
ACTION_CHARS = 60
CAUSE_CHARS = 160
STATE_CHARS = 300
ACTIONS = 3
BEFORE = 3
BESIDE_FAILURE = 1
SUSPECT_CHARS = 300
UNCAPTURED_SERVER = "  start the server with `gasoline run -- COMMAND` to see here what it prints"
START_AGAIN = "start it again with `gasoline run`; observe what=server_logs shows the last that it printed"
V8_FRAME = "\n    at "
SAME_REQUEST = ("method", "url", "status")

Entry = dict[str, Any]


def errors_document(view: View) -> Document:
    pages = [entry.get("pageUrl") or entry["url"] for entry in view.data]
    return list_document(view, WORDING, partial(_blocks, view), pages=pages, prefix_chars=PREFIX_CHARS)


def _blocks(view: View, frame: Frame) -> list[str]:
    return [_block(view, number, entry, frame) for number, entry in enumerate(view.data)]


def _block(view: View, number: int, entry: Entry, frame: Frame) -> str:
    facts = view.facts or {}
    meaning = _at(facts.get("meanings"), number)
    request = _at(facts.get("requests"), number)
    listed = f" ({request['id']})" if request and entry["type"] == "network" else ""
    elsewhere = _shown_elsewhere(view, number)
    what = request_outcome(entry, frame) if elsewhere else f"{_what(entry, frame)}{listed}"
    first = f"e{view.seqs[number]} {clock(entry['ts'])} {frame.site(entry)}{what}{_repeats(entry)}{trust_mark(entry)}"
    if elsewhere:
        return f"{first} (see {elsewhere})"
    lines = [
        first,
        *_place(entry, meaning or "", frame),
        *(_stack(entry) if facts.get("stacks") else []),
        *_causes(entry),
        *_worker(entry, frame),
        *_request(entry, request, frame),
        *_suspects(entry),
        *_before(entry, request, frame),
        *joined_lines(entry.get("_serverLog")),
        *_without_server(facts.get("uncaptured"), number),
        *_components(entry),
        *_state(entry),
        *_actions(entry),
        *_annotations(entry),
        *_picture(entry),
    ]
    return "\n".join(lines)


def _at(items: Any, number: int) -> Any:
    return items[number] if items and number < len(items) else None


def _what(entry: Entry, frame: Frame) -> str:
    if entry["type"] == "exception":
        return exception_text(entry, frame.width)
    if entry["type"] == "network":
        return request_outcome(entry, frame, RESPONSE_CHARS)
    if entry["type"] == "console":
        return f"console.{entry['level']} {log_text(entry, frame)}"
    return log_text(entry, frame)


def _repeats(entry: Entry) -> str:
    count = entry.get("count") or entry.get("_aggregatedCount") or 1
    if count == 1:
        return ""
    first = entry.get("firstSeen") or entry.get("_firstSeen")
    return f" ×{count}" + (f" since {clock(first)}" if first else "")


def _shown_elsewhere(view: View, number: int) -> str:
    """The error that shows this failed request, too; what is around it is there."""
    entry = view.data[number]
    if entry["type"] != "network":
        return ""
    for other in range(number):
        request = view.data[other].get("_failedRequest")
        if request and all(request.get(key) == entry.get(key) for key in SAME_REQUEST):
            return f"e{view.seqs[other]}"
    return ""


def _place(entry: Entry, meaning: str, frame: Frame) -> list[str]:
    snippets = (entry.get("_aiContext") or {}).get("sourceSnippets") or []
    if not snippets:
        return _place_without_source(entry, meaning, frame)
    first = snippets[0]
    function = f" in {inline(first['function'])}" if first.get("function") else ""
    lines = [
        f"  {place_text(first, frame)}{function}{f': {inline(meaning)}' if meaning else ''}",
        *excerpt(first["snippet"]),
    ]
    caller = _caller(snippets)
    return [*lines, f"  called from {place_text(caller, frame, _without_map(entry))}"] if caller else lines


def _without_map(entry: Entry) -> str:
    """The file that threw, if its line says that it has no source map."""
    snippets = (entry.get("_aiContext") or {}).get("sourceSnippets") or [{}]
    return str(snippets[0]["file"]) if snippets[0].get("isGenerated") else ""


def _place_without_source(entry: Entry, meaning: str, frame: Frame) -> list[str]:
    file, line = entry.get("filename"), entry.get("lineno")
    generated = {"file": file, "line": line, "isGenerated": entry.get("colno") is not None}
    place = place_text(generated, frame) if file and line else call_site(entry, frame)
    text = ": ".join(part for part in (place, inline(meaning)) if part)
    return [f"  {text}"] if text else []


def _caller(snippets: list[Entry]) -> Entry | None:
    """The nearest frame of the application below the one that threw."""
    return next((snippet for snippet in snippets[1:] if not _is_of_library(snippet)), None)


def _is_of_library(snippet: Entry) -> bool:
    return is_library_file(snippet["file"], is_generated=snippet.get("isGenerated") is True)


def _stack(entry: Entry) -> list[str]:
    """Complete; of Chromium's without the message, which the first line has."""
    stack = entry.get("stack") or ""
    _, is_v8, frames = stack.partition(V8_FRAME)
    lines = (f"at {frames}" if is_v8 else stack).split("\n")
    return ["  stack:", *(f"    | {inline(line.strip())}" for line in lines if line)] if stack else []


def _causes(entry: Entry) -> list[str]:
    return [
        f"  caused by {inline(cause['name'])}: {inline(cause['message'], CAUSE_CHARS)}"
        for cause in entry.get("_causes") or []
    ]


def _worker(entry: Entry, frame: Frame) -> list[str]:
    worker = entry.get("worker")
    return [f"  in the {worker['kind']} worker {frame.address(worker['url'])}"] if worker else []


def _request(entry: Entry, known: Entry | None, frame: Frame) -> list[str]:
    request = entry.get("_failedRequest")
    if not request:
        return []
    outcome = request_outcome(request, frame, RESPONSE_CHARS)
    if known is None:
        return [f"  failed before: {outcome}"]
    before = milliseconds_between(known["ended"], entry["ts"])
    when = f"{duration(before)} before" if before >= 0 else "about this request"
    return [f"  {when}: {known['id']} {outcome}{_from(known, frame, _without_map(entry))}"]


def _suspects(entry: Entry) -> list[str]:
    found = [*(entry.get("_suspects") or []), *(entry.get("_possibleCauses") or [])]
    return [f"  {inline(text, SUSPECT_CHARS)}" for text in found]


def _before(entry: Entry, failed: Entry | None, frame: Frame) -> list[str]:
    """What the page received last, each by one line; less of it beside a failed request, which explains most."""
    shown = {failed["id"]} if failed else set()
    requests = [request for request in entry.get("_requestsBefore") or [] if request["id"] not in shown]
    messages = [
        f"  {duration(message['msBefore'])} before: {message['id']} {_message(message, frame)}"
        for message in entry.get("_messagesBefore") or []
    ]
    most = BESIDE_FAILURE if failed else BEFORE
    return [*[_alike(group, frame, _without_map(entry)) for group in _by_endpoint(requests)][:most], *messages[:most]]


def _by_endpoint(requests: list[Entry]) -> list[list[Entry]]:
    """Requests that ended alike at one endpoint, each group where its newest is."""
    groups: dict[tuple[str, int], list[Entry]] = {}
    for request in requests:
        groups.setdefault((endpoint_of(request["method"], request["url"]), request["status"]), []).append(request)
    return list(groups.values())


def _alike(group: list[Entry], frame: Frame, known: str) -> str:
    newest = group[0]
    more = f" (and {len(group) - 1} like it)" if len(group) > 1 else ""
    outcome = request_outcome(newest, frame)
    return f"  {duration(newest['msBefore'])} before: {newest['id']} {outcome}{_from(newest, frame, known)}{more}"


def _message(message: Entry, frame: Frame) -> str:
    address = frame.address(message["url"])
    if message["event"] != "message":
        return f"{address} {lifecycle_text(message)}"
    return f"{address} ← {sample_of(message.get('data') or '', RESPONSE_CHARS)}"


def _from(entry: Entry, frame: Frame, known: str) -> str:
    return f", {place}" if (place := call_site(entry, frame, known)) else ""


def _without_server(uncaptured: Entry | None, number: int) -> list[str]:
    """Once in an answer: why nothing of the server is shown with this error, and what to do."""
    if uncaptured is None or uncaptured["number"] != number:
        return []
    ended = uncaptured["ended"]
    return [f"  {ended_server(ended)}: {START_AGAIN}" if ended else UNCAPTURED_SERVER]


def _components(entry: Entry) -> list[str]:
    ancestry = (entry.get("_aiContext") or {}).get("componentAncestry")
    if not ancestry or not ancestry["components"]:
        return []
    return [f"  components: {' > '.join(inline(component['name']) for component in ancestry['components'])}"]


def _state(entry: Entry) -> list[str]:
    """What changed shortly before, then the other values."""
    snapshot = (entry.get("_aiContext") or {}).get("stateSnapshot") or {}
    values = snapshot.get("relevantSlice") or {}
    changed = snapshot.get("changed") or []
    source = inline(snapshot.get("source") or "")
    others = _state_values({key: value for key, value in values.items() if key not in changed})
    return [
        *([f"  within 2 s before: {source} state changed: {_changed_values(changed, values)}"] if changed else []),
        *([f"  {source} state: {others}"] if others else []),
    ]


def _state_values(values: Entry) -> str:
    return ", ".join(f"{inline(key)}={quoted(value, ACTION_CHARS)}" for key, value in values.items())[:STATE_CHARS]


def _changed_values(changed: list[str], values: Entry) -> str:
    shown = (_state_values({path: values[path]}) if path in values else inline(path) for path in changed)
    return ", ".join(shown)[:STATE_CHARS]


def _actions(entry: Entry) -> list[str]:
    actions = (entry.get("_actions") or [])[:ACTIONS]
    if not actions:
        return []
    before = duration(milliseconds_between(actions[0]["ts"], entry["ts"]))
    reported = ", before that ".join(_action(action, entry["url"]) for action in actions)
    return [f"  user, {before} before: {reported}"]


def _action(action: Entry, page: str) -> str:
    """Arriving at the page that the answer names anyway needs no address."""
    text = action.get("text") or action.get("target") or ""
    if text == page:
        return inline(action["type"])
    value = f" = {quoted(action['value'], ACTION_CHARS)}" if action.get("value") else ""
    return f"{inline(action['type'])} {quoted(text, ACTION_CHARS)}{value}" if text else inline(action["type"])


def _annotations(entry: Entry) -> list[str]:
    context = entry.get("_context")
    return [f"  annotations: {quoted(context, STATE_CHARS)}"] if context else []


def _picture(entry: Entry) -> list[str]:
    return [f"  screenshot: {inline(entry['_screenshot'])}"] if entry.get("_screenshot") else []
