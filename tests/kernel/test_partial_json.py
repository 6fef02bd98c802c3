"""The beginning of JSON that was cut."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gasoline.kernel.partial_json import PartialJson, parse_partial_json

CUT: dict[str, Any] = {
    '[{"a":1},{"a":2},{"a":': ([{"a": 1}, {"a": 2}], None),
    '[{"a":1},{"a":2},{"a":3': ([{"a": 1}, {"a": 2}], None),
    '[{"a":1}': ([{"a": 1}], None),
    '[{"a":': ([], None),
    "[": ([], None),
    '{"a":1,"b":': ({"a": 1}, ()),
    '{"a":1,"b":"text that is cu': ({"a": 1}, ()),
    '{"a":1,"b': ({"a": 1}, ()),
    '{"a":1,"b":tru': ({"a": 1}, ()),
    '{"a":1,"b":12': ({"a": 1}, ()),
    '{"a":1,"b":"ends with \\\\",': ({"a": 1, "b": "ends with \\"}, ()),
    '{"a":1,"b":"goes on \\"': ({"a": 1}, ()),
    "{": ({}, ()),
    '{"total":2,"items":[{"a":1},{"a"': ({"total": 2, "items": [{"a": 1}]}, ()),
    '{"data":{"user":{"id":1,"na': ({"data": {"user": {"id": 1}}}, ("data", "user")),
    '{"data":{"list":[[1],[2],[': ({"data": {"list": [[1], [2]]}}, ("data",)),
    '{"a":"} ] \\" {","b":[1,': ({"a": '} ] " {', "b": [1]}, ()),
    '{"":{"a":1,': ({"": {"a": 1}}, ("",)),
}


@pytest.mark.parametrize("text", CUT)
def test_complete_parts_are_read_and_open_ones_are_named(text: str) -> None:
    value, open_object = CUT[text]
    assert parse_partial_json(text) == PartialJson(value, open_object)


@pytest.mark.parametrize("text", ["", "12", '"tex', "}", "]]", "<html>", '{"a":1}}', "{]", "[" * 9_000, '{"a" 1,"b":'])
def test_text_that_cannot_start_json_yields_nothing(text: str) -> None:
    found = parse_partial_json(text)
    assert found is None or found.value in ({}, [])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=3), inside, max_size=4),
)


def is_part(part: Any, whole: Any) -> bool:
    """Whether everything in one value is in the other, at the same place."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and is_part(item, whole[key]) for key, item in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) <= len(whole) and all(map(is_part, part, whole))
    return bool(part == whole)


@given(JSON, st.data())
def test_a_prefix_of_json_parses_to_a_part_of_it(value: Any, data: st.DataObject) -> None:
    import json

    text = json.dumps(value, ensure_ascii=False)
    found = parse_partial_json(text[: data.draw(st.integers(0, len(text) - 1))])
    assert found is None or is_part(found.value, value)
