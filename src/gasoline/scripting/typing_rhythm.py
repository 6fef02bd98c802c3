"""Typing that is replayed key by key, because its rhythm decided which requests were sent."""

from collections.abc import Sequence
from statistics import median, median_low

from msgspec import Struct
from msgspec.structs import replace

from gasoline.scripting.calls import Call, calls_by_step
from gasoline.scripting.steps import Fill, Secret, Step

SEVERAL_REQUESTS = 2  # one request would also follow a value that is entered at once
PAUSE_FACTOR = 1.5  # a longer delay than usual, times this, is a pause
MIN_PAUSE_MS = 50  # shorter ones are not a person's
ROUND_MS = 10  # delays in a script


class Keys(Struct, frozen=True):
    """Characters that were typed evenly, after a pause."""

    pause_ms: int
    text: str
    delay_ms: int


def with_rhythm(steps: Sequence[Step], calls: Sequence[Call]) -> list[Step]:
    """The steps; an input that caused several requests while it was typed is typed again."""
    caused = calls_by_step(steps, calls)
    return [
        replace(step, act=replace(step.act, key_by_key=True))
        if isinstance(step.act, Fill) and step.act.key_delays and len(caused.get(place, [])) >= SEVERAL_REQUESTS
        else step
        for place, step in enumerate(steps)
    ]


def keys_of(act: Fill) -> list[Keys]:
    """The value in parts, between the pauses of the person who typed it."""
    if isinstance(act.value, Secret):
        return []
    usual = median_low(act.key_delays)
    parts: list[tuple[int, str, list[int]]] = [(0, act.value[0], [])]
    for delay, char in zip(act.key_delays, act.value[1:], strict=True):
        if delay > max(MIN_PAUSE_MS, PAUSE_FACTOR * usual):
            parts.append((delay, char, []))
        else:
            pause, text, delays = parts[-1]
            parts[-1] = (pause, text + char, [*delays, delay])
    return [Keys(_rounded(pause), text, _rounded(median(delays or [0]))) for pause, text, delays in parts]


def _rounded(ms: float) -> int:
    return round(ms / ROUND_MS) * ROUND_MS
