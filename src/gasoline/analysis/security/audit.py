"""The security audit: all rules over all captures, each matter once, the worst first."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from gasoline.analysis.security import rules
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.evidence import shown_places
from gasoline.analysis.security.finding import CATEGORIES, SEVERITIES, Category, Finding, Rule
from gasoline.analysis.security.url_facts import endpoint
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.model.events import ConsoleEntry

MAX_SECURITY_FINDINGS = 20  # SEC-04: for each category

Done = Callable[[int], None]
"""Called with the number of rules that have run."""


@dataclass(frozen=True)
class Audit:
    found: list[Finding]
    """Findings of the requested severity, the worst first."""
    findings: list[Finding]
    """At most twenty of `found` in each category."""
    counts: Counter[str]
    """The number of all findings by severity."""
    scanned: dict[str, int]
    not_examined: list[str]
    is_empty: bool
    """Whether no captured event passes the filter."""

    @property
    def hidden(self) -> int:
        """Findings below the severity that was asked for."""
        return self.counts.total() - len(self.found)

    def summary(self, shown: int) -> dict[str, Any]:
        """Counts all findings, and those that are not shown."""
        by_severity: dict[str, int] = {severity: self.counts[severity] for severity in reversed(SEVERITIES)}
        left_out = self._left_out(shown)
        more: dict[str, Any] = {"shown": shown, "left_out": left_out} if left_out else {}
        if self.hidden:
            more["hidden"] = self.hidden
        if self.not_examined:
            more["not_examined"] = self.not_examined
        return {"total": self.counts.total(), **by_severity, **more, "scanned": self.scanned}

    def _left_out(self, shown: int) -> list[dict[str, Any]]:
        rest = Counter(finding.category for finding in self.found)
        rest.subtract(finding.category for finding in self.findings[:shown])
        return [{"category": category, "count": count} for category, count in rest.items() if count]


def rules_of(checks: Collection[Category]) -> list[Rule]:
    return [rule for rule in rules.ALL if rule.category in checks]


def audit(
    captures: Captures,
    checks: Collection[Category],
    severity_min: Severity,
    done: Done = lambda _: None,
) -> Audit:
    return audit_report(merge(_run_all(rules_of(checks), captures, done)), captures, severity_min)


def audit_report(everything: list[Finding], captures: Captures, severity_min: Severity) -> Audit:
    """What of all findings, the worst first, is shown."""
    floor = SEVERITIES.index(severity_min)
    worst_first = [finding for finding in everything if SEVERITIES.index(finding.severity) >= floor]
    counts = Counter[str](finding.severity for finding in everything)
    return Audit(worst_first, _cap(worst_first), counts, scanned(captures), captures.not_examined, captures.is_empty)


def _run_all(wanted: list[Rule], captures: Captures, done: Done) -> Iterator[Finding]:
    for number, rule in enumerate(wanted, start=1):
        yield from rule.run(captures)
        done(number)


def merge(findings: Iterable[Finding]) -> list[Finding]:
    """Merges repeated findings into one with a count, from the rule that gives the highest severity."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.same, []).append(finding)
    reported = [_one(group) for group in groups.values()]
    return sorted(
        reported, key=lambda finding: (-SEVERITIES.index(finding.severity), CATEGORIES.index(finding.category))
    )


def _one(group: list[Finding]) -> Finding:
    if len(group) == 1 and len(group[0].places) <= 1:
        return group[0]
    worst = max(group, key=lambda finding: SEVERITIES.index(finding.severity))
    same_rule = [finding for finding in group if finding.rule == worst.rule and finding.category == worst.category]
    places = {key: text for finding in group for key, text in finding.places.items()}
    shown = dict(worst.evidence)
    if len(places) > 1:
        shown |= {"places": shown_places(places), "place_count": len(places)}
    return replace(worst, evidence=shown, count=sum(finding.count for finding in same_rule))


def _cap(findings: list[Finding]) -> list[Finding]:
    seen: Counter[str] = Counter()
    kept = []
    for finding in findings:
        seen[finding.category] += 1
        if seen[finding.category] <= MAX_SECURITY_FINDINGS:
            kept.append(finding)
    return kept


def scanned(captures: Captures) -> dict[str, int]:
    exchanges = captures.exchanges
    return {
        "network_requests": len(exchanges),
        "console_entries": sum(isinstance(entry, ConsoleEntry) for entry in captures.logs),
        "unique_endpoints": len({endpoint(exchange.method or "GET", exchange.url) for exchange in exchanges}),
    }
