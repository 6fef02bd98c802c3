"""How fast a page was: one snapshot for each load and each change of route."""

from typing import Annotated, Literal
from urllib.parse import urlsplit

from msgspec import UNSET, Meta, Struct, field

from gasoline.model.bounds import EXACT_INTEGER, MAX_SPAN_MS, SELECTOR_CHARS, TIME_CHARS, URL_CHARS
from gasoline.model.events import Event, Maybe, check_times

MAX_SLOWEST_REQUESTS = 3  # PERF-03
MAX_SNAPSHOT_RESOURCES = 12  # the largest resources of a page, to find out later which one is new or has grown

ResourceType = Literal["script", "style", "image", "font", "fetch", "other"]
_Ms = Annotated[float, Meta(ge=0, le=MAX_SPAN_MS)] | None
_Size = Annotated[int, Meta(ge=0, le=EXACT_INTEGER)]
_Words = Annotated[str, Meta(max_length=SELECTOR_CHARS)]


class Timing(Struct, frozen=True, kw_only=True):
    """Milliseconds after the start of the navigation; null what the browser did not report."""

    dom_content_loaded: _Ms = field(default=None, name="domContentLoaded")
    load: _Ms = None
    first_contentful_paint: _Ms = field(default=None, name="firstContentfulPaint")
    largest_contentful_paint: _Ms = field(default=None, name="largestContentfulPaint")
    time_to_first_byte: _Ms = field(default=None, name="timeToFirstByte")
    dom_interactive: _Ms = field(default=None, name="domInteractive")
    interaction_to_next_paint: _Ms = field(default=None, name="interactionToNextPaint")


class TypeTotal(Struct, frozen=True, kw_only=True):
    """All resources of one type."""

    count: _Size = 0
    size: Annotated[_Size, Meta(description="Bytes on the network.")] = 0


class Resource(Struct, frozen=True, kw_only=True):
    """One resource that the page loaded."""

    url: Annotated[str, Meta(max_length=URL_CHARS)]
    type: ResourceType = "other"
    duration: _Ms = None
    size: Annotated[_Size, Meta(description="Bytes on the network.")] = 0


class NetworkTotals(Struct, frozen=True, kw_only=True):
    """What the page loaded."""

    request_count: _Size = field(default=0, name="requestCount")
    transfer_size: _Size = field(default=0, name="transferSize")
    decoded_size: _Size = field(default=0, name="decodedSize")
    by_type: dict[ResourceType, TypeTotal] = field(default_factory=dict, name="byType")
    slowest_requests: Annotated[list[Resource], Meta(max_length=MAX_SLOWEST_REQUESTS)] = field(
        default_factory=list, name="slowestRequests"
    )


class LongTasks(Struct, frozen=True, kw_only=True):
    """Tasks that kept the main thread for more than 50 ms. Null where the browser does not report them."""

    count: _Size | None = 0
    total_blocking_time: _Ms | None = field(default=0.0, name="totalBlockingTime")
    longest: _Ms | None = 0.0
    longest_since: Annotated[Maybe[_Ms], Meta(description="The longest since the snapshot was last sent.")] = field(
        default=UNSET, name="longestSince"
    )
    longest_since_at: Annotated[
        Maybe[Annotated[str, Meta(max_length=TIME_CHARS)]], Meta(description="When that task began, ISO 8601.")
    ] = field(default=UNSET, name="longestSinceAt")

    def __post_init__(self) -> None:
        check_times(self.longest_since_at)


class Attribution(Struct, frozen=True, kw_only=True):
    """What the browser blames for a number."""

    lcp_element: Annotated[Maybe[_Words], Meta(description="The largest thing painted.")] = field(
        default=UNSET, name="lcpElement"
    )
    lcp_resource: Annotated[Maybe[_Words], Meta(description="The address it was loaded from.")] = field(
        default=UNSET, name="lcpResource"
    )
    shifted_element: Annotated[Maybe[_Words], Meta(description="What moved most.")] = field(
        default=UNSET, name="shiftedElement"
    )
    inp_element: Annotated[Maybe[_Words], Meta(description="Where the slowest interaction was.")] = field(
        default=UNSET, name="inpElement"
    )
    long_task_script: Annotated[Maybe[_Words], Meta(description="The script that ran longest.")] = field(
        default=UNSET, name="longTaskScript"
    )


class PerformanceSnapshot(Event, frozen=True, kw_only=True):
    """How one load of a page, or one change of its route, went. `url` is the path."""

    page_url: Annotated[Maybe[str], Meta(description="The whole address.")] = field(default=UNSET, name="pageUrl")
    soft_navigation: Annotated[
        Maybe[bool], Meta(description="A change of route inside the page: there was no load, so most timings are null.")
    ] = field(default=UNSET, name="softNavigation")
    timing: Timing = field(default_factory=Timing)
    network: NetworkTotals = field(default_factory=NetworkTotals)
    long_tasks: LongTasks = field(default_factory=LongTasks, name="longTasks")
    cumulative_layout_shift: Annotated[float, Meta(ge=0)] | None = field(default=None, name="cumulativeLayoutShift")
    resources: Annotated[
        list[Resource], Meta(max_length=MAX_SNAPSHOT_RESOURCES, description="The largest of them.")
    ] = field(default_factory=list)
    attribution: Maybe[Attribution] = UNSET

    @property
    def host(self) -> str:
        """The host with its port; empty if the sender did not say."""
        try:
            return urlsplit(self.page_url or "").netloc
        except ValueError:  # the page's words
            return ""

    @property
    def page(self) -> str:
        """Identifies a page by its path, and by its origin if known, which separates applications by port."""
        kind = "soft" if self.soft_navigation is True else "load"
        return f"{kind} {self.host}{self.url}"
