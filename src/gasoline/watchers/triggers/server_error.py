"""A response with a status of 500 or more."""

from gasoline.model.events import Event
from gasoline.model.http import SERVER_ERROR
from gasoline.model.notices import Notice
from gasoline.watchers.notice_text import path_name
from gasoline.watchers.triggers.await_body import AwaitBody
from gasoline.watchers.triggers.response import SOURCES, LastStatuses, is_known, response_in
from gasoline.watchers.triggers.trigger import Surroundings, Trigger


class ServerError:
    """Remembers the last status of each endpoint."""

    def __init__(self, around: Surroundings) -> None:
        self._statuses = LastStatuses()
        self._await_body = AwaitBody(around)

    def __call__(self, before: Event | None, event: Event) -> Notice | None:
        response = response_in(event)
        if response is None:
            return None
        if is_known(before, response):
            return self._await_body.release(response)
        previous = self._statuses.replace(response)
        if response.status < SERVER_ERROR:
            return None
        message = f"Server error: {response.method} {path_name(event.url)} → {response.status}"
        return self._await_body.hold(response, response.notice("network_errors", message, previous))


TRIGGER = Trigger(SOURCES, ServerError)
