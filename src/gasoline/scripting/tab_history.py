"""The tab's history as recorded, to distinguish back from forward."""

from dataclasses import dataclass, field

from gasoline.scripting.steps import Act, Press


@dataclass
class TabHistory:
    """The URLs in order, and the tab's position."""

    _urls: list[str] = field(default_factory=list)
    _place: int = -1

    def go(self, url: str, *, replaces: bool = False) -> None:
        if replaces and self._urls:
            self._urls[self._place] = url
            return
        del self._urls[self._place + 1 :]
        self._urls.append(url)
        self._place = len(self._urls) - 1

    def travel(self, url: str) -> bool:
        """Moves to a URL of the history; returns whether that was back."""
        ahead = self._urls[self._place + 1 : self._place + 2]
        behind = self._urls[self._place - 1 : self._place] if self._place > 0 else []
        is_back = url in behind or url not in ahead
        self._place = max(0, self._place - 1) if is_back else self._place + 1
        return is_back


def is_history_key(act: Act) -> bool:
    """A shortcut that the browser handles itself; it has no effect when a script presses it."""
    if not isinstance(act, Press):
        return False
    held = set(act.modifiers)
    if act.key in ("ArrowLeft", "ArrowRight"):
        return bool(held & {"Alt", "Meta"})
    return (
        act.key == "F5"
        or (act.key in "[]" and "Meta" in held)
        or (act.key in "rR" and bool(held & {"Control", "Meta"}))
    )
