"""analyze what=accessibility: accessibility violations of the page and how to fix them."""

from collections import Counter
from typing import Annotated, Any

from msgspec import Meta

from gasoline.rendering.document import Document, View
from gasoline.rendering.quote import inline, quoted
from gasoline.rendering.size import count_of
from gasoline.toolkit.accessibility_audit import AuditParams, audit
from gasoline.toolkit.capability import Answer, Capability, Mode, Need
from gasoline.toolkit.context import Context

NODES = 5
SNIPPET_CHARS = 160
Entry = dict[str, Any]


class Params(AuditParams, frozen=True, kw_only=True):
    """axe-core violations, each with a fix. Worst first."""

    include_passes: Annotated[bool, Meta(description="Add passing rules.")] = False


async def run(ctx: Context, params: Params) -> Answer:
    found = await audit(ctx, params, include_passes=params.include_passes)
    return Answer(found.report, found.note)


def render(view: View) -> Document:
    report: Entry = view.data
    summary = report["summary"]
    counts = Counter(violation["impact"] for violation in report["violations"])
    worst = f" ({', '.join(f'{number} {impact}' for impact, number in counts.items())})" if counts else ""
    verdict = ", ".join(
        (
            f"{count_of(summary['violations'], 'accessibility violation')}{worst}",
            count_of(summary["passes"], "rule passes", "rules pass"),
            *(
                [count_of(unsure, "rule needs", "rules need") + " a person"]
                if (unsure := summary["incomplete"])
                else []
            ),
        )
    )
    entries = [_violation(violation) for violation in report["violations"]]
    passes = [f"passes: {inline(rule['id'])}" for rule in report.get("passes") or []]
    return Document(f"{verdict} · {inline(report['url'])}", [*entries, *passes, view.note])


def _violation(violation: Entry) -> str:
    nodes = violation["nodes"]
    total = violation.get("nodeCount") or len(nodes)
    wcag = f" ({', '.join(map(inline, violation['wcag']))})" if violation["wcag"] else ""
    lines = [
        f"{inline(violation['impact'])} {inline(violation['id'])} ×{total}: {inline(violation['description'])}{wcag}"
    ]
    for node in nodes[:NODES]:
        frame = f" in frame {quoted(node['frame'])}" if node.get("frame") else ""
        lines += [
            f"  at {inline(node['selector'])}{frame}: {inline(node['html'], SNIPPET_CHARS)}",
            f"    fix: {inline(node['fix'] or node['failureSummary'])}",
        ]
    if violation.get("helpUrl"):
        lines.append(f"  more about it: {inline(violation['helpUrl'])}")
    if total > NODES:
        lines.append(f"  and {total - min(NODES, len(nodes))} more elements")
    return "\n".join(lines)


CAPABILITY = Capability(
    "run_accessibility_audit",
    (Mode("analyze", "accessibility"),),
    Params,
    run,
    render,
    needs=frozenset({Need.BROWSER}),
    shows_page_text=True,
)
