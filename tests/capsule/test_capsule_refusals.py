"""What a recording cannot answer: each refusal says why, and what to ask instead; and that can be asked."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from capsules import Recording, busy_session, saved
from parts import REGISTRY

from gasoline.tools.capsule_limits import CHANGING

NO_BROWSER = "a recording has no live browser"
READ_ONLY = "a recording is read-only"
REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    ("query_dom", {"selector": "#buy"}, NO_BROWSER, "Ask observe what=actions for the elements that the user touched"),
    ("get_page_info", {}, NO_BROWSER, "Ask observe what=timeline for the pages that were visited"),
    ("get_tabs", {}, NO_BROWSER, "Ask observe what=timeline for the pages that were visited"),
    ("take_screenshot", {}, NO_BROWSER, "generate what=report style=html shows them"),
    ("run_accessibility_audit", {}, NO_BROWSER, "Open the page in a live browser to audit it"),
    ("execute_javascript", {"script": "1"}, NO_BROWSER, "Ask observe what=errors for the state that was captured"),
    (
        "highlight_element",
        {"selector": "#buy"},
        NO_BROWSER,
        "Ask observe what=actions for the elements that the user touched",
    ),
    ("manage_state", {"action": "list"}, NO_BROWSER, "Ask observe what=errors for the state that was captured"),
    ("clear_browser_logs", {}, READ_ONLY, "since, before and url_filter"),
    ("configure_streaming", {}, READ_ONLY, "ask observe what=timeline for what happened"),
    ("save_capsule", {}, READ_ONLY, "pass the file on"),
    ("validate_api", {"action": "clear"}, READ_ONLY, "action=analyze or action=report"),
    *(
        ("verify_fix", {"action": action, **more}, READ_ONLY, "analyze what=verify_fix action=start capsule=FILE")
        for action, more in (
            ("start", {}),
            ("watch", {"session_id": "x"}),
            ("compare", {"session_id": "x"}),
            ("cancel", {"session_id": "x"}),
        )
    ),
    ("diff_sessions", {"action": "capture", "name": "x"}, READ_ONLY, "pass the file as compare_a"),
    ("diff_sessions", {"action": "delete", "name": "x"}, READ_ONLY, "pass the file as compare_a"),
]
CALL = re.compile(r"\b(observe|analyze|generate) what=(\w+)((?: \w+=\w+)*)")


@pytest.fixture
async def recording(tmp_path: Path) -> Recording:
    return Recording((await saved(busy_session(tmp_path))).data, folder=tmp_path)


def test_the_list_has_every_capability_that_a_recording_refuses() -> None:
    refused = {each.tool for each in REGISTRY.capabilities if each.needs} | set(CHANGING)
    assert {tool for tool, *_ in REFUSED} == refused
    asked = {(tool, arguments.get("action")) for tool, arguments, *_ in REFUSED}
    assert asked >= {(tool, action) for tool, actions in CHANGING.items() for action in actions}


# CAPS-04
@pytest.mark.parametrize(("tool", "arguments", "reason", "instead"), REFUSED)
async def test_a_refusal_says_why_and_what_to_ask_instead(
    recording: Recording, tool: str, arguments: dict[str, Any], reason: str, instead: str
) -> None:
    reply = await recording.call(tool, **arguments)
    failure = msgspec.json.decode(reply.texts[0])
    assert reply.is_error
    assert failure["error"] == "recording"
    assert reason in failure["message"]
    assert "Recording of 2026-01-31 12:00:00–12:00:04 UTC, not the live browser." in failure["message"]
    assert instead in failure["hint"]


@pytest.mark.parametrize("hint", sorted({instead for *_, instead in REFUSED if CALL.search(instead)}))
async def test_what_a_refusal_advises_can_be_asked(recording: Recording, hint: str) -> None:
    [(tool, mode, rest)] = CALL.findall(hint)
    arguments = dict(word.split("=") for word in rest.split())
    if "capsule" in arguments:
        return  # of a live session, as the sentence says
    reply = await recording.call(tool, what=mode, **arguments)
    assert not reply.is_error, reply.texts
    assert "12:00:04" in "".join(reply.texts) or "path" in reply.texts[0]
