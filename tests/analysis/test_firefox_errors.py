"""Errors recorded in Firefox: what SpiderMonkey says (153 ESR) is explained, located and recognized in Chromium."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from gasoline.analysis.errors.exception_info import exception_info
from gasoline.analysis.errors.explain import explain
from gasoline.analysis.errors.source_location import SourceLocation
from gasoline.analysis.errors.stack import Frame, frames, shorten_stack, top_frame
from gasoline.model.events import ConsoleEntry, ExceptionEntry
from gasoline.scripting.recorded_error import recorded

V8 = Path(__file__).parents[1] / "support" / "v8_errors.mjs"

STACK = """add@http://localhost:3000/@fs/shop.js:2:15
later/<@http://localhost:3000/shop.js:9:3
async*save@http://localhost:3000/shop.js:12:5
setTimeout handler*@http://localhost:3000/shop.js:20:1
run@http://localhost:3000/shop.js line 7 > eval:1:7
"""

# The code that Firefox ran, its message, and what the explanation says.
SAID = [
    (
        "let cart = {}",
        "cart.items.length",
        'can\'t access property "length", cart.items is undefined',
        "`cart.items` is",
    ),
    ("let cart = {}", "cart.items.x = 1", 'can\'t access property "x", cart.items is undefined', "`cart.items` is"),
    ("let cart = {}", "cart.items[0]", "can't access property 0, cart.items is undefined", "accessing `0`"),
    ("", "null.foo", 'can\'t access property "foo" of null', "is null when reading `foo`"),
    ("", "const { a } = undefined", "undefined has no properties", None),
    ("let cart = {}", "const { a } = cart.items", "cart.items is undefined", None),
    ("", "const [a] = undefined", "can't access property Symbol.iterator of undefined", "where an iterable is needed"),
    (
        "let cart = {}",
        "for (const x of cart.items);",
        "can't access property Symbol.iterator, cart.items is undefined",
        "where an iterable is needed",
    ),
    ("", "x; let x = 1", "can't access lexical declaration 'x' before initialization", "`x` is used before"),
    ("const c = 1", "c = 2", "invalid assignment to const 'c'", "a `const` is assigned"),
    ("const f = () => f()", "f()", "too much recursion", "calls itself endlessly"),
    ("", "JSON.parse('')", "JSON.parse: unexpected end of data at line 1 column 1 of the JSON data", "ends too early"),
    ("", "new Array(-1)", "invalid array length", "negative or too large"),
    ("", "[].reduce((a, b) => a)", "reduce of empty array with no initial value", "on an empty array"),
    ("let o = {}; o.o = o", "JSON.stringify(o)", "cyclic object value", "contains itself"),
    ("class A {}", "A()", "class constructors must be invoked with 'new'", None),
    ("", "Object.keys(null)", "can't convert null to object", "used as an object"),
    ("", "'a' in 'b'", 'cannot use \'in\' operator to search for "a" in "b"', "is not an object"),
    ("'use strict'; let f = Object.freeze({ a: 1 })", "f.a = 2", '"a" is read-only', "frozen or sealed"),
    (
        "'use strict'; let f = Object.freeze({ a: 1 })",
        "delete f.a",
        'property "a" is non-configurable and can\'t be deleted',
        "frozen or sealed",
    ),
    ("'use strict';", "({ get a() { return 1 } }).a = 2", 'setting getter-only property "a"', "only a getter"),
    ("", "1n + 1", "can't convert BigInt to number", "a BigInt"),
    ("", "new Date(NaN).toISOString()", "invalid date", "not valid"),
    ("", "decodeURIComponent('%')", "malformed URI sequence", "stray `%`"),
]


def what_chromium_says() -> list[str]:
    cases = json.dumps([[before, line] for before, line, _, _ in SAID])
    done = subprocess.run(["node", str(V8), cases], capture_output=True, text=True, check=True, timeout=60)
    return [said["message"] for said in json.loads(done.stdout)]


def test_a_generated_script_recognizes_the_error_in_chromium() -> None:
    for (_, line, message, _), in_chromium in zip(SAID, what_chromium_says(), strict=True):
        for entry in (
            ExceptionEntry(message=message),
            ConsoleEntry(level="error", args=[message]),
        ):
            pattern = recorded(entry).pattern
            assert re.match(pattern, in_chromium), (line, in_chromium, pattern)
            assert re.match(pattern, message), (line, message, pattern)
            assert not re.match(pattern, "another error"), pattern


@pytest.mark.parametrize(("message", "wanted"), [(message, wanted) for _, _, message, wanted in SAID])
def test_what_firefox_says_is_explained(message: str, wanted: str | None) -> None:
    explained = explain(message, None)
    assert explained is None if wanted is None else wanted in (explained or "")


def test_the_name_of_a_minifier_is_replaced_by_that_of_the_source() -> None:
    place = SourceLocation("src/cart.ts:3", line_text="return cart.items.length;", column=18)
    explained = explain('can\'t access property "length", e.items is undefined', place)
    assert explained == "`cart.items` is undefined when accessing `length`"


def test_a_thrown_value_that_is_not_an_error_is_the_same_in_both_browsers() -> None:
    in_firefox, in_chromium = (ExceptionEntry(message=said) for said in ("uncaught exception: null", "Uncaught null"))
    assert recorded(in_firefox).pattern == recorded(in_chromium).pattern
    assert exception_info(in_firefox) == exception_info(in_chromium)


def test_frames_are_read_with_their_functions_and_places() -> None:
    shop = "http://localhost:3000/shop.js"
    assert list(frames(STACK)) == [
        Frame("http://localhost:3000/@fs/shop.js", 2, 15, "add"),
        Frame(shop, 9, 3),
        Frame(shop, 12, 5, "save"),
        Frame(shop, 20, 1),
        Frame(shop, 7, 1, "run"),
    ]
    assert top_frame("no frame here") is None


def test_a_long_stack_is_shortened() -> None:
    first, second, *_ = STACK.split("\n")
    assert shorten_stack(STACK, 2) == f"{first}\n{second}\n… 3 more"
    assert shorten_stack(STACK, 5) == STACK
