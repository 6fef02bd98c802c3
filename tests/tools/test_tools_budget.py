"""The budget of `tools/list`."""

import json

import pytest

import tools_budget


def test_what_is_left_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert tools_budget.main() == 0
    assert "bytes" in capsys.readouterr().out


def test_a_list_over_the_budget_fails(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools_budget, "TOOLS_LIST_BYTES", 100)
    assert tools_budget.main() == 1
    assert "too many" in capsys.readouterr().out


def test_the_size_is_that_of_compact_json() -> None:
    recorded = json.dumps({"tools": {"composite": {"tools": ["é"]}}, "modern": {}}, indent=2)
    assert tools_budget.listed_bytes(recorded) == len('{"tools":["é"]}'.encode())


def test_what_the_newest_protocol_adds_counts() -> None:
    modern = {"2026-07-28": {"tools/list": {"ttlMs": 0}}}
    recorded = json.dumps({"tools": {"composite": {"tools": []}}, "modern": modern})
    assert tools_budget.listed_bytes(recorded) == len('{"ttlMs":0,"tools":[]}')
