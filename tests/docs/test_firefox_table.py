"""The table of docs/firefox.md has a row for each scenario, and a reason for each difference."""

import parity


def test_every_scenario_has_its_row_in_the_table() -> None:
    assert [*parity.written_rows()] == [*parity.NAMES]


def test_every_difference_has_its_reason_and_no_other_row_has_one() -> None:
    for what, row in parity.written_rows().items():
        assert row["why"] == ("" if row["Firefox"] == parity.SAME else parity.NAMES[what].why)
    assert any(row["why"] for row in parity.written_rows().values())
