"""A wrong value leads to the right one, and a number is accepted where a text is expected."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts


@pytest.mark.parametrize(
    ("tool", "arguments", "hint"),
    [
        (
            "observe",
            {"what": "logs", "level": "warning"},
            "Did you mean 'warn'? level takes debug, log, info, warn, error.",
        ),
        (
            "analyze",
            {"what": "verify_fix", "action": "begin"},
            "Did you mean 'start'? action takes start, watch, compare, status, cancel.",
        ),
        (
            "observe",
            {"what": "timeline", "include": ["requests"]},
            "Did you mean 'network'? include takes actions, network, websocket, console, server.",
        ),
        ("analyze", {"what": "api"}, "Pass action: it takes analyze, report, clear."),
        ("analyze", {"what": "verify_fix"}, "Pass action: it takes start, watch, compare, status, cancel."),
        ("observe", {"what": "dom"}, "Pass selector: CSS selector."),
        ("interact", {"action": "highlight", "selector": "p", "index": "x"}, "index takes a whole number."),
        ("observe", {"what": "logs", "limit": 0}, "limit takes a whole number from 1 to 1000."),
        ("observe", {"what": "errors", "full": "perhaps"}, "full takes true or false."),
    ],
)
async def test_a_wrong_value_leads_to_what_is_accepted(
    tool: str, arguments: dict[str, Any], hint: str, parts: Parts
) -> None:
    assert (await parts.fail(tool, **arguments))["hint"] == hint


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    from written_pages import a_browser, a_session

    parts = Parts(tmp_path)
    a_session(parts, "Buy")
    a_browser(parts, "Buy")
    return parts


@pytest.mark.parametrize("wanted", [404, 4.5, True])
async def test_a_text_may_be_sent_as_the_number_that_it_looks_like(wanted: Any, parts: Parts) -> None:
    """As a shell and some models do."""
    parts.log(f"answered {wanted}".lower(), ts="2026-01-31T12:00:10.000Z", url="http://localhost:5173/")
    assert "answered" in await parts.read("observe", what="logs", contains=wanted)


async def test_an_id_without_its_letter_is_refused_with_an_example(parts: Parts) -> None:
    failure = await parts.fail("observe", what="errors", id=5)
    assert failure["hint"] == "Each entry begins with its id, such as e14."
