"""A page chooses the message of an error and, in the next run, the text that its pattern meets: a search ends soon."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from parts import NOW, Parts
from regex_steps import Engine, TooManySteps, steps_of

from gasoline.kernel.secrets.mask import MASK
from gasoline.model.events import ConsoleEntry, ExceptionEntry, WebSocketEvent
from gasoline.scripting.cypress.locators import exact_text
from gasoline.scripting.recorded_error import failed_socket, recorded
from gasoline.scripting.script_urls import path_pattern

UUID = "0b6f3a52-9c1d-4e8f-a7b2-3c4d5e6f7a8b"
LENGTH = 150
SECONDS = 30
"""Much longer than any test here takes, and much shorter than what grows with the third power."""
MOST = 600_000
"""About 27 times LENGTH²: what grows with the third power or faster needs minutes for texts of a few kilobytes."""


def console(*args: Any) -> str:
    return "^console: " + recorded(ConsoleEntry(level="error", args=list(args), url="http://localhost/")).pattern


def exception(message: str) -> str:
    # With anything before it, as Cypress scripts have it.
    entry = ExceptionEntry(level="error", message=message, url="http://localhost/")
    return "^exception: [\\s\\S]*" + recorded(entry).pattern


def socket(path: str) -> str:
    return "^console: " + failed_socket(WebSocketEvent(event="error", id="1", url=f"ws://localhost{path}")).pattern


ATTACKS = {
    "many words": (console(*["a"] * 40), "console: " + "a" * LENGTH + "!"),
    "many words and an end": (console(*["a"] * 40, "b"), "console: " + "a" * LENGTH),
    "objects with keys": (console({"a": 1, "b": 2, "c": 3}), "console: {" + "abc" * (LENGTH // 3)),
    "many objects": (console(*[{"a": 1, "b": 2}] * 20), "console: " + "{ab}" * (LENGTH // 4)),
    "many lists": (console(*[[1]] * 20), "console: " + "," * LENGTH + "("),
    "lists in brackets": (console(*[[1]] * 20), "console: " + "[,]" * (LENGTH // 3) + "("),
    "many numbers": (console(*[1] * 40), "console: " + "1" * LENGTH),
    "dotted numbers": (exception(".".join("1" * 60)), "exception: " + "1." * (LENGTH // 2) + "x"),
    "spaced numbers": (exception("1 " * 60 + "!"), "exception: " + "1 " * (LENGTH // 2)),
    "joined ids": (exception("-".join([UUID] * 5) + "!"), "exception: " + "-" * LENGTH),
    "ids in a row": (exception(UUID * 5 + "!"), "exception: " + "a" * LENGTH),
    "masked values": (exception(f"x{MASK}," * 20), "exception: " + "x," * (LENGTH // 2)),
    "white space": (exception("a\n" * 60 + "!"), "exception: " + "a \n" * (LENGTH // 3)),
    "origins": (exception("http://a/" * 20 + "!"), "exception: " + "http://a/" * (LENGTH // 9)),
    "a path of ids": (f"^{path_pattern('/1' * 60)}$", "/1" * (LENGTH // 2) + "//"),
    "made-up names": (f"^{path_pattern('/untitled1.py' * 10)}$", "/untitled.py.py" * (LENGTH // 15)),
    "a socket's path": (socket("/1" * 60), "console: WebSocket connection to 'ws://localhost" + "/1" * (LENGTH // 2)),
    "an element's text": (
        json.loads(exact_text(" ".join("a" * 60))[len("new RegExp(") : -1].replace("'", '"')),
        "a " * LENGTH,
    ),
}


# MASK-06
@pytest.mark.parametrize("name", ATTACKS)
def test_a_pattern_fails_after_few_steps(name: str) -> None:
    pattern, text = ATTACKS[name]
    assert steps_of(pattern, text, MOST) <= MOST


def test_a_pattern_with_gaps_between_all_words_would_not() -> None:
    pattern = "^console: " + "[\\s\\S]*".join(["a"] * 40) + "b"
    with pytest.raises(TooManySteps):
        steps_of(pattern, "console: " + "a" * LENGTH, MOST)


WORDS = st.sampled_from(["a", "1", "1.2", "-", UUID, MASK, "http://a", "/", " ", "\n", "{", ",", "("])
TEXTS = st.lists(WORDS, max_size=25).map("".join)
ARGS = st.lists(
    st.one_of(TEXTS, st.integers(), st.lists(st.integers()), st.dictionaries(TEXTS, st.none())), max_size=20
)


@settings(max_examples=60, deadline=None)
@given(ARGS.filter(bool), WORDS, st.integers(1, 40))
def test_whatever_is_logged_no_text_keeps_its_pattern_busy(args: list[Any], word: str, times: int) -> None:
    steps_of(console(*args), "console: " + word * times + "!", MOST)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_a_pattern_still_matches_the_message_that_it_was_made_of(message: str) -> None:
    shown = message.removeprefix("Uncaught ").strip()
    if not shown.startswith(("{", "[")):
        assert re.search(exception(message), f"exception: {shown}")


HUGE = "ab" * 150_000
RUN = """
const [script, text] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const anything = new Proxy(() => anything, { get: (_, name) => (name === "then" ? undefined : anything) });
const found = [];
const expect = Object.assign((value) => (found.push(value), anything), { poll: () => anything });
const listeners = {};
const on = (event, listener) => { (listeners[event] ??= []).push(listener); };
const tell = (event, ...details) => { for (const listener of listeners[event] ?? []) listener(...details); };
const message = { type: () => "error", text: () => text, location: () => ({ url: "" }) };
const window = { console: { error() {} } };
const load = () => {
  tell("console", message);
  tell("window:before:load", window);
  window.console.error(text);
};
const driver = new Proxy({ on, goto: load, visit: load, wait: () => ({ then: (check) => check() }) }, {
  get: (known, name) => known[name] ?? anything,
});
const test = (_, run) => run({ page: driver });
new Function("test", "it", "cy", "expect", script.replace(/^import.*$/m, ""))(test, test, driver, expect);
setImmediate(() => console.log(JSON.stringify(found.flat())));
"""


def problems_found(script: str, text: str) -> list[str]:
    """What a script objects to when the page logs this text; ends with an error after half a minute."""
    asked = json.dumps([script, text])
    done = subprocess.run(["node", "-e", RUN], input=asked, capture_output=True, text=True, check=True, timeout=SECONDS)
    found: list[str] = json.loads(done.stdout)
    return found


# MASK-06
@pytest.mark.parametrize("framework", ["playwright", "cypress"])
async def test_a_script_is_done_soon_with_a_huge_text(tmp_path: Path, framework: str) -> None:
    parts = Parts(tmp_path)
    said = [f"a{MASK}b"] * 6
    parts.log(*said, "zz", level="error", ts=NOW, url="http://localhost/")
    script = await parts.read("generate", what="reproduction", format=framework)
    (again,) = problems_found(script, "a1b a2b a3b a4b a5b a6b zz")
    assert again.startswith("console: a1b")
    assert problems_found(script, HUGE) == []


SAMPLES = [(pattern, text) for pattern, text in ATTACKS.values() if len(text) < 400]


def test_the_engine_that_counts_agrees_with_node() -> None:
    program = """const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
    console.log(JSON.stringify(pairs.map(([pattern, text]) => new RegExp(pattern).test(text))));"""
    done = subprocess.run(
        ["node", "-e", program], input=json.dumps(SAMPLES), capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [Engine(pattern, text, MOST).search() for pattern, text in SAMPLES]
