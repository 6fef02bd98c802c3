"""The answers behind the verdicts, as the details of a verdict show them."""

from typing import Any, NotRequired, TypedDict

from gasoline.analysis.sessions.field_changes import FieldChange
from gasoline.analysis.sessions.text_changes import ChangedLine, Line
from gasoline.analysis.verification.issue_changes import Change


class IssueCounts(TypedDict):
    """How many issues one side of a comparison has."""

    console_errors: int
    network_errors: int
    server_errors: NotRequired[int]
    total_issues: int


class ShownPages(TypedDict):
    """The pages that were compared."""

    before: str
    after: str


class PageDifferences(TypedDict):
    """How a page differs from before."""

    page: NotRequired[ShownPages]
    appeared: list[Line]
    disappeared: list[Line]
    changed: list[ChangedLine]
    reordered: list[str]
    """Landmarks whose lines are in another order."""
    responses: list[FieldChange]
    messages: list[FieldChange]
    left_out: NotRequired[int]
    count: int
    not_compared: NotRequired[list[str]]


class ExpectationResult(TypedDict):
    """What was expected of the page, and what was seen."""

    expect: str
    seen: str


class LoadTimes(TypedDict):
    """One load before and one after."""

    load_time_before: str
    load_time_after: str
    change: str


class LastingCause(TypedDict):
    """What was behind the original problem."""

    cause: str
    goes_on: bool | None
    """None if its endpoint was not called again."""


class FixResult(TypedDict):
    """What `verify_fix` answered."""

    why_unproved: NotRequired[str]
    """Why a `fixed` proves nothing."""
    before: IssueCounts
    after: IssueCounts
    changes: list[Change]
    new_issues: list[Change]
    causes: NotRequired[list[LastingCause]]
    page_changes: PageDifferences
    expectation: NotRequired[ExpectationResult]
    masked: bool
    """The error may be gone only because the step that failed no longer does anything."""
    caution: NotRequired[str]
    evidence: dict[str, Any]
    performance_diff: NotRequired[LoadTimes]


class ShownIssue(TypedDict):
    """An error of the console."""

    message: str
    count: int


class ComparedCall(TypedDict):
    """An endpoint that only one side called, or that answered otherwise."""

    method: str
    url: str
    status: NotRequired[int]
    before: NotRequired[int]
    after: NotRequired[int]
    duration_change: NotRequired[str]


class ErrorsDiff(TypedDict):
    """Errors that came, went or stayed."""

    new: list[ShownIssue]
    resolved: list[ShownIssue]
    unchanged: list[ShownIssue]


class CallsDiff(TypedDict):
    """Endpoints that came, went or answer otherwise."""

    new_errors: list[ComparedCall]
    status_changes: list[ComparedCall]
    new_endpoints: list[ComparedCall]
    missing_endpoints: list[ComparedCall]


class MetricDiff(TypedDict):
    """One metric on both sides."""

    before: float
    after: float
    change: str
    regression: bool


class ConnectionChange(TypedDict):
    """A connection that only one side has, or that is in another state."""

    url: str
    before: str | None
    after: str | None


class SocketsDiff(TypedDict):
    """Connections that changed."""

    connection_changes: list[ConnectionChange]


class SessionDifferences(TypedDict):
    """How two snapshots differ."""

    errors: ErrorsDiff
    network: CallsDiff
    performance: dict[str, MetricDiff]
    websockets: SocketsDiff
    page: NotRequired[PageDifferences]


class SessionDiff(TypedDict):
    """What `diff_sessions` answered."""

    diff: SessionDifferences
    summary: dict[str, Any]
