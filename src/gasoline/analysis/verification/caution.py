"""What to be careful about where a verdict rests on silence."""

from collections.abc import Iterator

from gasoline.analysis.sessions.page_changes import PageChanges
from gasoline.analysis.verification.exercise_evidence import Evidence
from gasoline.analysis.verification.expectation import Outcome
from gasoline.analysis.verification.issue_changes import Changes, Side
from gasoline.analysis.verification.proof import looks_the_same
from gasoline.kernel.quoted import listed, quoted

NO_ERROR_BEFORE = "No error was captured before, so there is no error to compare."  # FIX-14

SAME_PAGE = "The error is gone, but the page shows and receives the same as with it: the error may only be hidden."


def caution(
    before: Side,
    changes: Changes,
    evidence: Evidence,
    outcome: Outcome | None,
    page: PageChanges,
    *,
    is_masked: bool,
) -> str:
    """Sentences, or nothing where what was seen is enough."""
    is_repeated = evidence.failing_step_repeated is True
    return " ".join(
        (
            *([NO_ERROR_BEFORE] if not before.total and not (outcome and outcome.decides) else []),
            *_sentences(changes, evidence, is_masked=is_masked),
            *([SAME_PAGE] if not is_masked and looks_the_same(changes, evidence, page) else []),
            *(outcome.cautions(changes, is_repeated=is_repeated) if outcome else ()),
            *_about_old_code(before, changes, evidence),
        )
    )


def _sentences(changes: Changes, evidence: Evidence, *, is_masked: bool) -> Iterator[str]:
    since = f"since {evidence.action}"
    if evidence.lost:
        yield f"Events {since} were lost ({', '.join(evidence.lost)}) and are not part of this comparison."
    if not evidence.is_exercised:
        yield (f"Nothing happened in the page {since}, so nothing was exercised: repeat the steps, compare again.")
        return
    if is_masked:
        yield (
            f"The error is gone, but what used to follow the failing step did not happen either: "
            f"{listed(evidence.missing_effects)}. The error may only be hidden."
        )
    if changes.uncalled:
        names = listed(each.name for each in changes.uncalled)
        yield f"Failed before and not called again {since}: {names}."
    if changes.resolved:
        yield from _about_the_path(evidence)


def _about_old_code(before: Side, changes: Changes, evidence: Evidence) -> Iterator[str]:
    """If the session was only started, events before the code change are counted too."""
    is_bad = changes.new or any(change.type == "unchanged" for change in changes.changes)
    if evidence.action == "start" and before.total and is_bad:
        yield (
            "Everything since start is counted: if the change came later, call action=watch, repeat the steps and "
            "compare again."
        )


def _about_the_path(evidence: Evidence) -> Iterator[str]:
    """Whether an error that was not seen had its chance."""
    since = f"since {evidence.action}"
    last_step = quoted(evidence.steps[-1][0]) if evidence.steps else ""
    if evidence.is_without_effect:
        yield (
            f"No request and no navigation follows the last step before the original error ({last_step}), "
            f"neither before nor {since}, so its effect cannot be verified. If one should follow, the error may only "
            "be hidden."
        )
    if evidence.failing_step_repeated is True:
        return
    if evidence.failing_step_repeated is False:
        yield f"The last step before the original error ({last_step}) was not repeated {since}."
        return
    yield "No user step before the original error is known, so it is unknown whether the failing path was repeated."
    if evidence.unvisited:
        yield f"Pages that had errors but were not visited {since}: {listed(evidence.unvisited)}."
