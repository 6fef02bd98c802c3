"""The security audit: all rules over all captures, each matter once, the worst first."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from gasoline.analysis.security import rules
from gasoline.analysis.security.addresses import endpoint
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import CATEGORIES, SEVERITIES, Category, Finding, Rule
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.model import limits
from gasoline.model.events import ConsoleEntry

Done = Callable[[int], None]
"""Is told how many of the rules have run."""


@dataclass(frozen=True)
class Audit:
    found: list[Finding]
    """All there are, the worst first."""
    findings: list[Finding]
    """Of these at most twenty in a category."""
    scanned: dict[str, int]

    def summary(self, shown: int) -> dict[str, Any]:
        """Of everything that was found, and what of it is not among the findings shown."""
        counts = Counter(finding.severity for finding in self.found)
        by_severity: dict[str, int] = {severity: counts[severity] for severity in reversed(SEVERITIES)}
        left_out = self._left_out(shown)
        more = {"shown": shown, "left_out": left_out} if left_out else {}
        return {"total": len(self.found), **by_severity, **more, "scanned": self.scanned}

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
    found = _run_all(rules_of(checks), captures, done)
    floor = SEVERITIES.index(severity_min)
    worst_first = [finding for finding in merge(found) if SEVERITIES.index(finding.severity) >= floor]
    kept = _cap(worst_first)
    return Audit(worst_first, kept, scanned(captures))


def _run_all(wanted: list[Rule], captures: Captures, done: Done) -> Iterator[Finding]:
    for number, rule in enumerate(wanted, start=1):
        yield from rule.run(captures)
        done(number)


def merge(findings: Iterable[Finding]) -> list[Finding]:
    """The same matter seen many times is one finding with a count, told by the rule that finds it worst."""
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.same, []).append(finding)
    told = [_one(group) for group in groups.values()]
    return sorted(told, key=lambda finding: (-SEVERITIES.index(finding.severity), CATEGORIES.index(finding.category)))


def _one(group: list[Finding]) -> Finding:
    worst = max(group, key=lambda finding: SEVERITIES.index(finding.severity))
    same_rule = [finding for finding in group if finding.rule == worst.rule and finding.category == worst.category]
    return replace(worst, count=sum(finding.count for finding in same_rule))


def _cap(findings: list[Finding]) -> list[Finding]:
    seen: Counter[str] = Counter()
    kept = []
    for finding in findings:
        seen[finding.category] += 1
        if seen[finding.category] <= limits.SECURITY_FINDINGS:
            kept.append(finding)
    return kept


def scanned(captures: Captures) -> dict[str, int]:
    exchanges = captures.exchanges
    return {
        "network_requests": len(exchanges),
        "console_entries": sum(isinstance(entry, ConsoleEntry) for entry in captures.logs),
        "unique_endpoints": len({endpoint(exchange.method or "GET", exchange.url) for exchange in exchanges}),
    }
