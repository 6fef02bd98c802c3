"""What became of each issue of the baseline, and what is new."""

from typing import Literal

from msgspec import Struct

from gasoline.model.activity import ConsoleIssue, Endpoint

NOT_SEEN = "(not seen)"
MASKED = "(not seen, but masked)"
Category = Literal["console", "network", "server"]


class Change(Struct, frozen=True):
    """One row of the comparison."""

    type: Literal["resolved", "new", "changed", "unchanged"]
    category: Category
    before: str
    after: str


class Changes(Struct, frozen=True):
    """The whole comparison."""

    changes: list[Change]
    new: list[Change]
    uncalled: list[Endpoint]
    """Endpoints that failed before and were not called again: whether they still fail is unknown."""

    @property
    def resolved(self) -> int:
        return sum(change.type == "resolved" for change in self.changes)

    @property
    def all_resolved(self) -> bool:
        return self.resolved == len(self.changes) and not self.uncalled


class Side(Struct, frozen=True):
    """One side of the comparison."""

    issues: list[ConsoleIssue]
    endpoints: list[Endpoint]

    @property
    def keys(self) -> set[str]:
        """The keys of all issues."""
        failed = {endpoint.key for endpoint in self.endpoints if endpoint.failures}
        return {issue.key for issue in self.issues} | failed

    @property
    def console_errors(self) -> int:
        return sum(issue.count for issue in self.issues if issue.source == "console")

    @property
    def server_errors(self) -> int:
        """Exceptions of development servers."""
        return sum(issue.count for issue in self.issues if issue.source == "server")

    @property
    def network_errors(self) -> int:
        return sum(endpoint.failures for endpoint in self.endpoints)

    @property
    def total(self) -> int:
        return self.console_errors + self.network_errors + self.server_errors


def compare_issues(before: Side, after: Side, masked: frozenset[str] = frozenset()) -> Changes:
    """`masked` names issues that are gone only because their step does nothing any more: none of them is resolved."""
    endpoints = {endpoint.key: endpoint for endpoint in after.endpoints}
    failed = [endpoint for endpoint in before.endpoints if endpoint.failures]
    called = [endpoint for endpoint in failed if endpoint.key in endpoints]
    known_issues, known_failures = {issue.key for issue in before.issues}, {endpoint.key for endpoint in failed}
    seen = {issue.key: issue for issue in after.issues}
    return Changes(
        changes=[
            *(_console_change(issue, seen.get(issue.key), is_masked=issue.key in masked) for issue in before.issues),
            *(
                _network_change(endpoint, endpoints[endpoint.key], is_masked=endpoint.key in masked)
                for endpoint in called
            ),
        ],
        new=[
            *(_new(issue.source, describe_issue(issue)) for issue in after.issues if issue.key not in known_issues),
            *(
                _new("network", describe_endpoint(endpoint))
                for endpoint in after.endpoints
                if endpoint.failures and endpoint.key not in known_failures
            ),
        ],
        uncalled=[endpoint for endpoint in failed if endpoint.key not in endpoints],
    )


def _console_change(before: ConsoleIssue, after: ConsoleIssue | None, *, is_masked: bool) -> Change:
    if after is None and is_masked:
        return Change("changed", before.source, describe_issue(before), MASKED)
    if after is None:
        return Change("resolved", before.source, describe_issue(before), NOT_SEEN)
    kind: Literal["unchanged", "changed"] = "unchanged" if before.count == after.count else "changed"
    return Change(kind, before.source, describe_issue(before), describe_issue(after))


def _network_change(before: Endpoint, after: Endpoint, *, is_masked: bool) -> Change:
    """Resolved by a success alone: not by a redirect, nor where it still fails now and then."""
    is_resolved = after.successes and not is_masked
    kind: Literal["resolved", "unchanged", "changed"] = "resolved" if is_resolved else "changed"
    if after.failures:
        same = (before.status, before.failures) == (after.status, after.failures)
        kind = "unchanged" if same else "changed"
    return Change(kind, "network", describe_endpoint(before), describe_endpoint(after))


def _new(category: Category, text: str) -> Change:
    return Change("new", category, NOT_SEEN, text)


def describe_issue(issue: ConsoleIssue) -> str:
    return f"{issue.message} (x{issue.count})" if issue.count > 1 else issue.message


def describe_endpoint(endpoint: Endpoint) -> str:
    return f"{endpoint.name} → {endpoint.status or 'no answer'}"
