"""analyze what=security: security issues in captured data and how to fix them."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from gasoline.analysis.security.audit import Audit
from gasoline.analysis.security.finding import CATEGORIES, SEVERITIES
from gasoline.capabilities.observe.network_bodies import HOW_TO_SWITCH_ON, is_off
from gasoline.rendering.complete_or_short import complete_or_short
from gasoline.rendering.document import SEPARATOR, Document, View
from gasoline.rendering.entry_list import sites_text
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.size import count_of
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.fit_items import fit_items
from gasoline.toolkit.listing import UrlFilter, why_nothing_captured
from gasoline.toolkit.security_audit import Checks, audited_sites, run_audit

PLACES = 5
VALUE_CHARS = 120
SCANNED = (
    ("network_requests", "request", "requests"),
    ("console_entries", "console entry", "console entries"),
    ("unique_endpoints", "endpoint", "endpoints"),
)
"""The names that the summary uses, in words."""
SAID_APART = frozenset({"places", "ts", "count"})
Entry = dict[str, Any]

NOTHING_AUDITED = "Nothing was audited"
HOW_TO_SEE_MORE = "ask for a single check, use url_filter, or fix these first"


class Params(BaseParams, frozen=True, kw_only=True):
    """Exposed secrets, personal data; missing authentication, headers."""

    checks: Checks | None = None
    url_filter: UrlFilter | None = None
    severity_min: Annotated[Literal["info", "warning", "critical"], Meta(description="Lowest severity.")] = "warning"


async def run(ctx: Context, params: Params) -> Answer:
    found = await run_audit(ctx, params.checks or CATEGORIES, params.url_filter, params.severity_min)
    shown = fit_items([finding.shown() for finding in found.findings])
    data = {"findings": shown, "summary": found.summary(len(shown))}
    note = _note(ctx, params, found, len(found.found) - len(shown))
    facts = {"sites": audited_sites(ctx.store, params.url_filter), "is_empty": found.is_empty}
    return Answer(data, note, facts=facts)


def _note(ctx: Context, params: Params, found: Audit, left_out: int) -> str:
    if found.is_empty and params.url_filter and ctx.store.cursor:
        return "No captured event matches url_filter; broaden it."
    if found.is_empty:
        return why_nothing_captured(ctx)
    notes = list(found.not_examined)
    if left_out:
        notes.insert(0, f"{left_out} more left out, none more severe in its category: {HOW_TO_SEE_MORE}.")
    if found.hidden:
        verb = "is" if found.hidden == 1 else "are"
        notes.append(f"{found.hidden} of lower severity {verb} hidden: use severity_min=info to see them.")
    if is_off(ctx):
        notes.append(f"Bodies were not checked: {HOW_TO_SWITCH_ON}")
    return " ".join(notes)


def render(view: View) -> Document:
    findings, summary = view.data["findings"], view.data["summary"]
    shown = SEVERITIES[SEVERITIES.index(view.params.severity_min) :][::-1]
    counts = [f"{summary[name]} {name}" for name in shown if summary.get(name)]
    total = summary["total"] - summary.get("hidden", 0)
    none = NOTHING_AUDITED if view.facts["is_empty"] else "No security findings"
    verdict = f"{count_of(total, 'security finding')} ({', '.join(counts)})" if total else none
    headline = SEPARATOR.join(
        part for part in (f"{verdict}{_scanned(summary)}", sites_text(view.facts["sites"])) if part
    )
    entries, more = complete_or_short(
        [_finding(finding) for finding in findings],
        [_finding(finding, PLACES, VALUE_CHARS) for finding in findings],
        is_part=bool(view.params.url_filter or view.params.checks),
        narrower="checks=… or url_filter=… (every place, complete values)",
    )
    return Document(headline, [*entries, view.note], more)


def _scanned(summary: Entry) -> str:
    scanned = summary.get("scanned") or {}
    parts = [count_of(scanned[name], one, many) for name, one, many in SCANNED if scanned.get(name)]
    return f" in {', '.join(parts)}" if parts else ""


def _finding(finding: Entry, most: int | None = None, chars: int | None = None) -> str:
    cwe = f" [{inline(finding['cwe'])}]" if finding.get("cwe") else ""
    evidence: Entry = finding["evidence"]
    times = f" ×{quoted(evidence['count'], chars)}" if evidence.get("count") else ""
    lines = [
        f"{finding['severity']} {inline(finding['category'])}: {inline(finding['title'])}{cwe}{times}",
        f"  {inline(finding['description'])}",
        *_evidence(evidence, finding["description"], most, chars),
        f"  fix: {inline(finding['recommendation'])}",
    ]
    return "\n".join(lines)


def _evidence(evidence: Entry, description: str, most: int | None, chars: int | None) -> list[str]:
    """What the description does not say yet, without what is false or empty."""
    seen = f"at {inline(_time_of_day(evidence['ts']))}" if evidence.get("ts") else ""
    more = {name: value for name, value in evidence.items() if _says_more(name, value, description)}
    facts = [f"{inline(name)} {quoted(value, chars)}" for name, value in more.items()]
    shown = ", ".join(part for part in (seen, *facts) if part)
    places = evidence.get("places") or []
    left_out = len(places) - len(places[:most])
    return [
        *([f"  {shown}"] if shown else []),
        *(f"  in {quoted(place, chars)}" for place in places[:most]),
        *([f"  and in {count_of(left_out, 'more place')}"] if left_out else []),
    ]


def _time_of_day(ts: Any) -> str:
    """Shortens a browser timestamp; leaves other values, which a capsule may contain, unchanged."""
    return str(ts).partition("T")[2].removesuffix("Z") or str(ts)


def _says_more(name: str, value: Any, description: str) -> bool:
    if name in SAID_APART or value in (None, "", False, []):
        return False
    if name == "method":
        return not description.startswith(str(value))
    return not isinstance(value, str) or quoted(value) not in description


CAPABILITY = Capability(
    "security_audit",
    (Mode("analyze", "security"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
)
