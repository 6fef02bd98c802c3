"""Text of a page on one line of ours: JSON as it is, everything else in quotes."""

import pytest

from gasoline.rendering.quote import json_or_quoted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('{"error": {"code": "sold out"}}', '{"error":{"code":"sold out"}}'),
        ('["a\\nb"]', '["a\\nb"]'),
        ("plain", '"plain"'),
        ('"a string"', '"\\"a string\\""'),
        ('{"cut": "of', '"{\\"cut\\": \\"of"'),
        ("7", '"7"'),
    ],
)
def test_an_object_or_a_list_is_not_escaped_twice(text: str, shown: str) -> None:
    assert json_or_quoted(text) == shown


def test_json_can_neither_begin_a_line_nor_hide_text() -> None:
    assert "\n" not in json_or_quoted('{"a": "x\\ny\\u202e"}')
    assert "\u202e" not in json_or_quoted('{"a": "\u202e"}')
