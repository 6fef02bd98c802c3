"""The lanes of a timeline as a picture: a row for each kind, a mark for each event, bars for what took time.

The list below the picture has the same events, so it is hidden from assistive technology.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from math import ceil
from typing import get_args

from gasoline.kernel.time import MS_PER_S
from gasoline.model.events import parse_time
from gasoline.rendering.quote import inline
from gasoline.rendering.report.report import Lane, Moment
from gasoline.rendering.size import count_of

NAMES: dict[Lane, str] = {
    "error": "Errors",
    "console": "Console",
    "network": "Network",
    "websocket": "WebSocket",
    "action": "Actions",
    "server": "Server",
}
LANES: tuple[Lane, ...] = get_args(Lane)
WIDTH, GUTTER, LANE, AXIS, MARK = 1_000, 98, 26, 20, 3
HEIGHT = len(LANES) * LANE + AXIS
TALLER = {True: 4, False: 8}
"""The margin of a mark: a failure fills its lane, so that it stands out without color."""
SHOWN_MS = 10 * 60_000
"""Older events are not drawn: a pause of hours would squeeze everything else together."""
SHORTEST_MS = 1_000
TAIL_MS = 60_000
"""The time shown after the newest event; a longer bar ends at the edge."""
MARGIN = 0.03
TICKS = 8
TITLE_CHARS = 120
SECOND, MINUTE = 1_000, 60_000
STEPS = (10, 50, 100, 500, SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE)


def lanes(moments: Sequence[Moment]) -> list[str]:
    """The picture, and a sentence if it has only the newest minutes. `moments`: oldest first."""
    if not moments:
        return []
    times = [_ms(moment.ts) for moment in moments]
    latest = max(times) + TAIL_MS
    last = max(min(at + moment.duration_ms, latest) for at, moment in zip(times, moments, strict=True))
    first = min(at for at in times if at >= max(times) - SHOWN_MS)
    margin = max(last - first, SHORTEST_MS) * MARGIN
    scale = _Scale(first - margin, last + margin)
    shown = [(at, moment) for at, moment in zip(times, moments, strict=True) if at >= first]
    # Failures are drawn last so that nothing covers them.
    drawn = [_mark(at, moment, scale) for at, moment in sorted(shown, key=lambda each: each[1].is_bad)]
    parts = [*_axis(scale), *_names(), *drawn]
    picture = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{"".join(parts)}</svg>'
    older = len(moments) - len(shown)
    return [picture, *([f"<p>The picture has the last 10 minutes; {_in_list(older)}.</p>"] if older else [])]


def _in_list(older: int) -> str:
    return f"{count_of(older, 'older event')} {'is' if older == 1 else 'are'} in the list"


class _Scale:
    def __init__(self, first: float, last: float) -> None:
        self.first, self.last = first, last

    def x(self, at: float) -> float:
        return GUTTER + (at - self.first) / (self.last - self.first) * (WIDTH - GUTTER)


def _axis(scale: _Scale) -> Iterator[str]:
    wanted = (scale.last - scale.first) / TICKS
    step = next((each for each in STEPS if each >= wanted), STEPS[-1])
    for number in range(ceil(scale.first / step), int(scale.last // step) + 1):
        x = round(scale.x(number * step), 1)
        yield f'<line x1="{x}" y1="0" x2="{x}" y2="{HEIGHT - AXIS}"/>'
        yield f'<text class="tick" x="{x}" y="{HEIGHT - 5}">{_tick(number * step, step)}</text>'


def _tick(ms: float, step: int) -> str:
    text = datetime.fromtimestamp(ms / MS_PER_S, UTC).strftime("%H:%M:%S.%f")[:-3]
    return text[:-4] if step >= SECOND else text


def _names() -> Iterator[str]:
    for row, lane in enumerate(LANES):
        below = (row + 1) * LANE
        yield f'<line x1="0" y1="{below}" x2="{WIDTH}" y2="{below}"/>'
        yield f'<rect class="{lane}" x="8" y="{below - LANE + 9}" width="3" height="{LANE - 18}"/>'
        yield f'<text x="16" y="{below - 9}">{NAMES[lane]}</text>'


def _mark(at: float, moment: Moment, scale: _Scale) -> str:
    x = scale.x(at)
    width = max(MARK, min(scale.x(at + moment.duration_ms), WIDTH) - x)
    margin = TALLER[moment.is_bad]
    top = LANES.index(moment.lane) * LANE + margin
    color = "error" if moment.is_bad else moment.lane
    title = escape(inline(moment.text, TITLE_CHARS))
    mark = (
        f'<rect class="{color}" x="{x:.1f}" y="{top}" width="{width:.1f}" height="{LANE - 2 * margin}">'
        f"<title>{title}</title></rect>"
    )
    return f'<a href="#{escape(moment.id)}" tabindex="-1">{mark}</a>' if moment.id else mark


def _ms(ts: str) -> float:
    return parse_time(ts).timestamp() * MS_PER_S
