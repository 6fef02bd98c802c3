"""Selects server output for a capsule of some URLs: what was printed during their requests."""

from typing import Any

from gasoline.analysis.errors.join_server_output import ServerOutput
from gasoline.capsule.window import Window
from gasoline.model.events import NetworkEntry, RequestTiming
from gasoline.store.saved_event import SavedEvent
from gasoline.store.store import Store


def server_lines_of_requests(store: Store, window: Window) -> list[SavedEvent[Any]]:
    """What was printed about the requests of the window, by the rules that join it with a failed request."""
    failures = [slot.event for slot in store.logs.errors.newest_first()]
    timings = [slot.event for slot in store.network.newest_first()]
    output = ServerOutput((slot.event for slot in store.server_logs.newest_first()), failures, timings)
    requests: list[RequestTiming | NetworkEntry] = [*timings]
    requests += [entry for entry in failures if isinstance(entry, NetworkEntry)]
    wanted = {
        id(entry) for request in requests if window.includes_url(request) for entry in output.printed_during(request)
    }
    saved = store.buffers["server_logs"].saved()
    return [each for each in saved if id(each.event) in wanted and window.includes_moment(each.event)]
