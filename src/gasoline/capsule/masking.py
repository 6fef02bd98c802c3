"""Masks the lines of a capsule, and counts what was masked by kind."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import msgspec

from gasoline.kernel.secrets.redaction import kinds_hidden, redact_json


@dataclass
class Masking:
    """What was masked so far."""

    kinds: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)

    def lines(self, name: str, lines: Iterable[bytes], decode: Callable[[bytes], object]) -> list[bytes]:
        """The masked lines. One that masking made invalid, such as a number that became a text, is left out."""
        kept = []
        for line in lines:
            masked = self.text(line.decode()).encode()
            if masked != line and not _is_valid(masked, decode):
                self.left_out[name] += 1
                continue
            kept.append(masked)
        return kept

    def text(self, text: str) -> str:
        masked = redact_json(text)
        if masked is not text:
            self.kinds.update(kinds_hidden(text))
        return masked


def _is_valid(line: bytes, decode: Callable[[bytes], object]) -> bool:
    try:
        decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True
