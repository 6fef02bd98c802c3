"""What the fixed page must show, or must not show any more: it decides the verdict."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from gasoline.analysis.sessions.visible_text import shows
from gasoline.analysis.verification.issue_changes import MASKED, Change, Changes
from gasoline.kernel.quoted import listed, quoted
from gasoline.model.page_state import VisibleText
from gasoline.model.verification import Verdict

ABSENT = "!"
SELECTOR = "css="


class Expectation(Struct, frozen=True):
    """`Paid`, `!Paid`, `css=.receipt` or `!css=.error`."""

    wanted: str
    is_selector: bool
    must_be_there: bool

    @property
    def question(self) -> dict[str, str]:
        """The parameters of the probe."""
        return {"selector" if self.is_selector else "text": self.wanted}

    def known_from(self, text: VisibleText | None) -> bool | None:
        """Whether it is met by a page of which only the text is known."""
        is_there = shows(text, self.wanted) if text and not self.is_selector else None
        return self.is_met(is_there)

    def is_met(self, is_there: bool | None) -> bool | None:
        return None if is_there is None else is_there is self.must_be_there

    def said(self, is_met: bool | None) -> str:
        """What the page was seen to do: `the page shows "Paid"`."""
        if is_met is None:
            return f"whether the page shows {self._name}"  # continues “It is unknown”
        return f"the page {'shows' if is_met is self.must_be_there else 'does not show'} {self._name}"

    def describe_at_start(self, is_met: bool | None) -> str:
        """A sentence; what is met before the fix cannot show later that the fix worked."""
        if is_met is None:
            return f"It is unknown {self.said(None)}."
        proves = ", as expected of the fixed page, so it cannot confirm the fix" if is_met else ""
        return f"Now, {self.said(is_met)}{proves}."

    @property
    def _name(self) -> str:
        return f"an element {quoted(self.wanted)}" if self.is_selector else quoted(self.wanted)


def read_expectation(text: str) -> Expectation | None:
    """None if nothing is expected."""
    wanted = text.removeprefix(ABSENT).strip()
    is_selector = wanted.startswith(SELECTOR)
    wanted = wanted.removeprefix(SELECTOR).strip() if is_selector else wanted
    return Expectation(wanted, is_selector, not text.startswith(ABSENT)) if wanted else None


class Outcome(Struct, frozen=True):
    """An expectation at `start` and at `compare`; None where it could not be checked."""

    expectation: Expectation
    written: str
    """The expectation as the caller wrote it."""
    before: bool | None
    after: bool | None

    @property
    def decides(self) -> bool:
        """What was met from the beginning says nothing about the fix."""
        return self.after is False or (self.after is True and self.before is not True)

    def shown(self) -> dict[str, Any]:
        sides = {"before": self.before, "after": self.after}
        return {"expect": self.written, **sides, "seen": self.expectation.said(self.after), "decides": self.decides}

    def verdict(self, by_errors: Verdict, changes: Changes) -> Verdict:
        if self.after is None:
            return "improved" if by_errors == "fixed" else by_errors
        if not self.decides:
            return by_errors
        if self.after:
            return "different_issue" if changes.new else "fixed"
        return "regressed" if self.before or by_errors == "regressed" else "unchanged"

    def cautions(self, changes: Changes, *, is_repeated: bool) -> Iterator[str]:
        said = self.expectation.said
        if self.after is None:
            yield f"It is unknown {said(None)}, so this may not be fixed."
        elif self.after and self.before:
            yield f"Already at start, {said(True)}, so this proves nothing and the errors decided."
        elif self.after:
            if self.before is None:
                yield f"Now {said(True)}; whether it did at start is unknown."
            if not self.expectation.must_be_there and not is_repeated:
                yield "It is not known whether the steps that showed it were repeated."
            if remaining := [row.after for row in changes.changes if _still_happens(row)]:
                yield f"Issues from before still happen: {listed(remaining)}."


def _still_happens(row: Change) -> bool:
    return row.type != "resolved" and row.after != MASKED
