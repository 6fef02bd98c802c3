"""A response with a status from 500 on."""

from gasoline.model import limits
from gasoline.model.events import Event
from gasoline.model.notices import Notice
from gasoline.watchers.triggers.response import SOURCES, response_in
from gasoline.watchers.triggers.trigger import Trigger
from gasoline.watchers.words import path_name


def check(before: Event | None, event: Event) -> Notice | None:
    response = response_in(before, event)
    if response is None or response.status < limits.SERVER_FAULT_STATUS:
        return None
    message = f"Server error: {response.method} {path_name(event.url)} → {response.status}"
    return response.notice("network_errors", message)


TRIGGER = Trigger(SOURCES, lambda _: check)
