"""What to be careful about where a verdict rests on silence."""

from collections.abc import Iterator

from gasoline.analysis.verification.changes import Changes
from gasoline.analysis.verification.evidence import Evidence


def caution(changes: Changes, evidence: Evidence, *, is_masked: bool) -> str:
    """Sentences, or nothing where what was seen is enough."""
    return " ".join(_sentences(changes, evidence, is_masked=is_masked))


def _sentences(changes: Changes, evidence: Evidence, *, is_masked: bool) -> Iterator[str]:
    if evidence.lost:
        yield f"Events since watch were lost ({', '.join(evidence.lost)}): what they told is not in this comparison."
    if not evidence.is_exercised:
        yield "Nothing happened in the page since watch, so nothing was exercised: repeat the scenario, compare again."
        return
    if is_masked:
        yield (
            f"The error is gone, but what used to follow the failing step did not happen either: "
            f"{', '.join(evidence.missing_effects)}. The error may only be hidden."
        )
    if changes.uncalled:
        yield f"Failed before and not called since watch: {', '.join(each.name for each in changes.uncalled)}."
    if changes.resolved:
        yield from _about_the_path(evidence)


def _about_the_path(evidence: Evidence) -> Iterator[str]:
    """Whether an error that was not seen had its chance."""
    if evidence.is_without_effect:
        yield (
            f"No request and no navigation follows the last step before the original error ({evidence.steps[-1][0]}), "
            "neither before nor since watch: that it does its work is not seen here. If one should follow, the error "
            "may only be hidden."
        )
    if evidence.failing_step_repeated is True:
        return
    if evidence.failing_step_repeated is False:
        yield f"The last step before the original error ({evidence.steps[-1][0]}) was not done again since watch."
        return
    yield "No step of the user before the original error is known, so whether the failing path was walked is not."
    if evidence.unvisited:
        yield f"Pages that had errors and were not visited since watch: {', '.join(evidence.unvisited)}."
