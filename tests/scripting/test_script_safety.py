"""Whatever a page wrote stays text: the structure of a script is the same for every string in every field."""

import asyncio
import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from parsed_scripts import parse_scripts
from parts import Parts

from gasoline.kernel.secrets.mask import MASK
from gasoline.kernel.secrets.names import is_sensitive_name
from gasoline.kernel.secrets.redaction import is_hidden_value, redact
from gasoline.scripting.encode import js_comment, js_literal, js_value

NASTY = (
    "\n});\nprocess.exit(1);\n//",
    "*/ alert(1) /*",
    "</script><script>alert(1)</script>",
    "${process.env.HOME}",
    "`${1}`",
    "'+alert(1)+'",
    '"+alert(1)+"',
    "\u2028alert(1)\u2029",
    "\\",
    "\\'",
    '\\"',
    "\x00\x1b[31m",
    "\u202egnp.exe",
    '"password":"',
    '{"password": "x',
    "?token=",
    "see ?api_key=abc'); alert(1",
    "https://user:",
    "://a:b",
    "-----BEGIN PRIVATE KEY-----",
    "Bearer ",
    "@ts-ignore",
    "__proto__",
    "(.*)+$[",
)


def is_word(text: str) -> bool:
    return text.strip() != "" and text != "[redacted]"


TEXT = st.one_of(
    st.sampled_from(NASTY),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40),
    st.builds(lambda one, two: one + two, st.sampled_from(NASTY), st.sampled_from(NASTY)),
).filter(is_word)
FIELDS = ("test_id", "value", "name", "label", "text", "css", "option", "message", "frame", "file", "answer")
LOCATING = ("test_id", "name", "label", "text", "css", "frame")


def is_findable(text: str) -> bool:
    """No element is located by what a mask has left of its text; such a step has another locator, or is left out."""
    return MASK not in redact(text) and MASK not in redact(json.dumps(text))


WORDS = st.fixed_dictionaries({name: TEXT.filter(is_findable) if name in LOCATING else TEXT for name in FIELDS})
PLAIN = dict.fromkeys(FIELDS, "plain")
PAGE = {"url": "http://localhost:3000/shop"}
BATCH = 25
USER_PROVIDED = re.compile(
    r"(?:process\.env\.GASOLINE_[A-Z0-9_]+|Cypress\.env\('GASOLINE_[A-Z0-9_]+'\)) \?\? '\[user-provided\]'"
)


def recording(words: dict[str, str]) -> list[dict[str, Any]]:
    actions: list[dict[str, Any]] = [
        {"type": "navigate", "trigger": "load", "toUrl": PAGE["url"]},
        {"type": "input", "selectors": {"testId": words["test_id"]}, "value": words["value"]},
        {"type": "click", "selectors": {"role": {"role": "button", "name": words["name"]}}},
        {"type": "dialog", "dialog": "prompt", "accepted": True, "value": words["answer"]},
        {"type": "click", "selectors": {"ariaLabel": words["label"]}, "frame": [words["frame"]]},
        {"type": "click", "selectors": {"text": words["text"]}},
        {"type": "select", "selectors": {"cssPath": words["css"]}, "selectedValue": words["option"]},
        {"type": "input", "selectors": {"id": "file"}, "files": [words["file"]]},
    ]
    return [{**PAGE, "ts": f"2026-01-31T12:00:{place:02}.000Z", **action} for place, action in enumerate(actions)]


async def scripts_of(words: dict[str, str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        parts = Parts(Path(folder))
        parts.send("actions", *recording(words))
        parts.send("logs", {**PAGE, "type": "exception", "ts": "2026-01-31T12:00:09Z", "message": words["message"]})
        body = json.dumps({words["name"]: words["value"], "list": [{words["label"]: 1}]})
        call = {"method": "GET", "url": "http://localhost:3000/api", "status": 200, "responseBody": body}
        parts.send("network_bodies", {"ts": "2026-01-31T12:00:02.100Z", **call})
        made = [await parts.ask("get_reproduction_script", format=name) for name in ("playwright", "cypress")]
        test = await parts.ask("generate_test", fixtures=True, test_name=words["text"])
        return [*(with_plain_values(each["script"]) for each in made), test["fixture_file"]]


def with_plain_values(script: str) -> str:
    """A masked value is one that the user provides; here it reads as one that was recorded."""
    script = USER_PROVIDED.sub("'plain'", script)
    return script.replace("{ log: false }", "{ parseSpecialCharSequences: false }")


# SCR-14
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(WORDS, min_size=BATCH, max_size=BATCH))
def test_any_text_in_any_field_leaves_the_structure_of_a_script_as_it_is(batch: list[dict[str, str]]) -> None:
    made = [asyncio.run(scripts_of(words)) for words in (PLAIN, *batch)]
    plain = parse_scripts(made[0])
    read = parse_scripts([script for scripts in made[1:] for script in scripts])
    for place, words in enumerate(batch):
        playwright, cypress, _ = read[place * 3 : place * 3 + 3]
        assert playwright.outline == plain[0].outline
        assert cypress.outline == plain[1].outline
        for field in ("test_id", "value", "name", "label", "text", "option", "file", "answer"):
            # What is typed into a field that is named as a secret is not stored.
            is_hidden = is_sensitive_name(words["test_id"]) or is_hidden_value(words["test_id"], words[field])
            is_typed = field in ("value", "option") and is_hidden
            if not is_typed and redact(said := json.dumps(words[field], ensure_ascii=False)) == said:
                assert words[field] in playwright.strings


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.one_of(st.sampled_from(NASTY), st.text()), min_size=40, max_size=40))
def test_a_literal_has_the_value_of_its_text_and_a_comment_is_none(texts: list[str]) -> None:
    literals = ",\n".join(f"{js_literal(text)} {js_comment(f'About {text}')}\n" for text in texts)
    program = f"console.log(JSON.stringify([{literals}].map((each) => [...each].map((c) => c.codePointAt(0)))))"
    done = subprocess.run(["node", "-"], input=program, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [_code_points(text) for text in texts]


def _code_points(text: str) -> list[int]:
    """As JavaScript sees them, where halves of a pair that stand side by side are one."""
    return list(map(ord, text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")))


@pytest.mark.parametrize("value", [{"__proto__": {"a": 1}}, {"a b": [None, True, 1.5, -0.0]}, [], {}, "x", 10**15])
def test_a_json_value_comes_back_as_it_was(value: Any) -> None:
    program = f"console.log(JSON.stringify({js_value(value)}))"
    done = subprocess.run(["node", "-e", program], capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == value


OPEN_QUOTES = (
    'password="x1Y2z3W4',
    "password='x1Y2z3W4",
    "password: `x1Y2z3W4",
    'the secret is "x1Y2z3W4v5U6',
    "password:",
)


async def test_a_quote_that_a_secret_opens_never_reaches_beyond_its_literal() -> None:
    """Secrets are masked before code is made of them: no mask is put on code."""
    texts = [text for text in (*NASTY, *OPEN_QUOTES) if is_word(text)]
    plain = parse_scripts(await scripts_of(PLAIN))
    words = [
        {**dict.fromkeys(FIELDS, text), **dict.fromkeys(() if is_findable(text) else LOCATING, "plain")}
        for text in texts
    ]
    read = parse_scripts([script for each in words for script in await scripts_of(each)])
    assert [each.outline for each in read[0::3]] == [plain[0].outline] * len(texts)
    assert [each.outline for each in read[1::3]] == [plain[1].outline] * len(texts)


async def regression_tests(text: str, query: str) -> list[str]:
    """In both frameworks, after a click that made this text appear and sent this query."""
    with tempfile.TemporaryDirectory() as folder:
        parts = Parts(Path(folder))
        click = {"type": "click", "selectors": {"id": "a"}, "appeared": [text]}
        parts.send("actions", {**PAGE, "ts": "2026-01-31T12:00:01Z", **click})
        for place, asked in enumerate(("first", query)):
            call = {"method": "GET", "status": 200, "responseBody": "{}", "id": str(place)}
            url = f"http://localhost:3000/api?{urlencode({'q': asked})}"
            parts.send("network_bodies", {"ts": f"2026-01-31T12:00:01.{place + 1}00Z", **call, "url": url})
        made = [await parts.ask("generate_test", framework=name) for name in ("playwright", "cypress")]
        return [each["test_script"] for each in made]


# SCR-14
async def test_texts_that_appeared_and_queries_stay_text() -> None:
    """A text is compared exactly, or without its numbers, or not at all; a query is compared or not."""
    known = [(text, query) for text in ("plain", "plain 7", "Loading") for query in ("plain", "1769860800123")]
    nasty = [(text, text) for text in (*NASTY, *OPEN_QUOTES) if is_word(text)]
    read = parse_scripts([script for words in (*known, *nasty) for script in await regression_tests(*words)])
    for framework in (0, 1):
        outlines = [each.outline for each in read[framework::2]]
        allowed = outlines[: len(known)]
        assert [outline for outline in outlines if outline not in allowed] == []
