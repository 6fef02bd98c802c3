"""Keeps a capsule small: the oldest entries of the largest file are dropped until all of them together fit."""

from collections import Counter
from collections.abc import Mapping, Sequence

from gasoline.capsule.archive import pack
from gasoline.capsule.bounds import TEXT_BYTES

STEP = 8
"""One in this many entries of the largest file is dropped at a time."""

Lines = dict[str, list[bytes]]


def fit_text(files: Mapping[str, list[bytes]]) -> tuple[Lines, dict[str, int]]:
    """The lines that fit, oldest first as they came, and how many of each file were dropped."""
    kept, dropped = dict(files), Counter[str]()
    if sum(map(_length, kept.values())) <= TEXT_BYTES:
        return kept, {}
    sizes = {name: _packed_size(lines) for name, lines in kept.items()}
    while sum(sizes.values()) > TEXT_BYTES:
        name = max(sizes, key=sizes.__getitem__)
        count = -(-len(kept[name]) // STEP)
        kept[name] = kept[name][count:]
        dropped[name] += count
        sizes[name] = _packed_size(kept[name])
    return kept, dict(sorted(dropped.items()))


def as_member(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def _length(lines: Sequence[bytes]) -> int:
    return sum(map(len, lines))


def _packed_size(lines: Sequence[bytes]) -> int:
    return len(pack({"lines.jsonl": as_member(lines)}))
