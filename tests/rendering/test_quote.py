"""Page text on one of our lines: JSON as it is, everything else in quotes."""

import json

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


@pytest.mark.parametrize(
    "text",
    [
        '{"price": NaN, "n": 1}',
        '{"low":-Infinity}',
        '{"n":1e999}',
        '{"n":-1e999}',
        '{"a":1,"a":2}',
        '[{"b":{"a":1,"a":1}}]',
        '{"half":"\\ud83d"}',
        '{"\\udc00":1}',
        f'{{"n":{"7" * 5_000}}}',
    ],
)
def test_json_that_would_read_otherwise_when_written_again_is_quoted(text: str) -> None:
    assert json_or_quoted(text) == json.dumps(text)


@pytest.mark.parametrize("digits", [19, 20, 25, 400])
def test_every_digit_of_a_large_number_is_kept(digits: int) -> None:
    text = f'{{"id":{"9" * digits},"below":-{"9" * digits}}}'
    assert json_or_quoted(text) == text
