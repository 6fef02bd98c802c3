"""The text of a page, masked and short enough to be kept."""

from collections.abc import Iterable

from gasoline.kernel.secrets.redaction import redacted_prefix
from gasoline.kernel.urls import raw_path, without_query
from gasoline.model.page_state import LandmarkText, VisibleText

LINE_CHARS = 160  # FIX-11: of one line
LANDMARK_CHARS = 60  # its role and name
OVERHEAD_BYTES = 4  # of one line beside its text


def visible_text(url: str, landmarks: Iterable[tuple[str, list[str]]], *, is_complete: bool) -> VisibleText:
    """Masked before it is truncated: no exit recognizes half a secret."""
    return VisibleText(
        path=raw_path(without_query(url)),
        landmarks=tuple(_masked(name, lines) for name, lines in landmarks),
        is_complete=is_complete,
    )


def _masked(name: str, lines: Iterable[str]) -> LandmarkText:
    masked = tuple(redacted_prefix(line, LINE_CHARS) for line in lines)
    return LandmarkText(redacted_prefix(name, LANDMARK_CHARS), masked)


def bounded_text(text: VisibleText, room: int) -> VisibleText | None:
    """The first lines, as many as fit into so many bytes; None if none fits."""
    kept: list[LandmarkText] = []
    is_complete = text.is_complete
    for part in text.landmarks:
        room -= _bytes(part.landmark)
        lines = []
        for line in part.lines:
            room -= _bytes(line)
            if room < 0:
                is_complete = False
                break
            lines.append(line)
        if lines:
            kept.append(LandmarkText(part.landmark, tuple(lines)))
    if not kept and not is_complete:
        return None
    return VisibleText(path=text.path, landmarks=tuple(kept), is_complete=is_complete)


def size_of(text: VisibleText) -> int:
    """About as many bytes as it takes."""
    return sum(_bytes(part.landmark) + sum(map(_bytes, part.lines)) for part in text.landmarks)


def shows(text: VisibleText, wanted: str) -> bool | None:
    """Whether a text is on the page; None if only a part of the page is known and it is not there."""
    lines = " ".join(line for part in text.landmarks for line in part.lines)
    found = " ".join(wanted.split()) in lines
    return True if found else False if text.is_complete else None


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace")) + OVERHEAD_BYTES
