"""An error that began with a deploy: the scripts of the page changed since the same thing last worked."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from gasoline.analysis.causes.patterns.pattern import milliseconds
from gasoline.analysis.errors.event_time import is_same_page
from gasoline.analysis.errors.recent_actions import summarize_action
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.kernel.urls import origin_of, path_of, raw_path
from gasoline.model.actions import EnhancedAction
from gasoline.model.events import Event, RequestTiming, parse_time

CAUSED_WITHIN = timedelta(seconds=2)  # an action causes what happens this soon after it
EARLY = timedelta(seconds=10)  # an error this soon after a load needs no action to be compared
FILES = 2  # scripts that are named

_SCRIPT = re.compile(r"(?P<stem>.*?)(?:[.-](?P<hash>[A-Za-z0-9_-]{6,}))?(?P<end>\.(?:m?js|[jt]sx?|vue|svelte))")

Deed = tuple[str, str]
"""What kind of action, and on what."""


@dataclass
class PageLoad:
    """A load of a page with the scripts of its own origin: by their names without hashes, addresses and sizes."""

    start: datetime
    end: datetime
    path: str
    scripts: dict[str, dict[str, int]] = field(default_factory=dict)
    deeds: list[tuple[datetime, Deed]] = field(default_factory=list)
    """What the user did there, oldest first."""

    def holds(self, moment: datetime) -> bool:
        return self.start <= moment < self.end


def page_loads(
    page: Event, requests: Iterable[RequestTiming], actions: Iterable[EnhancedAction] = ()
) -> list[PageLoad]:
    """The page loads of the tab that an event came from, oldest first. `actions` must be sorted oldest first."""
    own = sorted((each for each in requests if each.ts and is_same_page(each, page)), key=lambda e: parse_time(e.ts))
    loads: list[PageLoad] = []
    origin = ""
    for request in own:
        moment = parse_time(request.ts)
        if request.initiator == "navigation":
            if loads:
                loads[-1].end = moment
            loads.append(PageLoad(moment, datetime.max.replace(tzinfo=moment.tzinfo), path_of(request.url)))
            origin = origin_of(request.url)
        elif loads and origin_of(request.url) == origin and (name := _script_name(request.url)):
            loads[-1].scripts.setdefault(name, {})[raw_path(request.url)] = request.decoded_size or 0
    for action in actions:
        moment = parse_time(action.ts)
        load = next((each for each in reversed(loads) if each.start <= moment), None)
        if load and action.type != "navigate" and is_same_page(action, page):
            load.deeds.append((moment, (action.type, summarize_action(action).target)))
    return loads


def since_deploy(first_seen: datetime, loads: Sequence[PageLoad]) -> str:
    """`loads`: of the page, oldest first. Empty unless the page did the same before with other scripts and without the
    error."""
    here = next((load for load in loads if load.holds(first_seen)), None)
    if here is None:
        return ""
    before = [load for load in loads if load.path == here.path and load.end <= here.start]
    if all(load.scripts == here.scripts for load in before):
        return ""
    deed = _deed_before(first_seen, here)
    worked = next((load for load in reversed(before) if _did_the_same(load, here, first_seen, deed)), None)
    changes = _changes(worked, here) if worked else []
    if worked is None or not changes:
        return ""
    more = f" and {len(changes) - FILES} more" if len(changes) > FILES else ""
    return (
        f"first seen after the page's scripts had changed: {', '.join(changes[:FILES])}{more}; "
        f"the load {milliseconds(here.start - worked.start)} before, with the former scripts, had no such error"
    )


def _deed_before(moment: datetime, here: PageLoad) -> Deed | None:
    """What the user did that may have caused it."""
    near = (deed for at, deed in reversed(here.deeds) if timedelta(0) <= moment - at <= CAUSED_WITHIN)
    return next(near, None)


def _did_the_same(earlier: PageLoad, here: PageLoad, first_seen: datetime, deed: Deed | None) -> bool:
    """The user did what caused the error; without an action, the page lived as long as it took."""
    if deed is not None:
        return any(each == deed for _, each in earlier.deeds)
    took = first_seen - here.start
    return took <= EARLY and earlier.end - earlier.start > took


def _changes(before: PageLoad, now: PageLoad) -> list[str]:
    changes = []
    for name, files in now.scripts.items():
        former = before.scripts.get(name, {})
        if former and not former.keys() & files.keys():
            changes.append(f"{_last(files)} instead of {_last(former)}")
        changes.extend(
            f"{path_in_sentence(path)} ({former[path]} → {size} bytes)"
            for path, size in files.items()
            if size and former.get(path) and former[path] != size
        )
    return changes


def _last(files: dict[str, int]) -> str:
    return path_in_sentence(list(files)[-1])


def _script_name(url: str) -> str:
    match = _SCRIPT.fullmatch(raw_path(url))
    return f"{match['stem']}{match['end']}" if match else ""
