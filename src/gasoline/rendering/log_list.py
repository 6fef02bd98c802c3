"""Console output as text: one line for each entry, equal ones folded, and what many similar lines share said once."""

from functools import partial
from typing import Any

from msgspec import Struct

from gasoline.rendering.call_site import call_site, shows_call_sites
from gasoline.rendering.document import Document, View
from gasoline.rendering.entry_list import Frame, Wording, list_document
from gasoline.rendering.forms import FORM_CHARS, Forms
from gasoline.rendering.log_entry import log_text
from gasoline.rendering.moment import clock
from gasoline.rendering.untrusted import trust_mark

WORDING = Wording("entry", "observe what=logs", "l", "stack, all of its arguments", plural="entries")
PREFIX_CHARS = 20
OF_ONE_OCCURRENCE = ("ts", "_aggregatedCount", "_firstSeen", "_lastSeen")
LEGEND = "A line with a letter has the text of its form, and its own values of ⟨1⟩|⟨2⟩|…"

Entry = dict[str, Any]


class Run(Struct, frozen=True):
    """Equal entries that follow each other, newest first."""

    seqs: list[int]
    entries: list[Entry]

    @property
    def times(self) -> int:
        return sum(entry.get("_aggregatedCount") or 1 for entry in self.entries)


def logs_document(view: View) -> Document:
    pages = [entry.get("pageUrl") or entry["url"] for entry in view.data]
    runs = _runs(view)
    counts = [len(run.seqs) for run in runs]
    return list_document(view, WORDING, partial(_lines, runs), pages=pages, prefix_chars=PREFIX_CHARS, counts=counts)


def _runs(view: View) -> list[Run]:
    runs: list[Run] = []
    for seq, entry in zip(view.seqs, view.data, strict=True):
        if not runs or not _is_repeat(runs[-1].entries[-1], entry):
            runs.append(Run([], []))
        runs[-1].seqs.append(seq)
        runs[-1].entries.append(entry)
    return runs


def _is_repeat(one: Entry, other: Entry) -> bool:
    return one.get("args") == other.get("args") and _lasting(one) == _lasting(other)


def _lasting(entry: Entry) -> Entry:
    return {name: value for name, value in entry.items() if name not in OF_ONE_OCCURRENCE}


def _lines(runs: list[Run], frame: Frame) -> list[str]:
    newest = [run.entries[0] for run in runs]
    has_place = shows_call_sites(len(runs))
    places = [f", {text}" if has_place and (text := call_site(entry, frame)) else "" for entry in newest]
    forms = _forms(newest, places, frame)
    lines = [
        _line(run, frame, *(forms.lines.get(number) or ("", f"{_text(run.entries[0], frame)}{places[number]}")))
        for number, run in enumerate(runs)
    ]
    legend = [f"form {form.letter}: {form.text}{form.place}" for form in forms.listed]
    # One entry with the first line, because lines are left out from the end.
    return ["\n".join([LEGEND, *legend, lines[0]]), *lines[1:]] if legend else lines


def _forms(entries: list[Entry], places: list[str], frame: Frame) -> Forms:
    """Uses forms only if some line has no room for its text: complete lines are easier to read."""
    complete = Frame(frame.base, FORM_CHARS + 1)
    texts = {number: _text(entry, complete) for number, entry in enumerate(entries) if entry["type"] == "console"}
    if all(len(text) <= frame.width for text in texts.values()):
        return Forms({})
    return Forms({number: (text, places[number]) for number, text in texts.items()})


def _line(run: Run, frame: Frame, letter: str, said: str) -> str:
    form = f"{letter} " if letter else ""
    said = f"{frame.site(run.entries[0])}{said}"
    first, last = run.entries[-1]["ts"], run.entries[0]["ts"]
    again = f" ×{run.times}" if run.times > 1 else ""
    again += trust_mark(run.entries[0])
    if len(run.seqs) == 1:
        return f"l{run.seqs[0]} {form}{clock(last)} {said}{again}"
    return f"l{run.seqs[-1]}–l{run.seqs[0]} {form}{clock(first)}–{clock(last)} {said}{again}"


def _text(entry: Entry, frame: Frame) -> str:
    level = f"{entry['level']} " if entry["type"] == "console" and entry["level"] != "log" else ""
    return f"{level}{log_text(entry, frame)}"
