"""Numbers and sizes, rounded to three digits."""

import math

KB = 1_000.0
MB = 1_000_000.0
DIGITS = 3


def three_digits(value: float) -> str:
    """`0.123`, `12.3`, `1234`: not more precise than a reader needs."""
    if not math.isfinite(value) or value == 0:
        return f"{value:g}"
    before_point = math.floor(math.log10(abs(value))) + 1
    text = f"{value:.{min(DIGITS, max(0, DIGITS - before_point))}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def size(count: float) -> str:
    """`812 B`, `12.3 kB`, `4.5 MB`."""
    if count < KB:
        return f"{three_digits(count)} B"
    if count < MB:
        return f"{three_digits(count / KB)} kB"
    return f"{three_digits(count / MB)} MB"


def count_of(number: int, singular: str, plural: str = "") -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"
