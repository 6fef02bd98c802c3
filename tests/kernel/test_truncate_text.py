"""No cut leaves half a secret, which nothing recognizes any more."""

import pytest

from gasoline.kernel.text import drop_partial_word, truncate_text
from gasoline.tools.answer_budget import fit_answer

TOKEN = "ghp_" + "A1b2C3d4" * 4 + "E5f6"


# MASK-03
@pytest.mark.parametrize("shown", range(7, len(TOKEN)))
def test_only_the_prefix_of_a_truncated_token_remains(shown: int) -> None:
    assert drop_partial_word(f'{{"v":"{TOKEN[:shown]}') == f'{{"v":"{TOKEN[:6]}…'


@pytest.mark.parametrize(
    "text",
    [
        "a sentence that ends in some internationalis",
        'a list: ["one", "two", ',
        "",
        "short x1",
        "€" * 20,
        "1" * 20 + "é",
    ],
)
def test_prose_keeps_its_end(text: str) -> None:
    assert drop_partial_word(text) == text


def test_a_short_text_stays_as_it_is() -> None:
    assert truncate_text(TOKEN, len(TOKEN)) == TOKEN


def test_a_long_text_is_truncated_before_its_last_word() -> None:
    assert truncate_text(f"has no {TOKEN}", 30) == f"has no {TOKEN[:6]}…"


@pytest.mark.parametrize("before", range(460, 500))
def test_an_answer_that_is_truncated_to_fit_splits_no_token(before: int) -> None:
    [shown] = fit_answer(["w" * (before - 1) + " " + TOKEN + " " + "w " * 600], 1_000).data
    assert TOKEN in shown or TOKEN[:7] not in shown
