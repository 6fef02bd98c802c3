"""The shape of a response, as the timeline, validate_api and generated tests use it."""

from typing import Any

import pytest

from gasoline.kernel.shape import DEEPER, common_shape, merge_shapes, response_shape, shape_of

SHAPES = {
    '"text"': "string",
    "1": "number",
    "1.5": "number",
    "true": "boolean",
    "null": "null",
    "{}": {},
    "[]": [],
    '{"id":1,"name":"Ada","on":true,"none":null}': {"id": "number", "name": "string", "on": "boolean", "none": "null"},
    '{"list":[1,2]}': {"list": ["number"]},
}


# ACT-14
@pytest.mark.parametrize("body", SHAPES)
def test_values_become_the_names_of_their_types(body: str) -> None:
    assert response_shape(body) == SHAPES[body]


@pytest.mark.parametrize("body", [None, "", "<html>", '{"cut":"in the mid', "undefined", "\ud800", "[" * 16_000])
def test_text_other_than_json_has_no_shape(body: str | None) -> None:
    assert response_shape(body) is None


# ACT-14
@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ('{"a":{"b":{"c":1}}}', {"a": {"b": {"c": "number"}}}),
        ('{"a":{"b":{"c":{"d":1}}}}', {"a": {"b": {"c": "..."}}}),
        ('{"a":[[[1]]]}', {"a": [["..."]]}),
    ],
)
def test_values_below_depth_three_are_not_described(body: str, shape: Any) -> None:
    assert response_shape(body) == shape


@pytest.mark.parametrize(
    ("body", "shape"),
    [
        ('[{"id":1},{"id":2,"name":"Ada"}]', [{"id": "number", "name": "string"}]),
        ('[{"id":1,"tags":[]},{"id":2,"tags":["new"]}]', [{"id": "number", "tags": ["string"]}]),
        ("[1,null,2]", ["number"]),
        ("[null]", ["null"]),
        ('["a",1,true]', ["boolean | number | string"]),
        ('[{"a":1},2]', ["number | object"]),
        ('[[1],["a"]]', [["number | string"]]),
        ('[{"a":{"b":[[1]]}},{"a":{"b":2}}]', [{"a": {"b": "... | number"}}]),
    ],
)
def test_the_items_of_a_list_share_one_shape(body: str, shape: Any) -> None:
    assert response_shape(body) == shape


def test_merging_keeps_the_order_in_which_fields_were_seen() -> None:
    merged = merge_shapes({"b": "number", "a": "string"}, {"a": "string", "c": "null"})
    assert isinstance(merged, dict)
    assert list(merged) == ["b", "a", "c"]


def test_what_items_have_in_common_leaves_out_what_only_some_of_them_have() -> None:
    items = [{"id": 1, "name": "a", "tags": ["x"], "only": 1}, {"id": "2", "name": "b", "tags": []}]
    assert shape_of(items, merge=common_shape) == [{"id": DEEPER, "name": "string", "tags": []}]
