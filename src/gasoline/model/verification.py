"""A verification: how the page was before a fix, and from where on it is watched."""

from typing import Literal

from msgspec import Struct

from gasoline.model.activity import ConsoleIssue, Endpoint
from gasoline.model.page_state import PageState
from gasoline.model.snapshot import SocketState

Status = Literal["baseline_captured", "watching", "compared", "cancelled"]
Verdict = Literal["fixed", "improved", "unchanged", "different_issue", "regressed", "no_issues_detected"]


class Step(Struct, frozen=True, kw_only=True, array_like=True):
    """One user action, as far as it can be recognized when it is repeated."""

    type: str
    words: str
    path: str
    """The page it was done on."""
    ts: str
    names: dict[str, str]
    """Names of the element that survive a change of the page, by their kind, the most telling first."""
    css_path: str = ""


class FailingPath(Struct, frozen=True, kw_only=True):
    """What led to the original error: the issue that happened last."""

    issue: str
    """Its key, or that of its endpoint."""
    steps: tuple[Step, ...]
    """The last of them is the one that failed."""
    effects: tuple[str, ...]
    """Requests and navigations that followed that step, whenever it was done."""


class Cause(Struct, frozen=True, kw_only=True, array_like=True):
    """What is behind something wrong, and can be looked for again where no error is raised."""

    text: str
    endpoint: str
    """Method and path, or the address of a socket."""
    field: str = ""
    """The received field that was not as the page used it. A fixed page may cope with that. A cause
    without a field is wrong whatever the page shows."""
    kinds: tuple[str, ...] = ()
    """The types of the field that were wrong."""


class Baseline(Struct, frozen=True, kw_only=True):
    """How the page was."""

    captured_at: str
    issues: tuple[ConsoleIssue, ...]
    more_issues: frozenset[str] = frozenset()
    """Keys of those for which there was no room: they are not compared, and none of them is new."""
    endpoints: tuple[Endpoint, ...]
    sockets: tuple[SocketState, ...] = ()
    path: FailingPath | None = None
    causes: tuple[Cause, ...] = ()
    page: str = ""
    """The page that was loaded last."""
    load_ms: float | None = None
    state: PageState = PageState()
    """What the page showed and received."""


class Watch(Struct, frozen=True, kw_only=True):
    """The point from which events count: `start`, or the latest `watch`."""

    action: Literal["start", "watch"]
    started_at: str
    cursor: int
    counts: dict[str, int]
    """How often entries that may be repeated had happened by then."""


class Session(Struct, frozen=True, kw_only=True):
    """One verification."""

    session_id: str
    label: str
    url_filter: str
    created_at: str
    status: Status
    baseline: Baseline
    watch: Watch
    site: str = ""
    """The origin it is about; empty for all."""
    expect: str = ""
    """What the fixed page must show or not show, as the caller wrote it."""
    was_expected: bool | None = None
    """The page met this at `start`; None if that is unknown."""
