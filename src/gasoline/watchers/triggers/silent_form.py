"""A form that had no response five seconds after its submission: no request ended, no message came, the page stayed."""

from collections import OrderedDict
from dataclasses import dataclass

from gasoline.model import limits
from gasoline.model.actions import EnhancedAction
from gasoline.model.events import Event, NetworkBody, NetworkEntry, RequestTiming, WebSocketEvent
from gasoline.model.notices import Notice
from gasoline.watchers.clock import Timer
from gasoline.watchers.triggers.moment import moment_of
from gasoline.watchers.triggers.trigger import Surroundings, Trigger
from gasoline.watchers.words import page_address, path_name

ANSWERS = (NetworkEntry, RequestTiming, NetworkBody)
Tab = int | str


@dataclass(frozen=True)
class _Waiting:
    tab: Tab
    submitted_s: float
    timer: Timer


class SilentForm:
    """Remembers which forms wait, and when each tab was answered last: streams overtake each other."""

    def __init__(self, around: Surroundings) -> None:
        self._clock = around.clock
        self._tell = around.tell
        self._waiting: OrderedDict[int, _Waiting] = OrderedDict()
        self._answered: OrderedDict[Tab, float] = OrderedDict()
        self._count = 0

    def __call__(self, before: Event | None, event: Event) -> Notice | None:
        if isinstance(event, EnhancedAction) and event.type == "submit":
            if before is None and _expects_answer(event):
                self._wait(event)
        elif _is_answer(event):
            self._answer(_tab(event), moment_of(event))
        return None

    def _wait(self, form: EnhancedAction) -> None:
        tab, submitted_s = _tab(form), moment_of(form)
        if _follows(self._answered.get(tab, 0.0), submitted_s):
            return
        self._count += 1
        number = self._count
        timer = self._clock.call_later(limits.FORM_ANSWER_S, lambda: self._give_up(number, form))
        self._waiting[number] = _Waiting(tab, submitted_s, timer)
        if len(self._waiting) > limits.FORMS_WAITING:
            _, oldest = self._waiting.popitem(last=False)
            oldest.timer.cancel()

    def _answer(self, tab: Tab, began_s: float) -> None:
        self._answered[tab] = max(began_s, self._answered.pop(tab, 0.0))
        if len(self._answered) > limits.TABS_HEARD:
            self._answered.popitem(last=False)
        for number, form in list(self._waiting.items()):
            if form.tab == tab and _follows(began_s, form.submitted_s):
                form.timer.cancel()
                del self._waiting[number]

    def _give_up(self, number: int, form: EnhancedAction) -> None:
        del self._waiting[number]
        self._tell(_notice(form))


def _follows(began_s: float, submitted_s: float) -> bool:
    return began_s >= submitted_s - limits.FORM_SLACK_S


def _is_answer(event: Event) -> bool:
    """A request that ended, however it did, a message from the server, or another page."""
    if isinstance(event, EnhancedAction):
        return event.type == "navigate"
    if isinstance(event, WebSocketEvent):
        return event.event == "message" and event.direction == "incoming"
    return isinstance(event, ANSWERS)


def _expects_answer(form: EnhancedAction) -> bool:
    """A dialog's form closes the dialog, and nothing more."""
    return not (isinstance(form.method, str) and form.method.lower() == "dialog")


def _tab(event: Event) -> Tab:
    """The tab, or its page where a sender has no tabs."""
    if isinstance(event.tab_id, int):
        return event.tab_id
    page = getattr(event, "page_url", None)
    return (page if isinstance(page, str) else event.url).partition("#")[0]


def _notice(form: EnhancedAction) -> Notice:
    action = form.form_action if isinstance(form.form_action, str) and form.form_action else form.url
    message = f"Form submit to {path_name(action)} — no response after {limits.FORM_ANSWER_S:.0f}s"
    context = {"url": page_address(form.url), "action": page_address(action)}
    return Notice("user_frustration", message, form.ts, context, (form.url, action), form.url)


TRIGGER = Trigger((EnhancedAction, WebSocketEvent, *ANSWERS), SilentForm)
