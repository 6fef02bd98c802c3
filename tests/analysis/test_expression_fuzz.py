"""Whatever text stands on a source line: an expression that is on it, or none; never a crash."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gasoline.analysis.errors.blank_non_code import blank_non_code
from gasoline.analysis.errors.explain import explain
from gasoline.analysis.errors.expression import before_property
from gasoline.analysis.errors.member_chain import chain_start
from gasoline.analysis.errors.normalize_message import normalize_message
from gasoline.analysis.errors.source_location import SourceLocation

RELAXED = settings(max_examples=300, deadline=None)

pieces = st.sampled_from(
    [
        "a",
        "user",
        ".",
        "?.",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        '"',
        "'",
        "`",
        "${",
        "\\",
        " ",
        "\n",
        "!",
        "=>",
        "//",
        "/*",
        "1",
        ",",
        "new ",
        "<T>",
        "await ",
    ]
)
source_like = st.lists(pieces, max_size=40).map("".join)
names = st.sampled_from(["a", "b", "item", "$el", "_x"])
operands = st.recursive(
    names,
    lambda inner: st.one_of(
        st.tuples(inner, names).map(lambda two: f"{two[0]}.{two[1]}"),
        st.tuples(inner, names).map(lambda two: f"{two[0]}?.{two[1]}"),
        st.tuples(inner, inner).map(lambda two: f"{two[0]}[{two[1]}]"),
        st.tuples(inner, inner).map(lambda two: f"{two[0]}({two[1]}, ')')"),
        inner.map(lambda one: f"({one} || null).b"),
    ),
    max_leaves=6,
)


@RELAXED
@given(source_like | st.text(max_size=60), st.integers(0, 60))
def test_the_start_of_a_chain_is_before_its_end(source: str, end: int) -> None:
    start = chain_start(source, min(end, len(source)))
    assert start is None or 0 <= start <= end


@RELAXED
@given(source_like | st.text(max_size=60))
def test_blanking_keeps_the_length_and_the_code(line: str) -> None:
    shown = blank_non_code(line)
    assert len(shown) == len(line)
    assert all(after in (before, " ") for before, after in zip(line, shown, strict=True))


@RELAXED
@given(operands, st.sampled_from(["", "return ", "x = ", "f(", "[...", "!", "if (ok) { ", "a, "]))
def test_every_chain_of_names_calls_and_indexes_is_found_completely(operand: str, before: str) -> None:
    place = SourceLocation("f:1", f"{before}{operand}.wanted", column=len(before) + len(operand) + 1)
    assert before_property(place, "wanted") == operand


@RELAXED
@given(source_like | st.text(max_size=60), source_like, st.none() | st.integers(-5, 200))
def test_an_expression_that_is_named_is_on_the_line(line: str, before: str, column: int | None) -> None:
    place = SourceLocation("f:1", line.replace("\n", " "), before + "\n", column)
    message = "Cannot read properties of undefined (reading 'user')"
    assert explain(message, place)
    owner = before_property(place, "user")
    assert owner is None or owner.replace(" ", "") in (place.text_before + place.line_text).replace("\n", "").replace(
        " ", ""
    )


@RELAXED
@given(st.text(max_size=200))
def test_any_message_can_be_normalized_and_explained(message: str) -> None:
    normalize_message(message)
    explain(message, None)
