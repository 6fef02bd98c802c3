"""One line of the table: what was measured, with what it is compared, what it must be."""

from dataclasses import dataclass

HEADINGS = ("what", "ours", "compared with", "ratio", "must", "ok?")


@dataclass(frozen=True)
class Must:
    """A bound. `tolerance` is the share by which a noisy machine may miss it; only `counts` end the run with 1."""

    bound: float
    unit: str = ""
    at_least: bool = False
    tolerance: float = 0.0
    counts: bool = True

    def __str__(self) -> str:
        slack = f" (±{self.tolerance:.0%})" if self.tolerance else ""
        return f"{'≥' if self.at_least else '≤'} {self.bound:,g}{self.unit and ' ' + self.unit}{slack}"

    def verdict(self, value: float) -> str:
        if self._holds(value, self.bound):
            return "yes"
        slack = 1 - self.tolerance if self.at_least else 1 + self.tolerance
        return "nearly" if self._holds(value, self.bound * slack) else "NO"

    def _holds(self, value: float, bound: float) -> bool:
        return value >= bound if self.at_least else value <= bound


@dataclass(frozen=True)
class Row:
    """`value` is what the bound is about: the ratio where there is one, else the figure itself."""

    what: str
    ours: str
    against: str = "–"
    ratio: float | None = None
    must: Must | None = None
    value: float | None = None

    @property
    def verdict(self) -> str:
        value = self.ratio if self.value is None else self.value
        return "–" if self.must is None or value is None else self.must.verdict(value)

    @property
    def is_missed(self) -> bool:
        return self.must is not None and self.must.counts and self.verdict == "NO"

    def cells(self) -> tuple[str, ...]:
        ratio = "–" if self.ratio is None else f"{self.ratio:.3g} ×"
        must = "–" if self.must is None else str(self.must)
        return (self.what, self.ours, self.against, ratio, must, self.verdict)


def table(rows: list[Row]) -> str:
    lines = [HEADINGS, *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(" | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines)
