"""The demo prints everything that an answer has around an error, and nothing where there is nothing."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "demo"))

from tell_errors import tell_errors

LINES = [{"line": 41, "text": "function f() {"}, {"line": 42, "text": "  x.y.z", "isError": True}]
ENRICHED = {
    **{"type": "exception", "message": "boom", "stack": "Error: boom\n    at f (app.js:1:1)", "count": 3},
    "_failedRequest": {"method": "GET", "url": "/api", "status": 500, "response": '{"why":"stock"}'},
    "_actions": [
        {"type": "click", "target": "#buy", "text": "Buy"},
        {"type": "input", "target": "#name", "value": "Ann"},
    ],
    "_aiContext": {
        "summary": "Error in src/a.ts:42 — boom.",
        "sourceSnippets": [{"file": "src/a.ts", "line": 42, "snippet": LINES}],
        "componentAncestry": {"framework": "react", "components": [{"name": "App"}, {"name": "Cart"}]},
        "stateSnapshot": {"source": "redux", "keys": {}, "relevantSlice": {"cart.error": "no"}},
    },
}


def test_everything_around_an_error_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    tell_errors([ENRICHED], ("type", "message", "stack"))
    shown = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert shown == [
        "type exception",
        "message boom",
        "summary Error in src/a.ts:42 — boom.",
        "source src/a.ts:42",
        "41 function f() {",
        "▶ 42 x.y.z",
        "components App > Cart",
        "state cart.error = 'no'",
        "request GET /api → 500",
        '{"why":"stock"}',
        "actions input #name Ann",
        "click #buy Buy",
        "happened 3 times",
    ]


def test_a_bare_error_is_printed_bare(capsys: pytest.CaptureFixture[str]) -> None:
    tell_errors([{"type": "console", "args": ["x"], "count": 1}], ("type", "args"))
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [["type", "console"], ["args", '["x"]']]
