"""Security findings as SARIF findings."""

from collections.abc import Iterable, Iterator

from gasoline.analysis.export.sarif import Finding, Level
from gasoline.analysis.security.finding import Finding as SecurityFinding
from gasoline.kernel.secrets.formats.format import Severity

LEVELS: dict[Severity, Level] = {"critical": "error", "warning": "warning", "info": "note"}
UNKNOWN_PAGE = "unknown:page"


def security_findings(findings: Iterable[SecurityFinding]) -> Iterator[Finding]:
    """One result for each finding; where it was found is the place."""
    for finding in findings:
        shown = finding.evidence
        yield Finding(
            rule=f"security/{finding.rule}",
            description=finding.title,
            level=LEVELS[finding.severity],
            message=f"{finding.description}\nFix: {finding.recommendation}",
            uri=_uri(finding),
            tags=("security", finding.category, *([f"external/cwe/{finding.cwe.lower()}"] if finding.cwe else [])),
            element=":".join(str(shown[name]) for name in ("field", "param_name", "header", "path") if name in shown),
            snippet=str(shown.get("redacted_preview") or shown.get("redacted_value") or ""),
        )


def _uri(finding: SecurityFinding) -> str:
    shown = finding.evidence
    if "resource_url" in shown or "page_url" in shown:
        return str(shown.get("resource_url") or shown["page_url"])
    address = str(shown.get("url", "")).partition("?")[0]
    return str(shown.get("origin", "")) + address or UNKNOWN_PAGE
