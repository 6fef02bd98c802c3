"""The verdict on a fix: the first row that holds."""

from gasoline.analysis.verification.changes import Changes, Side
from gasoline.model.verification import Verdict


def verdict(before: Side, after: Side, changes: Changes) -> Verdict:
    resolved, all_resolved = changes.resolved, changes.all_resolved
    table: tuple[tuple[bool, Verdict], ...] = (
        (before.total == 0 and after.total == 0, "no_issues_detected"),
        (before.total == 0, "regressed"),
        (all_resolved and not changes.new, "fixed"),
        (all_resolved, "different_issue"),
        (after.total > before.total, "regressed"),
        (resolved > 0 and not changes.new, "improved"),
        (resolved > 0, "different_issue"),
    )
    return next((name for holds, name in table if holds), "unchanged")
