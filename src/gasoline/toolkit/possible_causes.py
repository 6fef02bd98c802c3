"""What may have caused an error: an update or a deploy that it began with, or a failed call whose rejection it is."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from gasoline.analysis.causes.patterns.since_deploy import PageLoad, page_loads, since_deploy
from gasoline.analysis.causes.patterns.since_update import since_update, updates_of
from gasoline.analysis.causes.patterns.unhandled_failure import unhandled_failure
from gasoline.analysis.errors.event_time import is_same_page, is_untrusted, page_of
from gasoline.analysis.errors.groups import Group
from gasoline.analysis.sessions.hot_updates import find_hot_updates
from gasoline.model.error_context import FailedRequest
from gasoline.model.events import AnyLogEntry, ExceptionEntry, parse_time
from gasoline.toolkit.context import Context


class PossibleCauses:
    """Reads the captured traffic once for all errors of an answer."""

    def __init__(self, ctx: Context, groups: Iterable[Group]) -> None:
        store = ctx.store
        self._groups = list(groups)
        self._requests = [slot.event for slot in store.network.newest_first()]
        self._actions = [slot.event for slot in store.actions.newest_first() if slot.event.ts][::-1]
        messages = [slot.event for slot in store.websocket_events.ring.newest_first()][::-1]
        self._updates = find_hot_updates(self._requests[::-1], messages)
        self._loads: dict[tuple[object, ...], list[PageLoad]] = {}

    def of(self, group: Group, entry: dict[str, Any]) -> dict[str, Any]:
        """The field that an error gets, if there is any."""
        request = entry.get("_failedRequest")
        failed = msgspec.convert(request, FailedRequest) if request else None
        first_seen = self._first_seen(group)
        found = [
            self._since_update(group.latest, first_seen) or self._since_deploy(group.latest, first_seen),
            unhandled_failure(group.latest, failed, self._requests),
        ]
        return {"_possibleCauses": causes} if (causes := [text for text in found if text]) else {}

    def _first_seen(self, group: Group) -> datetime:
        """Ignores line numbers, because edits move them."""
        return min(each.first_moment for each in self._groups if each.key[:2] == group.key[:2])

    def _since_update(self, error: AnyLogEntry, first_seen: datetime) -> str:
        updates = updates_of(error, self._updates)
        if not updates:
            return ""
        actions = [each for each in self._actions if is_same_page(each, error)]
        stack = error.stack if isinstance(error, ExceptionEntry) and isinstance(error.stack, str) else ""
        return since_update(first_seen, self._page_since(error), updates, actions, stack)

    def _page_since(self, error: AnyLogEntry) -> datetime | None:
        """The time of the page's oldest stored request."""
        times = (parse_time(each.ts) for each in self._requests if each.ts and is_same_page(each, error))
        return min(times, default=None)

    def _since_deploy(self, error: AnyLogEntry, first_seen: datetime) -> str:
        page = (error.tab_id, page_of(error), is_untrusted(error))
        if page not in self._loads:
            self._loads[page] = page_loads(error, self._requests, self._actions)
        return since_deploy(first_seen, self._loads[page])
