"""An accessibility report as findings."""

from collections.abc import Iterator
from typing import Any

from gasoline.analysis.export.sarif import Finding, Level

LEVELS: dict[str, Level] = {"critical": "error", "serious": "error", "moderate": "warning", "minor": "note"}


def accessibility_findings(report: dict[str, Any]) -> Iterator[Finding]:
    """One finding for each node of each violation; the report is the answer of `run_accessibility_audit`."""
    for violation in report["violations"]:
        for node in violation["nodes"]:
            yield Finding(
                rule=violation["id"],
                description=violation["description"],
                level=LEVELS.get(violation["impact"], "warning"),
                message=f"{node['failureSummary']}\nFix: {node['fix']}.",
                uri=report["url"],
                help_url=violation["helpUrl"],
                tags=("accessibility", *violation["wcag"]),
                element=" >>> ".join(filter(None, [node.get("frame"), node["selector"]])),
                snippet=node["html"],
            )
