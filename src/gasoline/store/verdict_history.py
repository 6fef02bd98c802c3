"""The newest verdicts, kept because the compared data expires soon."""

from collections import deque

import msgspec
from msgspec.structs import replace

from gasoline.model.units import KIB
from gasoline.model.verdict_record import VerdictRecord

MAX_VERDICTS = 30  # verdicts of verify_fix and diff_sessions that the dashboard shows
VERDICTS_BYTES = 512 * KIB  # a comparison of two full snapshots has about 100 KB

_DECODER = msgspec.json.Decoder(VerdictRecord)


class VerdictHistory:
    """Bounded in number and bytes. They are stored as JSON, which is compact and whose length is their size."""

    def __init__(self) -> None:
        self.bytes = 0
        self._added = 0
        self._kept: deque[bytes] = deque()

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, record: VerdictRecord) -> None:
        """A repeated identical verdict replaces the previous one, so that polling adds one entry per change."""
        number = self._take_back(record)
        if not number:
            number = self._added = self._added + 1
        data = msgspec.json.encode(replace(record, number=number))
        self._kept.append(data)
        self.bytes += len(data)
        while len(self._kept) > MAX_VERDICTS or self.bytes > VERDICTS_BYTES:
            self.bytes -= len(self._kept.popleft())

    def _take_back(self, record: VerdictRecord) -> int:
        """Removes the newest verdict if it is identical and returns its number; otherwise 0."""
        newest = _DECODER.decode(self._kept[-1]) if self._kept else None
        if newest is None or _topic(newest) != _topic(record):
            return 0
        self.bytes -= len(self._kept.pop())
        return newest.number

    def load(self, record: VerdictRecord) -> None:
        """Stores a saved verdict under its number."""
        self._added = record.number - 1
        self.add(record)

    def newest_first(self) -> list[VerdictRecord]:
        return [_DECODER.decode(data) for data in reversed(self._kept)]


def _topic(record: VerdictRecord) -> tuple[str | bool, ...]:
    return record.tool, record.name, record.client, record.verdict, record.is_proved
