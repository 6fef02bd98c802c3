"""Names of fields are sensitive by whole words; the extension's tests read the same examples."""

import json
from pathlib import Path

import pytest

from gasoline.kernel.secrets.field_names import is_sensitive_name

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "field_names.json").read_text("utf-8"))


@pytest.mark.parametrize("name", EXAMPLES["sensitive"])
def test_a_sensitive_word_makes_a_name_sensitive(name: str) -> None:
    assert is_sensitive_name(name)


@pytest.mark.parametrize("name", EXAMPLES["ordinary"])
def test_letters_inside_other_words_do_not(name: str) -> None:
    assert not is_sensitive_name(name)
