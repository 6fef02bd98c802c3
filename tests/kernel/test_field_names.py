"""Names are sensitive by whole words; the extension's tests read the same examples."""

import json
from pathlib import Path

import pytest

from gasoline.kernel.secrets.names import Kind, is_sensitive_name, kind_of
from gasoline.kernel.secrets.redaction import is_hidden_value

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "field_names.json").read_text("utf-8"))
GENERATED = "q7Zt4mXcV9pLw2RkYb8NsH3f"


# ACT-07
@pytest.mark.parametrize("name", EXAMPLES["sensitive"])
def test_a_sensitive_word_makes_a_name_sensitive(name: str) -> None:
    assert is_sensitive_name(name)


# MASK-01
@pytest.mark.parametrize("name", [name for name in EXAMPLES["sensitive"] if name.isidentifier()])
def test_a_generated_value_with_a_sensitive_name_is_masked(name: str) -> None:
    assert is_hidden_value(name, GENERATED)


@pytest.mark.parametrize("name", EXAMPLES["ordinary"])
def test_letters_inside_other_words_do_not(name: str) -> None:
    assert not is_sensitive_name(name)
    assert kind_of(name) in {Kind.NOTHING, Kind.MAYBE}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cardNumber", "4111 1111 1111 1111"),
        ("iban", "DE89 3704 0044 0532 0130 00"),
        ("iban", "DE89370400440532013000"),
        ("securityCode", "123"),
        ("totp", "492039"),
        ("userPin", "1234"),
    ],
)
def test_the_number_in_a_sensitive_field_is_masked(name: str, value: str) -> None:
    assert is_hidden_value(name, value)


@pytest.mark.parametrize(
    ("name", "value"), [("card", "visa"), ("pass", "two of three"), ("cardTitle", "123"), ("mapPin", "1234")]
)
def test_other_values_with_such_a_name_are_shown(name: str, value: str) -> None:
    assert not is_hidden_value(name, value)
