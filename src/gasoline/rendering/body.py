"""Bodies of requests and responses, readable and not escaped twice."""

import json
from typing import Any

from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import Frame, Wording, list_document
from gasoline.rendering.moment import clock, duration
from gasoline.rendering.outline import outline
from gasoline.rendering.quote import compact, inline, parsed, quoted
from gasoline.rendering.untrusted import trust_mark

WORDING = Wording("exchange", "observe what=network_bodies", "b", "all headers, complete bodies")
LIST_BYTES = 12_000
PREFIX_CHARS = 60
ONE_LINE_CHARS = 160
PRETTY_LINES = 60
BODIES = ("requestBody", "responseBody")
HEADERS_THAT_MATTER = frozenset(
    {"location", "retry-after", "www-authenticate", "access-control-allow-origin", "cache-control", "x-request-id"}
)

Entry = dict[str, Any]


def bodies_document(view: View) -> Document:
    pages = [entry.get("pageUrl") or entry["url"] for entry in view.data]

    def lines(frame: Frame) -> list[str]:
        return [_block(seq, entry, frame) for seq, entry in zip(view.seqs, view.data, strict=True)]

    return list_document(view, WORDING, lines, pages=pages, prefix_chars=PREFIX_CHARS, list_bytes=LIST_BYTES)


def body_document(view: View) -> Document:
    """One exchange, complete."""
    if not view.data:
        return Document(view.note)
    entry = view.data[0]
    facts = outline({name: value for name, value in entry.items() if name not in BODIES or not value})
    bodies = [line for name in BODIES if entry.get(name) for line in [f"{name}:", *_pretty(entry[name], None)]]
    return Document(f"{view.params.id}, complete", [*facts, *bodies])


def _block(seq: int, entry: Entry, frame: Frame) -> str:
    status = str(entry["status"]) if entry["status"] else f"failed: {inline(entry.get('error') or 'no answer')}"
    took = f" {duration(entry['duration'])}" if entry.get("duration") is not None else ""
    kind = f" {inline(entry['contentType'])}" if entry.get("contentType") else ""
    first = (
        f"b{seq} {clock(entry['ts'])} {inline(entry['method'])} {frame.address(entry['url'])} → {status}{took}{kind}"
        f"{trust_mark(entry)}"
    )
    lines = [
        first,
        *_headers("request headers", entry.get("requestHeaders")),
        *_body("sent", entry.get("requestBody"), frame.width),
        *_headers("response headers", entry.get("responseHeaders")),
        *_body("received", entry.get("responseBody"), frame.width),
    ]
    return "\n".join([*lines, "  truncated: the body was longer"] if entry.get("truncated") else lines)


def _headers(label: str, headers: dict[str, str] | None) -> list[str]:
    shown = {name: value for name, value in (headers or {}).items() if name.lower() in HEADERS_THAT_MATTER}
    return [f"  {label}: {quoted(shown)}"] if shown else []


def _body(label: str, body: str | None, width: int) -> list[str]:
    if not body:
        return []
    value = parsed(body)
    text = quoted(body, width) if value is None else inline(compact(value))
    if len(text) <= max(ONE_LINE_CHARS, width):
        return [f"  {label} {text}"]
    return [f"  {label}:", *_pretty(body, PRETTY_LINES)]


def _pretty(body: str, max_lines: int | None) -> list[str]:
    """Indented JSON, or the text itself, line by line behind a gutter."""
    value = parsed(body)
    text = body if value is None else json.dumps(value, ensure_ascii=False, indent=1)
    lines = text.split("\n")
    shown = lines if max_lines is None else lines[:max_lines]
    rest = [f"    … {len(lines) - len(shown)} more lines"] if len(shown) < len(lines) else []
    return [*(f"    | {inline(line)}" for line in shown), *rest]
