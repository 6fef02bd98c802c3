"""Tests with a second user are skipped only where there cannot be one."""

import os
import sys

import other_user
import pytest


@pytest.mark.parametrize(
    ("uid", "ci", "outcome"),
    [(0, "", pytest.fail.Exception), (1000, "true", pytest.fail.Exception), (1000, "", pytest.skip.Exception)],
)
def test_root_and_ci_do_not_skip(
    monkeypatch: pytest.MonkeyPatch, uid: int, ci: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setattr(other_user, "_prefix", lambda: None)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: uid)
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome):
        other_user.as_other_user("true")
