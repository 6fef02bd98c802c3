"""The security audit of a saved session: its findings, because a capsule has no secrets that could be found again."""

from collections.abc import Collection
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from gasoline.analysis.security.finding import Category, Finding
from gasoline.kernel.secrets.formats.format import Severity


class SavedFinding(Struct, frozen=True, kw_only=True):
    """A finding without the secret that it is about."""

    rule: str
    severity: Severity
    category: Category
    title: str
    description: str
    evidence: dict[str, Any]
    recommendation: str
    cwe: str = ""
    count: int = 1


def saved_finding(finding: Finding) -> SavedFinding:
    return SavedFinding(**{name: getattr(finding, name) for name in SavedFinding.__struct_fields__})


class RecordedAudit(Struct, frozen=True, kw_only=True):
    """Every finding of all checks, the worst first."""

    findings: tuple[SavedFinding, ...] = ()
    not_examined: tuple[str, ...] = ()

    def select(self, checks: Collection[Category], url_filter: str | None) -> list[Finding]:
        return [
            Finding(**asdict(saved))
            for saved in self.findings
            if saved.category in checks and (not url_filter or _mentions(saved.evidence, url_filter))
        ]


def _mentions(evidence: Any, part: str) -> bool:
    """Whether the event that a finding is about has this in one of its URLs."""
    if isinstance(evidence, dict):
        address = f"{evidence.get('origin') or ''}{evidence.get('url') or ''}"
        return part in address or any(_mentions(value, part) for value in evidence.values())
    if isinstance(evidence, list):
        return any(_mentions(item, part) for item in evidence)
    return isinstance(evidence, str) and part in evidence
