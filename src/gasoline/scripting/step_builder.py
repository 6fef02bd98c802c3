"""Turns recorded actions, oldest first, into steps: each user action once, with its effects."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec.structs import replace

from gasoline.kernel.secrets.mask import MASK
from gasoline.kernel.time import MS_PER_S, event_ms
from gasoline.model.actions import EnhancedAction, PageWatch
from gasoline.scripting.describe_step import describe
from gasoline.scripting.read_action import Unusable, read_action
from gasoline.scripting.script_urls import ScriptUrls
from gasoline.scripting.steps import (
    Act,
    Arrive,
    Check,
    Choose,
    ChooseFiles,
    Click,
    Dialog,
    Fill,
    Open,
    Press,
    Reload,
    Remark,
    Secret,
    Step,
    Target,
    Travel,
)
from gasoline.scripting.tab_history import TabHistory, is_history_key
from gasoline.scripting.variables import Variables

SCRIPT_PAUSE_MS = 2_000  # SCR-04
NAVIGATION_CAUSED_MS = 5_000  # a document loaded within it after an action is the action's result
HISTORY_CAUSED_MS = 500  # the page went through its history within it after an action: the action's result
SUBMIT_CAUSED_MS = 1_000  # a form sent within it after a click or Enter is their result

RESULTS = (Arrive, Remark)


@dataclass
class StepBuilder:
    """Processes the actions one by one; `steps` is the result."""

    addresses: ScriptUrls
    variables: Variables = field(default_factory=Variables)
    steps: list[Step] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    posted: list[str] = field(default_factory=list)
    """Descriptions of the steps that sent a form to the server by loading its answer."""
    _history: TabHistory = field(default_factory=TabHistory)
    _last_ms: float = 0.0
    _ids: set[str] = field(default_factory=set)
    _is_form_posted: bool = False

    def build(self, actions: Iterable[EnhancedAction]) -> list[Step]:
        for action in actions:
            self._add(action)
            self._last_ms = event_ms(action)
            self._ids.add(action.id or "")
        return self.steps

    def _add(self, action: EnhancedAction) -> None:
        if action.type == "navigate":
            if not action.frame:
                self._note_posted(action)
                self._navigate(action)
            return
        self._is_form_posted = action.type == "submit" and action.method == "post"
        self._open_first(action)
        if action.type == "scroll":
            self._append(Remark(f"User scrolled to y={action.scroll_y or 0:.0f}"), action)
        elif action.type == "dialog":
            self._answer(action)
        elif action.type != "submit" or not self._is_sent_by_a_step(action):
            self._do(action)

    def _is_sent_by_a_step(self, action: EnhancedAction) -> bool:
        """Skips a submit whose trigger came before the first of these actions."""
        cause = self._cause(action, SUBMIT_CAUSED_MS)
        return action.caused_by in self._ids or (cause is not None and isinstance(cause.act, Click | Press))

    def _note_posted(self, action: EnhancedAction) -> None:
        """A form whose submit a script did not handle loads a document."""
        if self._is_form_posted and action.trigger == "load":
            self.posted.append(next((step.comment for step in reversed(self.steps) if step.comment), "Submit a form"))
        self._is_form_posted = False

    def _open_first(self, action: EnhancedAction) -> None:
        """A recording may begin on a page that was already open."""
        if not self.steps and action.url:
            self._history.go(action.url)
            self.steps.append(Step(Open(self.addresses.of(action.url)), event_ms(action)))
            self._last_ms = event_ms(action)

    def _do(self, action: EnhancedAction) -> None:
        act = read_action(action, self.variables)
        if isinstance(act, Unusable):
            self.warnings.append(act.warning)
            self._append(Remark(act.remark), action)
            return
        self._drop_what_it_repeats(act, event_ms(action))
        if isinstance(act, Press) and act.focus and self._has_focus(act.focus):
            act = replace(act, focus=None)
        self._append(act, action)

    def _append(self, act: Act, action: EnhancedAction) -> None:
        gap_ms = event_ms(action) - self._last_ms if self.steps else 0.0
        pause_s = gap_ms / MS_PER_S if gap_ms > SCRIPT_PAUSE_MS else 0.0
        appeared, frames = tuple(action.appeared or ()), tuple(action.frame or ())
        watch = action.page_watch
        changes_page = bool(appeared) or (isinstance(watch, PageWatch) and isinstance(watch.changed, int | float))
        self.steps.append(
            Step(
                act,
                event_ms(action),
                describe(act),
                pause_s,
                appeared=appeared,
                changes_page=changes_page,
                frames=frames,
            )
        )

    def _drop_what_it_repeats(self, act: Act, at_ms: float) -> None:
        """Removes the clicks of a double click, the click that opened a list or a file dialog, and earlier values."""
        repeated = {
            Click: (Click,) if isinstance(act, Click) and act.double else (),
            Choose: (Click, Choose),
            ChooseFiles: (Click, ChooseFiles),
            Check: (Click, Check),
            Fill: (Fill,),
        }.get(type(act), ())
        while repeated and self.steps:
            last = self.steps[-1]
            is_same = isinstance(last.act, repeated) and getattr(last.act, "target", None) == getattr(act, "target", 0)
            if not is_same or (at_ms - last.at_ms > SUBMIT_CAUSED_MS and not isinstance(act, Fill)):
                return
            self.steps.pop()

    def _has_focus(self, target: Target) -> bool:
        """Whether the previous steps leave the focus on the element: they acted on it, or Tab reached it."""
        for step in reversed(self.steps):
            if isinstance(step.act, Press):
                return step.act.key == "Tab" or step.act.focus == target or step.act.focus is None
            if not isinstance(step.act, RESULTS):
                return getattr(step.act, "target", None) == target
        return False

    def _cause(self, action: EnhancedAction, window_ms: float) -> Step | None:
        """The step that caused this, if it is recent enough."""
        for step in reversed(self.steps):
            if not isinstance(step.act, RESULTS):
                return step if event_ms(action) - step.at_ms <= window_ms else None
        return None

    def _answer(self, action: EnhancedAction) -> None:
        dialog = Dialog(action.dialog or "alert", action.accepted is not False, self._prompt_answer(action))
        for place in range(len(self.steps) - 1, -1, -1):
            step = self.steps[place]
            if not isinstance(step.act, RESULTS):
                self.steps[place] = replace(step, dialogs=(*step.dialogs, dialog))
                return

    def _prompt_answer(self, action: EnhancedAction) -> str | Secret | None:
        if action.dialog != "prompt" or not isinstance(action.value, str):
            return None
        return self.variables.secret_named("prompt") if MASK in action.value else action.value

    def _navigate(self, action: EnhancedAction) -> None:
        url = action.to_url or action.url
        if not url:
            return
        if not self.steps:
            self._history.go(url)
            self._append(Open(self.addresses.of(url)), action)
        elif action.trigger == "popstate":
            self._pop(action, url)
        elif action.trigger == "reload":
            self._reload(action)
        else:
            self._history.go(url, replaces=action.trigger == "replaceState")
            self._arrive_or_open(action, url)

    def _arrive_or_open(self, action: EnhancedAction, url: str) -> None:
        by_script = action.trigger in ("pushState", "replaceState")
        if by_script or self._cause(action, NAVIGATION_CAUSED_MS):
            self._arrive(action, url)
        else:
            self._append(Open(self.addresses.of(url)), action)

    def _arrive(self, action: EnhancedAction, url: str) -> None:
        """Keeps only the last URL of a redirect chain, because only that one is certain to be observed."""
        if isinstance(self.steps[-1].act, Arrive):
            self.steps.pop()
        address = self.addresses.of(url, loose_ids=True)
        before = self.steps[-1].act
        if not (isinstance(before, Open) and before.address.url == address.url):
            self.steps.append(Step(Arrive(address, action.trigger == "load"), event_ms(action)))

    def _pop(self, action: EnhancedAction, url: str) -> None:
        cause = self._cause(action, HISTORY_CAUSED_MS)
        back = self._history.travel(url)
        if cause and is_history_key(cause.act):
            self.steps.remove(cause)
        elif cause and isinstance(cause.act, Click | Press):
            self._arrive(action, url)
            return
        self._append(Travel(back, self.addresses.of(url, loose_ids=True)), action)

    def _reload(self, action: EnhancedAction) -> None:
        cause = self._cause(action, NAVIGATION_CAUSED_MS)
        if cause and is_history_key(cause.act):
            self.steps.remove(cause)
        elif cause and isinstance(cause.act, Click | Press):
            return
        self._append(Reload(), action)
