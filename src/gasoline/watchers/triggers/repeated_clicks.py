"""Repeated clicks on one element: its handler may be broken."""

from collections import OrderedDict, deque

from gasoline.kernel.digest import digest
from gasoline.kernel.time import event_seconds
from gasoline.model.actions import EnhancedAction
from gasoline.model.events import Event
from gasoline.model.notices import Notice
from gasoline.watchers.notice_text import page_address, page_text
from gasoline.watchers.triggers.clicked_element import ClickedElement, clicked_element
from gasoline.watchers.triggers.trigger import Surroundings, Trigger

CLICKS_REPEATED = 3  # NOTE-08
CLICKS_WITHIN_S = 5.0  # NOTE-08
ELEMENTS_CLICKED = 100  # elements whose latest clicks are remembered

CLICKS = {"click": 1, "dblclick": 2}


class RepeatedClicks:
    """Remembers the latest clicks on each element."""

    def __init__(self, _: Surroundings) -> None:
        self._clicks: OrderedDict[int, deque[float]] = OrderedDict()

    def __call__(self, before: Event | None, event: Event) -> Notice | None:
        if not isinstance(event, EnhancedAction) or not (clicks := _clicks_in(event) - _clicks_in(before)):
            return None
        element = clicked_element(event)
        if element is None or not self._is_repeated(digest(element.key), [event_seconds(event)] * clicks):
            return None
        return _notice(event, element)

    def _is_repeated(self, element: int, moments: list[float]) -> bool:
        clicks = self._clicks.setdefault(element, deque(maxlen=CLICKS_REPEATED))
        self._clicks.move_to_end(element)
        if len(self._clicks) > ELEMENTS_CLICKED:
            self._clicks.popitem(last=False)
        clicks.extend(moments)
        return len(clicks) == CLICKS_REPEATED and clicks[-1] - clicks[0] <= CLICKS_WITHIN_S


def _clicks_in(event: Event | None) -> int:
    """Fast clicks may be recorded as one double click, which first appears as a single click."""
    return CLICKS.get(event.type, 0) if isinstance(event, EnhancedAction) else 0


def _notice(event: EnhancedAction, element: ClickedElement) -> Notice:
    context = {"url": page_address(event.url), "selector": page_text(element.selector)}
    if isinstance(event.text, str) and event.text:
        context["text"] = page_text(event.text)
    message = f"Repeated clicks on {element.name} — handler may be broken"
    return Notice("user_frustration", message, event.ts, context, (event.url,), element.key)


TRIGGER = Trigger((EnhancedAction,), RepeatedClicks)
