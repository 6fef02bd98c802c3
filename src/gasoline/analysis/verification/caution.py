"""What to be careful about where a verdict rests on silence."""

from collections.abc import Iterator

from gasoline.analysis.verification.exercise_evidence import Evidence
from gasoline.analysis.verification.issue_changes import Changes
from gasoline.kernel.quoted import listed, quoted


def caution(changes: Changes, evidence: Evidence, *, is_masked: bool) -> str:
    """Sentences, or nothing where what was seen is enough."""
    return " ".join(_sentences(changes, evidence, is_masked=is_masked))


def _sentences(changes: Changes, evidence: Evidence, *, is_masked: bool) -> Iterator[str]:
    if evidence.lost:
        yield f"Events since watch were lost ({', '.join(evidence.lost)}) and are not part of this comparison."
    if not evidence.is_exercised:
        yield "Nothing happened in the page since watch, so nothing was exercised: repeat the steps, compare again."
        return
    if is_masked:
        yield (
            f"The error is gone, but what used to follow the failing step did not happen either: "
            f"{listed(evidence.missing_effects)}. The error may only be hidden."
        )
    if changes.uncalled:
        yield f"Failed before and not called again since watch: {listed(each.name for each in changes.uncalled)}."
    if changes.resolved:
        yield from _about_the_path(evidence)


def _about_the_path(evidence: Evidence) -> Iterator[str]:
    """Whether an error that was not seen had its chance."""
    last_step = quoted(evidence.steps[-1][0]) if evidence.steps else ""
    if evidence.is_without_effect:
        yield (
            f"No request and no navigation follows the last step before the original error ({last_step}), "
            "neither before nor since watch, so its effect cannot be verified. If one should follow, the error "
            "may only be hidden."
        )
    if evidence.failing_step_repeated is True:
        return
    if evidence.failing_step_repeated is False:
        yield f"The last step before the original error ({last_step}) was not repeated since watch."
        return
    yield "No user step before the original error is known, so it is unknown whether the failing path was repeated."
    if evidence.unvisited:
        yield f"Pages that had errors but were not visited since watch: {listed(evidence.unvisited)}."
