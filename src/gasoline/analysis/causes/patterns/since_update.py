"""An error that began with a hot update: it did not happen before the scripts changed."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from gasoline.analysis.causes.patterns.pattern import milliseconds
from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.analysis.sessions.hot_updates import HotUpdate
from gasoline.model.events import parse_time

SOON = timedelta(minutes=5)  # after an update an error counts as its possible consequence
FILES = 3


def since_update(first_seen: datetime, page_since: datetime | None, updates: Iterable[HotUpdate]) -> str:
    """`page_since`: since when anything of the page was captured; without a time before the update, nobody knows."""
    before = [update for update in updates if parse_time(update.ts) <= first_seen]
    if not before or page_since is None:
        return ""
    last = before[-1]
    moment = parse_time(last.ts)
    if first_seen - moment > SOON or page_since >= moment:
        return ""
    files = ", ".join(path_in_sentence(file) for file in last.files[:FILES]) or "the page's scripts"
    return f"first seen {milliseconds(first_seen - moment)} after a hot update of {files}"
