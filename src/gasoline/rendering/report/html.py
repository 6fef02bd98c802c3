"""A report as one HTML file that opens offline. It has no script, and its policy allows none."""

import base64
import hashlib
from collections.abc import Iterator
from dataclasses import replace
from html import escape

from gasoline.kernel.text import truncate_text
from gasoline.model.units import MIB
from gasoline.rendering.moment import clock
from gasoline.rendering.quote import inline
from gasoline.rendering.report.lanes import NAMES, lanes
from gasoline.rendering.report.report import Moment, Part, Picture, Report
from gasoline.rendering.report.style import STYLE
from gasoline.rendering.size import count_of

MAX_BYTES = 2 * MIB  # CAPS-07
TITLE_CHARS = 200
DETAIL_STEPS = 8
"""The number of steps in which details are dropped."""
BLOCK_CHARS = 12_000
"""One block: all that stand outside of the timeline fit the file, even if each character must be escaped."""


def html_report(report: Report) -> bytes:
    """Small enough to be sent: first the oldest pictures are left out, then the oldest details."""
    return next(page for page in _size_variants(report) if len(page) <= MAX_BYTES)


def _size_variants(report: Report) -> Iterator[bytes]:
    pictures, details = report.pictures, sum(bool(moment.detail) for moment in report.timeline)
    for left_out in range(len(pictures) + 1):
        yield _page(_without(report, left_out, 0)).encode()
    for left_out in range(0, details, max(1, details // DETAIL_STEPS)):
        yield _page(_without(report, len(pictures), left_out)).encode()
    yield _page(_without(report, len(pictures), details)).encode()


def _without(report: Report, pictures: int, details: int) -> Report:
    """The report without its oldest pictures and details, which it says."""
    missing = [count_of(pictures, "older screenshot")] if pictures else []
    missing += [f"the details of {count_of(details, 'older event')}"] if details else []
    timeline, left = [], details
    for moment in report.timeline:
        timeline.append(replace(moment, detail="") if moment.detail and left > 0 else moment)
        left -= bool(moment.detail)
    said = [f"Left out to keep this file small: {' and '.join(missing)}."] if missing else []
    return replace(report, pictures=report.pictures[pictures:], timeline=timeline, summary=[*report.summary, *said])


def _page(report: Report) -> str:
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    title = escape(inline(report.title, TITLE_CHARS))
    return "".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{title}</title><style>{STYLE}</style></head><body><main><h1>{title}</h1>",
            f'<p class="mark">{_safe(report.mark)}</p>' if report.mark else "",
            _section("Summary", _list(report.summary, "ul")),
            _section("Expected and actual", [_block(report.note)] if report.note else []),
            _section("Steps", _list(report.steps, "ol")),
            _section("Errors", _part(report.errors)),
            _section("Possible causes", _list(report.causes, "ul")),
            _section("Server", [_block(entry) for entry in report.server]),
            _section("Screenshots", [_figure(picture) for picture in report.pictures]),
            _section("Failed requests with their bodies", _part(report.bodies)),
            _section("Timeline", _timeline(report.timeline)),
            _section("Requests", _folded("Show all requests", report.requests)),
            _section("Environment", _table(report.environment)),
            _section("The complete session", [_capsule(report.capsule)]),
            "</main></body></html>\n",
        ]
    )


def _section(heading: str, parts: list[str]) -> str:
    return f"<section><h2>{heading}</h2>{''.join(parts)}</section>" if parts else ""


def _block(text: str, attributes: str = "") -> str:
    lines = "\n".join(map(inline, text.splitlines()))
    return f"<pre{attributes}>{escape(truncate_text(lines, BLOCK_CHARS))}</pre>"


def _part(part: Part) -> list[str]:
    return [f"<p>{_safe(part.headline)}</p>", *map(_block, part.blocks)] if part.blocks else []


def _list(lines: list[str], kind: str) -> list[str]:
    return [f"<{kind}>", *(f"<li>{_safe(line)}</li>" for line in lines), f"</{kind}>"] if lines else []


def _timeline(moments: list[Moment]) -> list[str]:
    """The lanes, and a row for each event, which opens to show it complete."""
    rows = [f"<li>{_row(moment)}</li>" for moment in moments]
    return ["<p>Times are in UTC.</p>", *lanes(moments), '<ol class="rows">', *rows, "</ol>"] if rows else []


def _row(moment: Moment) -> str:
    kind = ' class="bad"' if moment.is_bad else ""
    line = (
        f'<time>{_safe(clock(moment.ts))}</time> <span class="tag {moment.lane}">{NAMES[moment.lane]}</span> '
        f"<span{kind}>{_safe(moment.text)}</span>"
    )
    # A link to what is inside opens it.
    target = f' id="{escape(moment.id)}"' if moment.id else ""
    if not moment.detail:
        return f'<div class="plain"{target}>{line}</div>'
    return f"<details><summary>{line}</summary>{_block(moment.detail, target)}</details>"


def _folded(summary: str, part: Part) -> list[str]:
    if not part.blocks:
        return []
    text = _block("\n".join([part.headline, *part.blocks]))
    return [f'<details class="complete"><summary>{summary}</summary>{text}</details>']


def _table(facts: list[tuple[str, str]]) -> list[str]:
    rows = (f'<tr><th scope="row">{_safe(name)}</th><td>{_safe(value)}</td></tr>' for name, value in facts)
    return ["<table><tbody>", *rows, "</tbody></table>"]


def _figure(picture: Picture) -> str:
    data = base64.b64encode(picture.jpeg).decode()
    caption = escape(inline(picture.caption, TITLE_CHARS))
    image = f'<img alt="The page when this error happened" src="data:image/jpeg;base64,{data}">'
    return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"


def _capsule(path: str) -> str:
    return f"<p><code>{_safe(path)}</code> – open it with <code>gasoline capsule open FILE</code>.</p>"


def _safe(text: str) -> str:
    """One line of text from any source."""
    return escape(inline(text))
