"""What to be careful about where a verdict rests on silence."""

from collections.abc import Iterator

from gasoline.analysis.verification.changes import Changes
from gasoline.analysis.verification.evidence import Evidence
from gasoline.model.verification import Verdict

SILENT: tuple[Verdict, ...] = ("fixed", "improved", "different_issue", "no_issues_detected", "unchanged")


def caution(verdict: Verdict, changes: Changes, evidence: Evidence, *, is_masked: bool) -> str:
    """Sentences, or nothing where what was seen is enough."""
    return " ".join(_sentences(verdict, changes, evidence, is_masked=is_masked))


def _sentences(verdict: Verdict, changes: Changes, evidence: Evidence, *, is_masked: bool) -> Iterator[str]:
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
    if verdict not in SILENT or not (changes.resolved or verdict == "no_issues_detected"):
        return
    if evidence.failing_step_repeated is False:
        yield f"The last step before the original error ({evidence.steps[-1][0]}) was not done again since watch."
    if evidence.failing_step_repeated is None and changes.resolved:
        yield "No step of the user before the original error is known, so whether the failing path was walked is not."
