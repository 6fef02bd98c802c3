"""NET-13: a page whose own address answered with an error is a failed request; its load becomes a log entry."""

from collections import OrderedDict

import msgspec
from msgspec import UNSET

from gasoline.kernel.loaded_files import is_page_load
from gasoline.kernel.time import MS_PER_S, event_seconds, iso_time
from gasoline.model.events import Event, NetworkEntry, RequestTiming
from gasoline.model.http import CLIENT_ERROR
from gasoline.store.event_buffer import Origin
from gasoline.store.store import Store

FAILED_PAGES = 500  # failed loads that are remembered, so that none becomes an error twice
UNTIL_ANSWER = ("dns", "connect", "wait")


class FailedPages:
    """The browser reports a load when it begins and when it is complete, and errors may be cleared in between."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, None] = OrderedDict()
        store.listen(lambda _, event: self._happened(event))
        store.listen_to_updates(lambda _, event: self._happened(event))

    def _happened(self, event: Event) -> None:
        if not isinstance(event, RequestTiming) or not is_page_load(event) or (event.status or 0) < CLIENT_ERROR:
            return
        if not self._is_known(event.id):
            self._add(failed_page(event))

    def _is_known(self, load: str) -> bool:
        """Remembers it."""
        if not load:
            return False
        is_known = load in self._known or self._store.logs.find(load) is not None
        self._known[load] = None
        if len(self._known) > FAILED_PAGES:
            self._known.popitem(last=False)
        return is_known

    def _add(self, entry: NetworkEntry) -> None:
        store = self._store
        seq = store.next_seq()
        store.logs.add(entry, len(msgspec.json.encode(entry)), Origin(seq))
        store.logs.commit()
        store.announce(seq, entry)


def failed_page(load: RequestTiming) -> NetworkEntry:
    """Under the name of the load. The browser does not say how the page was requested."""
    phases = load.phases or {}
    until_answer = sum(max(0.0, phases.get(phase, 0.0)) for phase in UNTIL_ANSWER)
    return NetworkEntry(
        id=load.id,
        ts=iso_time(event_seconds(load) + until_answer / MS_PER_S),
        url=load.url,
        tab_id=load.tab_id,
        untrusted_frame=load.untrusted_frame,
        method="GET",
        status=load.status or 0,
        duration=until_answer if phases else UNSET,
        page_url=load.page_url,
    )
