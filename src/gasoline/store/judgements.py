"""The verdicts that assistants were given; the newest are kept, as what they compared is soon forgotten."""

from collections import deque

import msgspec
from msgspec.structs import replace

from gasoline.model import limits
from gasoline.model.judgement import Judgement

_DECODER = msgspec.json.Decoder(Judgement)


class Judgements:
    """Bounded in number and in bytes. They are kept as JSON: that is compact, and its length is what they weigh."""

    def __init__(self) -> None:
        self.bytes = 0
        self._added = 0
        self._kept: deque[bytes] = deque()

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, judgement: Judgement) -> None:
        """An assistant that asks until the verdict changes is given one for each change: the same again replaces it."""
        number = self._take_back(judgement)
        if not number:
            number = self._added = self._added + 1
        data = msgspec.json.encode(replace(judgement, number=number))
        self._kept.append(data)
        self.bytes += len(data)
        while len(self._kept) > limits.JUDGEMENTS or self.bytes > limits.JUDGEMENTS_BYTES:
            self.bytes -= len(self._kept.popleft())

    def _take_back(self, judgement: Judgement) -> int:
        """The number of the newest, if it was the same; it is gone then. 0 otherwise."""
        newest = _DECODER.decode(self._kept[-1]) if self._kept else None
        if newest is None or _topic(newest) != _topic(judgement):
            return 0
        self.bytes -= len(self._kept.pop())
        return newest.number

    def newest_first(self) -> list[Judgement]:
        return [_DECODER.decode(data) for data in reversed(self._kept)]


def _topic(judgement: Judgement) -> tuple[str, ...]:
    return judgement.tool, judgement.name, judgement.client, judgement.verdict
