"""A 4xx from an endpoint that answered with 2xx before."""

from collections import OrderedDict
from datetime import datetime

from gasoline.model import limits
from gasoline.model.events import Event, parse_time
from gasoline.model.notices import Notice
from gasoline.watchers.triggers.response import SOURCES, Response, response_in
from gasoline.watchers.triggers.trigger import Surroundings, Trigger
from gasoline.watchers.words import path_name

SUCCESS = range(200, 300)
REFUSAL = range(limits.FAILURE_STATUS, limits.SERVER_FAULT_STATUS)


class AccessLost:
    """Remembers whether each endpoint let somebody in or refused when it was last asked, and when that was."""

    def __init__(self, _: Surroundings) -> None:
        self._last: OrderedDict[str, tuple[datetime, int]] = OrderedDict()

    def __call__(self, before: Event | None, event: Event) -> Notice | None:
        response = response_in(before, event)
        if response is None or (response.status not in SUCCESS and response.status not in REFUSAL):
            return None
        previous = self._replace(response, parse_time(event.ts))
        if previous not in SUCCESS or response.status not in REFUSAL:
            return None
        message = f"Auth/access issue: {response.method} {path_name(event.url)} → {response.status} (was {previous})"
        return response.notice("network_errors", message, previous_status=previous)

    def _replace(self, response: Response, moment: datetime) -> int:
        """The endpoint's status before, 0 if there was none. Each request is told of thrice, and not in order."""
        latest, previous = self._last.get(response.endpoint, (moment, 0))
        if moment < latest:
            return 0
        self._last.pop(response.endpoint, None)
        self._last[response.endpoint] = (moment, response.status)
        if len(self._last) > limits.ENDPOINTS_KNOWN:
            self._last.popitem(last=False)
        return previous


TRIGGER = Trigger(SOURCES, AccessLost)
