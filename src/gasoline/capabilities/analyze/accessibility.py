"""analyze what=accessibility: accessibility violations of the page and how to fix them."""

from collections import Counter
from typing import Annotated, Any

from msgspec import Meta

from gasoline.rendering.complete_or_short import complete_or_short
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
    is_part = bool(view.params.scope)
    entries, _ = complete_or_short(
        [_violation(violation, with_reasons=is_part) for violation in report["violations"]],
        [_violation(violation, NODES, SNIPPET_CHARS) for violation in report["violations"]],
        is_part=is_part,
        narrower=ONE_PART,
    )
    passes = [_pass(rule) for rule in report.get("passes") or []]
    return Document(
        f"{verdict} · {inline(report['url'])}",
        [*entries, *passes, view.note],
        [ONE_PART] if entries and not is_part else [],
    )


ONE_PART = "scope=SELECTOR (one part complete, and why each element fails)"


def _violation(
    violation: Entry, most: int | None = None, chars: int | None = None, *, with_reasons: bool = False
) -> str:
    nodes = violation["nodes"][:most]
    total = violation.get("nodeCount") or len(violation["nodes"])
    wcag = f" ({', '.join(map(inline, violation['wcag']))})" if violation["wcag"] else ""
    lines = [
        f"{inline(violation['impact'])} {inline(violation['id'])} ×{total}: {inline(violation['description'])}{wcag}"
    ]
    for node in nodes:
        frame = f" in frame {quoted(node['frame'])}" if node.get("frame") else ""
        lines += [
            f"  at {inline(node['selector'])}{frame}: {inline(node['html'], chars)}",
            f"    fix: {inline(node['fix'] or node['failureSummary'])}",
            *(_reasons(node) if with_reasons else []),
        ]
    if violation.get("helpUrl"):
        lines.append(f"  more about it: {inline(violation['helpUrl'])}")
    if total > len(nodes):
        lines.append(f"  and {count_of(total - len(nodes), 'more element')}")
    return "\n".join(lines)


def _reasons(node: Entry) -> list[str]:
    """What axe found, line by line."""
    return [f"    | {inline(line.strip())}" for line in node["failureSummary"].split("\n")] if node["fix"] else []


def _pass(rule: Entry) -> str:
    times = f" ×{rule['nodeCount']}" if rule.get("nodeCount") else ""
    facts = [rule.get("description"), *(rule.get("wcag") or []), rule.get("helpUrl")]
    about = ", ".join(inline(fact) for fact in facts if fact)
    return f"passes: {inline(rule['id'])}{times}{f': {about}' if about else ''}"


CAPABILITY = Capability(
    "run_accessibility_audit",
    (Mode("analyze", "accessibility"),),
    Params,
    run,
    render,
    needs=frozenset({Need.BROWSER}),
    shows_page_text=True,
)
