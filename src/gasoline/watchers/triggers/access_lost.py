"""A 4xx from an endpoint that answered with 2xx before."""

from collections import OrderedDict

from gasoline.model import limits
from gasoline.model.events import Event
from gasoline.model.notices import Notice
from gasoline.watchers.triggers.response import SOURCES, Response, response_in
from gasoline.watchers.triggers.trigger import Surroundings, Trigger
from gasoline.watchers.words import path_name

SUCCESS = range(200, 300)
REFUSAL = range(limits.FAILURE_STATUS, limits.SERVER_FAULT_STATUS)


class AccessLost:
    """Remembers how each endpoint answered last."""

    def __init__(self, _: Surroundings) -> None:
        self._last: OrderedDict[str, int] = OrderedDict()

    def __call__(self, before: Event | None, event: Event) -> Notice | None:
        response = response_in(before, event)
        if response is None:
            return None
        previous = self._replace(response)
        if previous not in SUCCESS or response.status not in REFUSAL:
            return None
        message = f"Auth/access issue: {response.method} {path_name(event.url)} → {response.status} (was {previous})"
        return response.notice("network_errors", message, previous_status=previous)

    def _replace(self, response: Response) -> int:
        """The endpoint's status before, 0 if there was none."""
        previous = self._last.pop(response.endpoint, 0)
        self._last[response.endpoint] = response.status
        if len(self._last) > limits.ENDPOINTS_KNOWN:
            self._last.popitem(last=False)
        return previous


TRIGGER = Trigger(SOURCES, AccessLost)
