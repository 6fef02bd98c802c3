"""A request whose answer nobody waited for: it was under way when the page was left."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from gasoline.analysis.causes.patterns.pattern import Call, Pattern
from gasoline.analysis.causes.patterns.repeated_request import CHANGES

KIND = "left_before_answer"
NEAR = timedelta(seconds=1)  # between the abort and the next document's start


def left_waiting(calls: list[Call], documents: Sequence[tuple[object, datetime]]) -> list[Pattern]:
    """`documents`: tab and start of each load."""
    return [
        Pattern(
            KIND,
            f"the page was left before {call.name} was answered, so nobody knows whether it succeeded{call.place}",
            (call.id,),
        )
        for call in calls
        if call.event.aborted
        and call.method in CHANGES
        and any(tab == call.event.tab_id and abs(start - call.end) <= NEAR for tab, start in documents)
    ]
