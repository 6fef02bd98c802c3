"""A 4xx response from an endpoint that returned 2xx before."""

from gasoline.model.events import Event
from gasoline.model.http import CLIENT_ERROR, SERVER_ERROR
from gasoline.model.notices import Notice
from gasoline.watchers.notice_text import path_name
from gasoline.watchers.triggers.await_body import AwaitBody
from gasoline.watchers.triggers.response import SOURCES, LastStatuses, is_known, response_in
from gasoline.watchers.triggers.trigger import Surroundings, Trigger

SUCCESS = range(200, 300)
REFUSAL = range(CLIENT_ERROR, SERVER_ERROR)


class AccessLost:
    """Remembers whether each endpoint last granted or refused access."""

    def __init__(self, around: Surroundings) -> None:
        self._statuses = LastStatuses()
        self._await_body = AwaitBody(around)

    def __call__(self, before: Event | None, event: Event) -> Notice | None:
        response = response_in(event)
        if response is None or (response.status not in SUCCESS and response.status not in REFUSAL):
            return None
        if is_known(before, response):
            return self._await_body.release(response)
        previous = self._statuses.replace(response)
        if previous not in SUCCESS or response.status not in REFUSAL:
            return self._await_body.release(response)
        message = f"Auth/access issue: {response.method} {path_name(event.url)} → {response.status} (was {previous})"
        return self._await_body.hold(response, response.notice("network_errors", message, previous))


TRIGGER = Trigger(SOURCES, AccessLost)
