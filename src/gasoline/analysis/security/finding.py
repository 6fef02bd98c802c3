"""What a rule says: a finding, and what the audit knows of it beyond what it shows."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec
from msgspec import Struct

from gasoline.kernel.secrets.formats.format import Severity

Category = Literal["credentials", "auth_patterns", "pii_exposure", "transport", "headers"]
CATEGORIES: tuple[Category, ...] = ("credentials", "auth_patterns", "pii_exposure", "transport", "headers")
SEVERITIES: tuple[Severity, ...] = ("info", "warning", "critical")


class Finding(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One security issue, as `security_audit` reports it (SEC-01)."""

    rule: str
    severity: Severity
    category: Category
    title: str
    description: str
    evidence: dict[str, Any]
    recommendation: str
    cwe: str = ""
    count: int = 1
    """How often the same was seen."""
    same: str = ""
    """What it is about, the secret itself or an endpoint: findings that agree in it are one. Never shown."""
    places: dict[tuple[str, ...], Any] = {}
    """All places of a secret, the oldest first."""

    def shown(self) -> dict[str, Any]:
        fields = ("severity", "category", "title", "description", "evidence", "recommendation")
        shown = {name: getattr(self, name) for name in fields}
        if self.cwe:
            shown["cwe"] = self.cwe
        if self.count > 1:
            shown["evidence"] = {**self.evidence, "count": self.count}
        return shown


class Rule(Struct, frozen=True):
    """A rule of the audit: to which category it belongs, and what it finds in the captures."""

    id: str
    category: Category
    run: Callable[[Any], Iterator[Finding]]
