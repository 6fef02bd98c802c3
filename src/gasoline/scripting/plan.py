"""The framework-independent plan of a script: steps with their expectations, and the ending."""

import mimetypes
from typing import Any

from msgspec import Struct

from gasoline.scripting.recorded_error import RecordedError
from gasoline.scripting.steps import Fill, Step


class NoBody(Struct, frozen=True):
    """Marks a response without JSON."""


NO_BODY = NoBody()


def request_key(method: str, path: str, query: str) -> str:
    """Identifies a request in a script and in its fixtures."""
    return f"{method} {path}{'?' if query else ''}{query}"


class ExpectedResponse(Struct, frozen=True):
    """A response that a step caused. `path_pattern` is set if the path changes between runs."""

    number: int
    method: str
    path: str
    status: int | None
    path_pattern: str = ""
    body: Any = NO_BODY
    """The parsed JSON whose structure is expected."""
    query: str = ""
    """The parameters that distinguish it from other requests of its path."""

    @property
    def key(self) -> str:
        return request_key(self.method, self.path, self.query)


class DomCheck(Struct, frozen=True):
    """Something that was visible; without text if the text changes."""

    text: str = ""
    level: int | None = None
    test_id: str | None = None
    is_cut: bool = False


class TextCheck(Struct, frozen=True):
    """A text that appeared. `pattern` is set if its numbers may differ."""

    text: str
    pattern: str = ""
    frames: tuple[str, ...] = ()


class PlannedStep(Struct, frozen=True):
    """A step with its expectations."""

    step: Step
    number: int = 0
    responses: tuple[ExpectedResponse, ...] = ()
    checks_url: bool = False
    dom_checks: tuple[DomCheck, ...] = ()
    text_checks: tuple[TextCheck, ...] = ()
    screenshot: bool = False
    waits_for_quiet: bool = False
    """Whether the network was idle before the next action."""

    @property
    def awaits_late_responses(self) -> bool:
        """True if requests may overlap: an earlier one may be answered last and replace what the page shows."""
        return bool(self.text_checks) and isinstance(self.step.act, Fill) and self.step.act.key_by_key


class NoRecurrence(Struct, frozen=True):
    """Neither the error nor any uncaught exception may occur."""

    error: RecordedError | None
    watch_ms: int

    @property
    def is_about_a_request(self) -> bool:
        return self.error is not None and self.error.kind == "request"


class NoNewErrors(Struct, frozen=True):
    """Only errors that the session already had may occur."""

    known: tuple[RecordedError, ...]
    watch_ms: int
    still: tuple[TextCheck, ...] = ()
    """What the last step showed: a second answer, to a request that was sent twice, must not have replaced it."""


class Plan(Struct, frozen=True):
    """One test."""

    title: str
    scenes: tuple[PlannedStep, ...]
    ending: NoRecurrence | NoNewErrors | None = None
    header: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """Comments before the ending."""
    fixtures: str = ""
    """The fixture module, for a test that runs without a server."""
    has_earlier: bool = False
    """Whether the module also contains earlier responses."""
    has_sockets: bool = False
    """Whether the module also contains the messages of WebSockets."""

    @property
    def tracks_requests(self) -> bool:
        """Whether the script needs to know which requests are pending."""
        return self.ending is not None or any(scene.awaits_late_responses for scene in self.scenes)

    @property
    def fixture_names(self) -> str:
        """What the test imports from the module."""
        names = ("fixtures", "earlier" if self.has_earlier else "", "sockets" if self.has_sockets else "")
        return ", ".join(filter(None, names))

    @property
    def awaited(self) -> set[str]:
        """The requests that the test waits for, by their keys."""
        return {response.key for scene in self.scenes for response in scene.responses}

    @property
    def is_about_a_request(self) -> bool:
        return isinstance(self.ending, NoRecurrence) and self.ending.is_about_a_request


def file_type(name: str) -> str:
    """The media type that a browser would send for this name."""
    return mimetypes.guess_type(f"file.{name.rpartition('.')[2]}")[0] or "application/octet-stream"
