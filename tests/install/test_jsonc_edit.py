"""Editing JSON(C) changes what it is meant to change and nothing else."""

import json
import string
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from gasoline.commands.install.jsonc_edit import drop, put, read, update
from gasoline.commands.install.jsonc_parse import MalformedConfig

ENTRY = {"command": "C:\\Program Files\\gasoline.exe", "args": ["mcp"]}
PATH = ("mcpServers", "gasoline")
keys = st.text(string.ascii_letters + ' "\\/*é', max_size=6)
scalars = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(allow_nan=False, allow_infinity=False)
)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3))
gaps = st.lists(st.sampled_from([" ", "\n", "\t", "\r\n", '// note } , "\n', "/* { , */", "    "]), max_size=3).map(
    "".join
)


@st.composite
def written(draw: st.DrawFn, value: object) -> str:
    """The value as a person might write it: spaces, comments and trailing commas anywhere."""
    gap = lambda: draw(gaps)  # noqa: E731
    if isinstance(value, dict):
        parts = [f"{gap()}{json.dumps(k)}{gap()}:{gap()}{draw(written(v))}{gap()}" for k, v in value.items()]
    elif isinstance(value, list):
        parts = [gap() + draw(written(item)) + gap() for item in value]
    else:
        return json.dumps(value)
    has_comma: bool = bool(parts) and draw(st.booleans())
    tail = "," + gap() if has_comma else gap() if not parts else ""
    brackets = "{}" if isinstance(value, dict) else "[]"
    return brackets[0] + ",".join(parts) + tail + brackets[1]


@st.composite
def documents(draw: st.DrawFn) -> tuple[dict[str, Any], str]:
    value: dict[str, Any] = draw(st.dictionaries(keys, values, max_size=3))
    if draw(st.booleans()):
        value["mcpServers"] = draw(st.dictionaries(keys | st.just("gasoline"), values, max_size=3))
    text = draw(st.sampled_from(["", "\ufeff"])) + draw(gaps) + draw(written(value)) + draw(gaps)
    return value, text


def with_entry(value: dict[str, Any]) -> dict[str, Any]:
    return {**value, "mcpServers": {**value.get("mcpServers", {}), "gasoline": ENTRY}}


def any_document(test):
    """For documents of every kind; a busy machine is no failure."""
    return settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])(given(documents())(test))


@any_document
def test_what_is_written_with_comments_and_trailing_commas_is_read(document):
    value, text = document
    assert read(text) == value


@any_document
def test_the_entry_is_added_and_everything_else_means_the_same(document):
    value, text = document
    assert read(put(text, PATH, ENTRY)) == with_entry(value)


@any_document
def test_outside_the_splice_every_character_stays(document):
    value, text = document
    assume("gasoline" not in value.get("mcpServers", {}))
    rest = iter(put(text, PATH, ENTRY))
    blank_gaps = "".join(text.split())
    assert all(any(char == other for other in rest) for char in blank_gaps), "not a subsequence"


@any_document
def test_the_comments_all_survive_in_their_order(document):
    value, text = document
    assume("gasoline" not in value.get("mcpServers", {}))
    edited = put(text, PATH, ENTRY)
    assert [edited.count(note) for note in ("// note", "/* {")] == [text.count("// note"), text.count("/* {")]


@any_document
def test_dropping_takes_the_entry_out_and_nothing_else(document):
    value, text = document
    expected = json.loads(json.dumps(value))
    expected.get("mcpServers", {}).pop("gasoline", None)
    assert read(drop(text, PATH)) == expected
    assert read(drop(put(text, PATH, ENTRY), PATH)) == {**expected, "mcpServers": expected.get("mcpServers", {})}


@any_document
def test_putting_twice_is_putting_once(document):
    once = put(document[1], PATH, ENTRY)
    assert update(once, PATH, ENTRY) == once
    assert read(put(once, PATH, ENTRY)) == read(once)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '{\n  "a": {\n    "b": 1\n  }\n}\n'),
        ("// only a comment", '// only a comment\n{\n  "a": {\n    "b": 1\n  }\n}\n'),
        ("{}", '{\n  "a": {\n    "b": 1\n  }\n}'),
        ('{"x":1}', '{"x":1, "a": {"b": 1}}'),
        ('{"a":{}}', '{"a":{"b": 1}}'),
        ('{\n  "a": {}\n}', '{\n  "a": {\n    "b": 1\n  }\n}'),
        ('{\n\t"a": {\n\t\t"x": 1, // c\n\t},\n}', '{\n\t"a": {\n\t\t"x": 1, // c\n\t\t"b": 1,\n\t},\n}'),
        ('{\n  "a": {\n    "x": 1 // c\n  }\n}', '{\n  "a": {\n    "x": 1, // c\n    "b": 1\n  }\n}'),
        ('{\r\n  "a": {}\r\n}', '{\r\n  "a": {\r\n    "b": 1\r\n  }\r\n}'),
        ('{"a": {"b": 0}, "a": {"b": 5}}', '{"a": {"b": 0}, "a": {"b": 1}}'),
    ],
)
def test_a_new_member_is_laid_out_like_its_neighbors(before, after):
    assert put(before, ("a", "b"), 1) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"a": 1, "b": 2}', '{"a": 1}'),
        ('{"b": 2, "a": 1}', '{ "a": 1}'),
        ('{\n  "a": 1, // one\n  "b": 2\n}', '{\n  "a": 1 // one\n}'),
        ('{\n  "a": 1, // one\n  "b": 2}', '{\n  "a": 1 // one\n  }'),
        ('{\n  // two\n  "b": 2, "a": 1\n}', '{\n  // two\n   "a": 1\n}'),
        ('{\n  "a": 1,\n  "b": 2,\n}', '{\n  "a": 1,\n}'),
        ('{\n  "b": 2\n}', "{}"),
        ('{"b": 1, "a": 3, "b": 2}', '{ "a": 3}'),
        ('{"a": 1}', '{"a": 1}'),
    ],
)
def test_a_member_leaves_with_its_comma(before, after):
    assert drop(before, ("b",)) == after


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ('{\n  "a": 1\n  "b": 2\n}', 3, 3, "expected ',' or '}'"),
        ('{\n  "a": "x\n}', 2, 8, "unterminated string"),
        ("{'a': 1}", 1, 2, "single quotes"),
        ('{"a": 1', 1, 8, "the end of the file"),
        ("{} {}", 1, 4, "expected the end of the file"),
        ("[1]", 1, 1, "must contain an object"),
        ('{"a": [1]}', 1, 7, '"a" must be an object'),
        ("{/* x", 1, 2, "unterminated comment"),
        ('{"a": 01}', 1, 7, "unexpected"),
        ("{,}", 1, 2, "a key in double quotes"),
        ('{"a": ' + "[" * 300, 1, 207, "nested more than"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, line, column, said):
    with pytest.raises(MalformedConfig, match=said.replace("'{", "")) as caught:
        put(text, ("a", "b"), 1)
    assert (caught.value.line, caught.value.column) == (line, column)
