"""Who has sent which batch, so that a batch that comes twice is stored once."""

from collections import OrderedDict

from gasoline.model import limits


class Senders:
    """The last batch of each client and how much of it is stored; the least recent client is forgotten first."""

    def __init__(self, capacity: int = limits.SENDERS) -> None:
        self._capacity = capacity
        self._last: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._last_report: OrderedDict[str, int] = OrderedDict()

    def already_stored(self, client: str, seq: int, count: int) -> int:
        """How many events of this batch are stored. A log that was torn inside a batch gives a part of it."""
        last_seq, stored = self._last.get(client, (-1, 0))
        if seq < last_seq:
            return count
        return min(stored, count) if seq == last_seq else 0

    def record(self, client: str, seq: int, stored: int) -> None:
        self._last[client] = (seq, stored)
        self._last.move_to_end(client)
        while len(self._last) > self._capacity:
            self._last.popitem(last=False)

    def is_first_report(self, client: str, seq: int) -> bool:
        """Whether the losses that this batch reports are new. Unlike events, they are counted since this server
        started: a batch that an earlier server had stored still reports its losses to this one."""
        if seq <= self._last_report.get(client, -1):
            return False
        self._last_report[client] = seq
        self._last_report.move_to_end(client)
        while len(self._last_report) > self._capacity:
            self._last_report.popitem(last=False)
        return True
