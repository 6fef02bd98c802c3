"""The last batches of all senders, so that a repeated batch is stored once."""

from collections import OrderedDict

MAX_BATCH_SENDERS = 1_000  # documents whose last batch is remembered for de-duplication


class ReceivedBatches:
    """The last batch of each client and how much of it is stored; the least recent client is evicted first."""

    def __init__(self, capacity: int = MAX_BATCH_SENDERS) -> None:
        self._capacity = capacity
        self._last: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._last_report: OrderedDict[str, int] = OrderedDict()

    def already_stored(self, client: str, seq: int, count: int) -> int:
        """How many events of this batch are stored; only a part if the log was torn inside the batch."""
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
        """Whether the losses in this batch are new. Unlike events, losses are counted since the start of this server: a
        batch that an earlier server stored still reports its losses to this one."""
        if seq <= self._last_report.get(client, -1):
            return False
        self._last_report[client] = seq
        self._last_report.move_to_end(client)
        while len(self._last_report) > self._capacity:
            self._last_report.popitem(last=False)
        return True
