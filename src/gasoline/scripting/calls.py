"""The requests of the session, and the step that each belongs to."""

import re
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import Any

from msgspec import Struct

from gasoline.kernel.urls import raw_path
from gasoline.model.bounds import URL_CHARS
from gasoline.model.http import CLIENT_ERROR
from gasoline.scripting.plan import NO_BODY, ExpectedResponse, request_key
from gasoline.scripting.script_urls import path_pattern, regex_escape
from gasoline.scripting.steps import Arrive, Fill, Remark, Step

REQUEST_CAUSED_MS = 2_000  # SCR-08: a request belongs to the last action before it

_NOISE = re.compile(
    r"(?i)^(?:chrome|moz|safari-web)-extension:|/favicon\.ico(?:$|\?)|"
    r"^https?://[^/]*(?:google-analytics|googletagmanager|doubleclick|segment\.(?:io|com)|mixpanel|amplitude|hotjar|"
    r"fullstory|clarity\.ms|posthog|plausible|matomo|sentry\.io|datadoghq|newrelic|nr-data|bugsnag|logrocket|"
    r"facebook\.(?:com|net)|intercom)|/(?:analytics|telemetry|beacon|g/collect|_vercel/insights|hot-update)(?:$|[/?.])"
)


class Call(Struct, frozen=True):
    """One fetch or XHR request that got a response."""

    method: str
    url: str
    status: int
    at_ms: float
    content_type: str = ""
    text: str | None = None
    body: Any = NO_BODY
    """The parsed JSON of the response."""
    query: str = ""
    """The parameters that distinguish it from other calls of its path, as in the URL."""

    @property
    def path(self) -> str:
        return raw_path(self.url)

    @property
    def is_failure(self) -> bool:
        return self.status >= CLIENT_ERROR

    @property
    def key(self) -> str:
        """Identifies it among other calls."""
        return request_key(self.method, self.path, self.query)


def is_noise(url: str) -> bool:
    """Analytics, favicons and browser extensions are not part of the page's behavior."""
    return bool(_NOISE.search(url[:URL_CHARS]))


def is_cause(step: Step) -> bool:
    """Whether the step can cause requests; arriving at a page is itself an effect."""
    return not isinstance(step.act, Arrive | Remark)


def calls_by_step(steps: Sequence[Step], calls: Sequence[Call]) -> dict[int, list[Call]]:
    """The calls that each step caused, by index: those until the next step, at most 2 s after its last key."""
    causes = [(place, step.at_ms) for place, step in enumerate(steps) if is_cause(step)]
    found: dict[int, list[Call]] = {}
    for (place, start), (_, next_start) in pairwise([*causes, (len(steps), inf)]):
        end = min(start + _typing_ms(steps[place]) + REQUEST_CAUSED_MS, next_start)
        found[place] = [call for call in calls if start <= call.at_ms < end and not is_noise(call.url)]
    return found


def _typing_ms(step: Step) -> int:
    return sum(step.act.key_delays) if isinstance(step.act, Fill) else 0


def distinct_calls(step: Step, calls: Sequence[Call]) -> list[Call]:
    """Each request once, with its first response. For an input, only the last request of each path is certain, because
    a script may fill it at once or type faster."""
    if isinstance(step.act, Fill):
        return list({(call.method, call.path): call for call in calls}.values())
    return list({call.key: call for call in reversed(calls)}.values())[::-1]


def expected_responses(
    calls: Sequence[Call], first_number: int, *, status: bool, shape: bool
) -> tuple[ExpectedResponse, ...]:
    """What a script expects of these different calls."""
    paths = {(call.method, call.path) for call in calls}
    patterns = [(method, path_pattern(path)) for method, path in paths]
    expected: list[ExpectedResponse] = []
    for call in calls:
        pattern = path_pattern(call.path)
        is_loose = pattern != regex_escape(call.path) and patterns.count((call.method, pattern)) == 1
        expected.append(
            ExpectedResponse(
                first_number + len(expected),
                call.method,
                call.path,
                call.status if status else None,
                pattern if is_loose else "",
                call.body if shape and call.body is not None else NO_BODY,
                call.query,
            )
        )
    return tuple(expected)
