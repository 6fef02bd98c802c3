"""A form without a response after five seconds: no request ended, no message arrived, the page stayed."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, timedelta

from gasoline.kernel.time import event_seconds
from gasoline.model.actions import EnhancedAction
from gasoline.model.events import Event, NetworkBody, NetworkEntry, RequestTiming, WebSocketEvent, parse_time
from gasoline.model.notices import Notice
from gasoline.watchers.clock import Timer
from gasoline.watchers.notice_text import page_address, path_name
from gasoline.watchers.triggers.trigger import Surroundings, Trigger

FORM_ANSWER_S = 5.0  # NOTE-08
FORM_SLACK_S = 0.05  # the times of an action and of a request come from two clocks
FORMS_WAITING = 50  # submitted forms that wait for an answer
TRACKED_TABS = 500  # tabs whose latest answer is remembered

ANSWERS = (NetworkEntry, RequestTiming, NetworkBody)
Tab = int | str


@dataclass(frozen=True)
class _Waiting:
    tab: Tab
    submitted_s: float
    timer: Timer


class SilentForm:
    """Remembers waiting forms, and the last response in each tab, because streams arrive out of order."""

    def __init__(self, around: Surroundings) -> None:
        self._clock = around.clock
        self._add_notice = around.add_notice
        self._waiting: OrderedDict[int, _Waiting] = OrderedDict()
        self._answered: OrderedDict[Tab, float] = OrderedDict()
        self._count = 0

    def __call__(self, before: Event | None, event: Event) -> Notice | None:
        if isinstance(event, EnhancedAction) and event.type == "submit":
            if before is None and _expects_answer(event):
                self._wait(event)
        elif _is_answer(event):
            self._answer(_tab(event), event_seconds(event))
        return None

    def _wait(self, form: EnhancedAction) -> None:
        tab, submitted_s = _tab(form), event_seconds(form)
        if _follows(self._answered.get(tab, 0.0), submitted_s):
            return
        self._count += 1
        number = self._count
        timer = self._clock.call_later(FORM_ANSWER_S, lambda: self._give_up(number, form))
        self._waiting[number] = _Waiting(tab, submitted_s, timer)
        if len(self._waiting) > FORMS_WAITING:
            _, oldest = self._waiting.popitem(last=False)
            oldest.timer.cancel()

    def _answer(self, tab: Tab, began_s: float) -> None:
        self._answered[tab] = max(began_s, self._answered.pop(tab, 0.0))
        if len(self._answered) > TRACKED_TABS:
            self._answered.popitem(last=False)
        for number, form in list(self._waiting.items()):
            if form.tab == tab and _follows(began_s, form.submitted_s):
                form.timer.cancel()
                del self._waiting[number]

    def _give_up(self, number: int, form: EnhancedAction) -> None:
        del self._waiting[number]
        self._add_notice(_notice(form))


def _follows(began_s: float, submitted_s: float) -> bool:
    return began_s >= submitted_s - FORM_SLACK_S


def _is_answer(event: Event) -> bool:
    """A finished request, a message from the server, or a navigation."""
    if isinstance(event, EnhancedAction):
        return event.type == "navigate"
    if isinstance(event, WebSocketEvent):
        return event.event == "message" and event.direction == "incoming"
    return isinstance(event, ANSWERS)


def _expects_answer(form: EnhancedAction) -> bool:
    """A form with method=dialog only closes its dialog."""
    return not (isinstance(form.method, str) and form.method.lower() == "dialog")


def _tab(event: Event) -> Tab:
    """The tab, or the page for senders without tabs."""
    if isinstance(event.tab_id, int):
        return event.tab_id
    page = getattr(event, "page_url", None)
    return (page if isinstance(page, str) else event.url).partition("#")[0]


def _notice(form: EnhancedAction) -> Notice:
    action = form.form_action if isinstance(form.form_action, str) and form.form_action else form.url
    message = f"Form submit to {path_name(action)} — no response after {FORM_ANSWER_S:.0f}s"
    context = {"url": page_address(form.url), "action": page_address(action)}
    return Notice("user_frustration", message, _given_up_at(form), context, (form.url, action), form.url)


def _given_up_at(form: EnhancedAction) -> str:
    """The notice is sent five seconds after the submit; with the time of the submit it would stand out of order."""
    moment = parse_time(form.ts).astimezone(UTC) + timedelta(seconds=FORM_ANSWER_S)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


TRIGGER = Trigger((EnhancedAction, WebSocketEvent, *ANSWERS), SilentForm)
