"""Audits as text: the verdict first, then each finding with its place and the next step."""

from collections import Counter
from typing import Any

from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.size import count_of

NODES = 5
PLACES = 5
SNIPPET_CHARS = 160
VALUE_CHARS = 120

Entry = dict[str, Any]


def accessibility_document(view: View) -> Document:
    report: Entry = view.data
    summary = report["summary"]
    counts = Counter(violation["impact"] for violation in report["violations"])
    worst = f" ({', '.join(f'{number} {impact}' for impact, number in counts.items())})" if counts else ""
    verdict = f"{count_of(summary['violations'], 'accessibility violation')}{worst}, {summary['passes']} rules pass"
    entries = [_violation(violation) for violation in report["violations"]]
    passes = [f"passes: {inline(rule['id'])}" for rule in report.get("passes") or []]
    frames = report.get("framesLeftOut")
    left_out = f"{count_of(frames, 'frame')} could not be audited: another origin." if frames else ""
    return Document(f"{verdict} · {inline(report['url'])}", [*entries, *passes, left_out, view.note])


def _violation(violation: Entry) -> str:
    nodes = violation["nodes"]
    total = violation.get("nodeCount") or len(nodes)
    criteria = [inline(tag) for tag in violation["wcag"] if not tag.startswith("wcag")]
    wcag = f" (WCAG {', '.join(criteria)})" if criteria else ""
    lines = [
        f"{inline(violation['impact'])} {inline(violation['id'])} ×{total}: {inline(violation['description'])}{wcag}"
    ]
    for node in nodes[:NODES]:
        frame = f" in frame {quoted(node['frame'])}" if node.get("frame") else ""
        lines += [
            f"  {inline(node['selector'])}{frame}: {inline(node['html'], SNIPPET_CHARS)}",
            f"    fix: {inline(node['fix'] or node['failureSummary'])}",
        ]
    if total > NODES:
        lines.append(f"  and {total - min(NODES, len(nodes))} more elements")
    return "\n".join(lines)


def security_document(view: View) -> Document:
    findings, summary = view.data["findings"], view.data["summary"]
    counts = [f"{summary[name]} {name}" for name in ("critical", "warning", "info") if summary.get(name)]
    verdict = ", ".join(counts) if counts else "No security findings"
    return Document(f"{verdict}{_scanned(summary)}", [*map(_finding, findings), view.note])


def _scanned(summary: Entry) -> str:
    scanned = summary.get("scanned") or {}
    parts = [f"{number} {name.replace('_', ' ')}" for name, number in scanned.items()]
    return f" in {', '.join(parts)}" if parts else ""


def _finding(finding: Entry) -> str:
    cwe = f" [{inline(finding['cwe'])}]" if finding.get("cwe") else ""
    lines = [
        f"{finding['severity']} {inline(finding['title'])}{cwe}",
        f"  {inline(finding['description'])}",
        *_evidence(finding["evidence"]),
        f"  fix: {inline(finding['recommendation'])}",
    ]
    return "\n".join(lines)


def _evidence(evidence: Entry) -> list[str]:
    places = evidence.get("places") or []
    facts = {name: value for name, value in evidence.items() if name != "places"}
    shown = ", ".join(f"{inline(name)} {quoted(value, VALUE_CHARS)}" for name, value in facts.items())
    return [
        *([f"  {shown}"] if shown else []),
        *(f"  in {inline(str(place), VALUE_CHARS)}" for place in places[:PLACES]),
    ]
