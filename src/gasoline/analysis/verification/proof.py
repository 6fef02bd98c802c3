"""Why a `fixed` is not proved: the error had no chance to come back, or a hidden one would look the same."""

from gasoline.analysis.sessions.page_changes import PageChanges
from gasoline.analysis.verification.exercise_evidence import Evidence
from gasoline.analysis.verification.issue_changes import Changes


def why_unproved(changes: Changes, evidence: Evidence, page: PageChanges) -> str:
    """Empty if the evidence is enough."""
    table = (
        (not evidence.is_exercised, "nothing happened in the page"),
        (evidence.failing_step_repeated is False, "the failing step was not repeated"),
        (
            evidence.failing_step_repeated is None and bool(evidence.unvisited),
            "the page that had the error was not visited",
        ),
        (looks_the_same(changes, evidence, page), "the page shows and receives the same as with the error"),
        (evidence.is_without_effect, "no request and no navigation follows the failing step"),
    )
    return next((why for holds, why in table if holds), "")


def looks_the_same(changes: Changes, evidence: Evidence, page: PageChanges) -> bool:
    """The page no longer throws, and nothing else is different: an error that is only caught looks like this."""
    resolved = [change for change in changes.changes if change.type == "resolved"]
    is_only_silent = bool(resolved) and all(change.category == "console" for change in resolved)
    is_same = page.pages is not None and page.count == 0 and not evidence.goes_on
    had_its_chance = evidence.is_exercised and evidence.failing_step_repeated is not False and not evidence.unvisited
    return is_only_silent and is_same and had_its_chance
