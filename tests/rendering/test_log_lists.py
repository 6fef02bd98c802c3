"""The list of console output as text: equal lines are folded, similar ones share their form, and all values fit."""

import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parts import Parts

from gasoline.rendering.forms import SIMILAR, Forms

PAGE = "http://localhost:5173/cart"
LINE = re.compile(r"^l(?P<seq>\d+) (?:(?P<form>[A-Z]) )?\d\d:\d\d:\S+ (?P<said>.*)$", re.MULTILINE)
FORM = re.compile(r"^form (?P<letter>[A-Z]): (?P<text>.*)$", re.MULTILINE)


def at(seconds: float) -> str:
    return f"2026-01-31T12:00:{seconds:06.3f}Z"


def filled(form: str, values: str) -> str:
    """The text of a line that gives only its values; none of these samples has a | in a value."""
    each = values.split("|")
    return re.sub(r"⟨(\d+)⟩", lambda place: each[int(place[1]) - 1], form)


def complete_lines(text: str) -> dict[int, str]:
    forms = {match["letter"]: match["text"] for match in FORM.finditer(text)}
    return {
        int(line["seq"]): filled(forms[line["form"]], line["said"]) if line["form"] else line["said"]
        for line in LINE.finditer(text)
    }


# ANS-04
async def test_two_hundred_messages_fit_with_their_objects(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for number in range(200):
        order = {"id": number, "state": "open" if number % 3 else "paid", "lines": [number, number + 1], "gift": False}
        parts.log(f"order {number} loaded", order, ts=at(number / 10), url=PAGE)
    text = await parts.read("observe", what="logs", limit=200)
    assert len(text.encode()) <= 11_000
    assert complete_lines(text) == {
        number + 1: f'order {number} loaded {{"id":{number},"state":"{"open" if number % 3 else "paid"}",'
        f'"lines":[{number},{number + 1}],"gift":false}}'
        for number in range(200)
    }


# ANS-04
async def test_messages_of_two_loops_that_alternate_fit_with_their_objects(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for number in range(0, 200, 2):
        parts.log("sent", {"request": number, "path": "/api/orders", "retry": None}, ts=at(number / 10), url=PAGE)
        parts.log("careful", {"slow": number, "limit": 0.5}, level="warn", ts=at(number / 10 + 0.05), url=PAGE)
    lines = complete_lines(await parts.read("observe", what="logs", limit=200))
    assert len(lines) == 200
    assert lines[1] == 'sent {"request":0,"path":"/api/orders","retry":null}'
    assert lines[200] == 'warn careful {"slow":198,"limit":0.5}'


async def test_lines_with_room_for_their_text_stay_complete(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for number in range(20):
        parts.log(f"order {number} loaded", {"id": number}, ts=at(number), url=PAGE)
    text = await parts.read("observe", what="logs")
    assert "form" not in text and 'order 7 loaded {"id":7}' in text


async def test_equal_lines_that_follow_each_other_are_one(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.log("start", ts=at(0), url=PAGE)
    for number in range(5):
        parts.log("tick", {"same": True}, ts=at(1 + number), url=PAGE)
    parts.log("tick", {"same": False}, ts=at(7), url=PAGE)
    text = await parts.read("observe", what="logs")
    assert text.startswith("7 entries, newest first")
    assert '\nl7 12:00:07.000 tick {"same":false}\nl2–l6 12:00:01.000–12:00:05.000 tick {"same":true} ×5\nl1 ' in text
    assert len(await parts.ask("get_browser_logs")) == 7


async def test_equal_lines_with_another_between_them_stay(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    for number, word in enumerate(("tick", "tock", "tick")):
        parts.log(word, ts=at(number), url=PAGE)
    assert "–" not in await parts.read("observe", what="logs")


async def test_older_entries_begin_behind_the_folded_ones_that_are_shown(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.log("start", ts=at(0), url=PAGE)
    for number in range(4):
        parts.log("tick", ts=at(1 + number), url=PAGE)
    text = await parts.read("observe", what="logs", limit=3)
    assert text.startswith("3 of 5 entries") and "before=c3 (2 older)" in text


@pytest.mark.parametrize("text", ['say "x": {}', '{{"a":"q\\"{}"}}', "-{}.5e3", '"{}', "true{} null"])
def test_a_form_with_its_values_is_the_text(text: str) -> None:
    said = {number: (text.format(number), "") for number in range(SIMILAR)}
    forms = Forms(said)
    shapes = {form.letter: form.text for form in forms.listed}
    for number, (letter, values) in forms.lines.items():
        assert filled(shapes[letter], values) == said[number][0]


@given(st.lists(st.text(alphabet='a1"\\:{},.- ', max_size=20), max_size=12))
def test_a_line_has_the_form_of_its_letter_and_no_other(texts: list[str]) -> None:
    repeated = dict(enumerate((text, "") for text in chain.from_iterable([texts] * SIMILAR)))
    forms = Forms(repeated)
    shapes = {form.letter: form.text for form in forms.listed}
    restored: dict[int, Any] = {
        number: filled(shapes[letter], values) if "⟨" in shapes[letter] else shapes[letter]
        for number, (letter, values) in forms.lines.items()
    }
    assert all(restored[number] == repeated[number][0] for number in restored)
