"""The demo's check can fail: only the recorded error counts, and the fixed shop must pass."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "demo"))

from reproduce import Run, must_fail, must_pass
from stage import DemoFailed

ERROR = "reading 'total'"
TITLE = "1) reproduction.spec.js:3:1 › reproduction: Cannot read properties of undefined (reading 'total')\n"
WITH_IT = f"""{TITLE}  + Received  + 3
  + Array [
  +   "exception: Cannot read properties of undefined (reading 'total')",
  + ]"""
TIMED_OUT = f"{TITLE}  Error: locator.click: Timeout 5000ms exceeded."


def test_failing_with_the_error_is_a_reproduction():
    must_fail(Run(False, WITH_IT), ERROR)


@pytest.mark.parametrize("run", [Run(True, "1 passed"), Run(False, TIMED_OUT)])
def test_a_run_without_the_error_is_none(run):
    with pytest.raises(DemoFailed, match="should fail with"):
        must_fail(run, ERROR)


def test_a_reproduction_that_fails_in_the_fixed_shop_proves_nothing():
    must_pass(Run(True, "1 passed"))
    with pytest.raises(DemoFailed, match="should pass in the fixed shop"):
        must_pass(Run(False, WITH_IT))
