"""A browser that does not answer fails one test; it does not stop the run."""

import pytest
from bounded_waits import bounded_waits
from playwright.sync_api import Page


def test_a_call_without_an_answer_fails_and_the_page_can_be_used_further(page: Page) -> None:
    with bounded_waits(0.2), pytest.raises(AssertionError, match=r"did not answer within 0\.2 s"):
        page.evaluate("new Promise(() => {})")
    assert page.evaluate("1 + 1") == 2


def test_a_wait_for_an_event_is_bounded_too(page: Page) -> None:
    with (
        bounded_waits(0.2),
        pytest.raises(AssertionError, match="did not answer"),
        page.expect_event("close", timeout=0),
    ):
        pass
