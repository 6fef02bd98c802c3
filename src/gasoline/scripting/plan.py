"""What a script holds, before any framework: steps with what is expected of them, and how it ends."""

from dataclasses import dataclass
from typing import Any

from gasoline.scripting.errors import RecordedError
from gasoline.scripting.steps import Step


@dataclass(frozen=True)
class NoBody:
    """Stands where a response has no JSON that could be told."""


NO_BODY = NoBody()


@dataclass(frozen=True)
class ExpectedResponse:
    """A response that a step led to. `path_pattern` is set where the path changes from run to run."""

    number: int
    method: str
    path: str
    status: int | None
    path_pattern: str = ""
    body: Any = NO_BODY
    """The parsed JSON whose structure is expected."""

    @property
    def key(self) -> str:
        """How fixtures name the request."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True)
class DomCheck:
    """Something that was visible; without text where the words change."""

    text: str = ""
    level: int | None = None
    test_id: str | None = None
    is_cut: bool = False


@dataclass(frozen=True)
class Scene:
    """A step with what is expected around it."""

    step: Step
    number: int = 0
    responses: tuple[ExpectedResponse, ...] = ()
    checks_url: bool = False
    dom_checks: tuple[DomCheck, ...] = ()
    screenshot: bool = False
    waits_for_quiet: bool = False
    """The network was quiet before the next action."""


@dataclass(frozen=True)
class NotAgain:
    """The error must not come."""

    error: RecordedError
    watch_ms: int


@dataclass(frozen=True)
class NothingNew:
    """No error may come but those that the session had."""

    known: tuple[RecordedError, ...]
    watch_ms: int


@dataclass(frozen=True)
class Plan:
    """One test."""

    title: str
    scenes: tuple[Scene, ...]
    ending: NotAgain | NothingNew | None = None
    header: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """Comments before the ending."""
    fixtures: str = ""
    """The module with the responses, if the test is to run without a server."""
    has_earlier: bool = False
    """The module also has the answers that requests had before their last one."""

    @property
    def fixture_names(self) -> str:
        """What the test imports from the module."""
        return "fixtures, earlier" if self.has_earlier else "fixtures"

    @property
    def awaited(self) -> set[str]:
        """The requests that the test waits for, as fixtures name them."""
        return {response.key for scene in self.scenes for response in scene.responses}

    @property
    def is_about_a_request(self) -> bool:
        return isinstance(self.ending, NotAgain) and self.ending.error.kind == "request"
