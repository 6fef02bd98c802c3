"""The note of an empty answer is true: it tells what was filtered from what was never captured."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.model.wire import HelloMessage

PAGE = "http://localhost:3000/shop"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    parts = Parts(tmp_path)
    parts.log("careful", level="warn", url=PAGE)
    parts.send("actions", {"type": "click", "url": PAGE, "selectors": {"id": "buy"}})
    return parts


async def note_of(parts: Parts, tool: str, **arguments: Any) -> str:
    return (await parts.call(tool, **arguments)).texts[1]


@pytest.mark.parametrize("tool", ["get_session_timeline", "security_audit"])
async def test_what_a_filter_leaves_out_was_captured(tmp_path: Path, tool: str) -> None:
    parts = Parts(tmp_path)
    parts.log("careful", level="warn", url=PAGE)
    note = await note_of(parts, tool, url_filter="/elsewhere")
    assert "broaden" in note
    assert "buffers contain nothing" not in note


@pytest.mark.parametrize("filters", [{"url_filter": "/elsewhere"}, {"include": ["actions"]}])
async def test_lines_of_a_server_that_a_filter_leaves_out_were_captured(
    tmp_path: Path, filters: dict[str, Any]
) -> None:
    parts = Parts(tmp_path)
    parts.send("server_logs", {"level": "error", "text": "database is down"}, name="api")
    note = await note_of(parts, "get_session_timeline", **filters)
    assert note.startswith("No captured event matches; broaden the filters.")


async def test_an_audit_of_messages_and_exceptions_alone_is_not_said_to_have_had_nothing(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("logs", {"type": "exception", "message": "boom", "url": PAGE})
    assert "buffers contain nothing" not in await note_of(parts, "security_audit")


async def test_actions_that_a_filter_leaves_out_were_captured(parts: Parts) -> None:
    failure = await parts.fail("generate_test", url_filter="/elsewhere")
    assert failure == {
        "error": "no_actions",
        "message": "None of the 1 captured user actions match url_filter.",
        "hint": "Use another url_filter, or none.",
    }


@pytest.mark.parametrize("filters", [{"contains": "absent"}, {"level": "error"}, {"url_filter": "/elsewhere"}])
async def test_new_entries_that_a_filter_leaves_out_are_new(parts: Parts, filters: dict[str, str]) -> None:
    note = await note_of(parts, "get_browser_logs", since="c0", **filters)
    assert note.startswith("None of the 1 captured entries since c0 match; broaden the filters.")
    assert (await note_of(parts, "get_browser_logs", since="c2", **filters)).startswith("Nothing new since c2.")


async def test_an_entry_that_a_filter_leaves_out_was_not_evicted(parts: Parts) -> None:
    assert await note_of(parts, "get_browser_logs", id="e1", level="error") == (
        "Entry e1 does not match the other filters; ask for it by its id alone."
    )


@pytest.mark.parametrize("entry_id", ["e2", "e99"])
async def test_an_id_that_names_no_entry_is_not_said_to_have_been_one(parts: Parts, entry_id: str) -> None:
    assert await note_of(parts, "get_browser_logs", id=entry_id) == (
        f"There is no entry {entry_id} here: it was evicted or cleared, or it never was in this list. "
        "List the entries again."
    )


@pytest.mark.parametrize("tool", ["get_browser_logs", "get_browser_errors", "get_network_requests"])
async def test_an_id_of_another_list_leads_to_that_list(parts: Parts, tool: str) -> None:
    assert await note_of(parts, tool, id="a2") == "a2 is an entry of another list: observe what=actions id=a2"


async def test_an_id_that_is_asked_for_as_an_error_leads_to_the_message_that_it_is(parts: Parts) -> None:
    note = await note_of(parts, "get_browser_errors", id="e1")
    assert note == "e1 is an entry of another list: observe what=logs id=l1"
    assert (await parts.read("observe", what="logs", id="l1")).startswith("l1, complete")


async def test_a_cursor_of_an_earlier_run_is_not_said_to_have_nothing_new(parts: Parts) -> None:
    assert await note_of(parts, "get_browser_logs", since="c900") == (
        "c900 is later than every entry, so it is from an earlier run of the server; leave out since."
    )


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        ({"what": "security", "url_filter": "/elsewhere"}, "Nothing was audited"),
        ({"what": "api", "action": "analyze", "url_filter": "/elsewhere"}, "Nothing was compared"),
    ],
)
async def test_no_verdict_is_given_on_nothing(parts: Parts, arguments: dict[str, Any], first: str) -> None:
    """An assistant that reads only the first line would tell its user that all is well."""
    assert (await parts.read("analyze", **arguments)).partition("\n")[0] == first


async def test_after_the_last_tab_is_closed_it_is_not_said_that_nothing_was_captured_yet(parts: Parts) -> None:
    parts.store.extension.record_contact()
    parts.store.record_hello(HelloMessage("1", pilot=False))
    note = await note_of(parts, "get_network_bodies")
    assert "Nothing captured yet" not in note
    assert "The buffers contain nothing of this kind, and no captured page is open." in note
