"""A request whose answer nobody waited for: it was under way when the page was left."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from gasoline.analysis.causes.patterns.pattern import Call, Pattern
from gasoline.analysis.causes.patterns.repeated_request import CHANGES
from gasoline.analysis.causes.patterns.telemetry_address import is_telemetry

KIND = "left_before_answer"
NEAR = timedelta(seconds=5)  # a document may take that long until it replaces the page


def left_waiting(calls: list[Call], documents: Sequence[tuple[object, datetime]]) -> list[Pattern]:
    """`documents`: tab and start of each load."""
    return [
        Pattern(
            KIND,
            f"the page was left before {call.name} was answered, so nobody knows whether it succeeded{call.place}",
            (call.id,),
        )
        for call in calls
        if call.method in CHANGES
        and not call.event.status
        and not is_telemetry(call.event.url)
        and any(tab == call.event.tab_id and _is_left(call, start) for tab, start in documents)
    ]


def _is_left(call: Call, start: datetime) -> bool:
    """The browser ends what is under way once the next document has begun to load; earlier failures are others,
    and what the next document sent is its own."""
    return call.start <= start and timedelta(0) <= call.end - start <= NEAR
