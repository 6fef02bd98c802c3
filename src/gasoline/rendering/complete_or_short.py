"""Entries without ids: complete where that is short or a part was asked for, otherwise with long values shortened."""

from collections.abc import Sequence

COMPLETE_CHARS = 8_000  # ANS-09: of all entries together


def complete_or_short(
    complete: Sequence[str], short: Sequence[str], *, is_part: bool, narrower: str
) -> tuple[Sequence[str], list[str]]:
    """The entries to show, and the call that shows what is missing from them."""
    if is_part or sum(map(len, complete)) <= COMPLETE_CHARS:
        return complete, []
    return short, [narrower] if short != complete else []
