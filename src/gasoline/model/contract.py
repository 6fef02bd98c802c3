"""What is known of an endpoint of an API: how it answers, and where it answered otherwise. Types, never values."""

from typing import Any, Literal

from msgspec import Struct, field

from gasoline.model.events import check_times

ViolationType = Literal["shape_change", "type_change", "error_spike", "new_field", "array_shape_change", "null_field"]


class SchemaNode(Struct, array_like=True):
    """One place in the responses of an endpoint: how often each type was there, and what is inside.

    Not frozen, because a response is counted into it piece by piece; once made it is not changed.
    """

    types: dict[str, int] = field(default_factory=dict)
    fields: dict[str, "SchemaNode"] = field(default_factory=dict)
    items: "SchemaNode | None" = None

    @property
    def count(self) -> int:
        """How often there was anything."""
        return sum(self.types.values())


class Difference(Struct, frozen=True, kw_only=True):
    """A way in which a response is not as those before it."""

    type: ViolationType
    field: str = ""
    missing: tuple[str, ...] = ()
    expected: Any = ""
    """The type or, of the items of a list, the shape that was there before."""
    actual: Any = ""
    """The type or the shape that was there instead; None for a shape that was too large to be kept."""
    expected_count: int = 0
    """How often it was otherwise before."""
    sample: str | int | float | bool | None = None


class Anomaly(Struct, frozen=True, kw_only=True):
    """A difference and how often it was seen."""

    difference: Difference
    count: int
    episodes: int
    """How often it started again, after responses without it."""
    is_ongoing: bool
    last_ts: str

    def __post_init__(self) -> None:
        check_times(self.last_ts or None)


class MissingField(Struct, frozen=True, array_like=True):
    """How often a required field began to be missing, whatever else was missing with it."""

    episodes: int
    is_ongoing: bool


class ErrorSpike(Struct, frozen=True, array_like=True):
    """Failures of an endpoint that had answered well."""

    successes: int
    """Calls that succeeded before the first failure."""
    good_status: int
    bad_status: int
    """The latest of each."""
    failures: int
    run: int
    """Failures at the end of the history; 0 when the latest call succeeded."""
    is_server: bool
    """Whether at least one status is a 5xx."""


class Contract(Struct, frozen=True, kw_only=True):
    """One endpoint: its calls, the shape of its responses, and deviations from it."""

    endpoint: str
    method: str
    origin: str
    """Scheme and host: the same path on two servers is two endpoints."""
    url: str
    """The latest address, without its query."""
    first_seen: str
    last_called: str
    calls: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    history: tuple[int, ...] = ()
    """The latest statuses."""
    successes: int = 0
    spike: ErrorSpike | None = None
    mismatches: int = 0
    schema: SchemaNode | None = None
    agreed: int = 0
    """Responses that taught nothing new; from the third on, the shape is established."""
    anomalies: tuple[Anomaly, ...] = ()
    absences: dict[str, MissingField] = field(default_factory=dict)
    """Missing fields by path."""
    error_body: str = ""
    forgotten: int = 0
    """Violations beyond the bound."""
    too_large: int = 0
    """Responses with too many fields to be compared."""

    def __post_init__(self) -> None:
        check_times(self.first_seen or None, self.last_called or None)

    @property
    def key(self) -> tuple[str, str]:
        return self.origin, self.endpoint
