"""The same error is listed once, with how often it happened; cursors and filters keep their meaning."""

import json
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.analysis.errors.normalize_message import normalize_message


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def at(second: int) -> str:
    return f"2026-01-31T12:{second // 60:02}:{second % 60:02}Z"


def throw(parts: Parts, message: str, second: int = 0, line: int = 1, **more: Any) -> None:
    stack = f"Error: {message}\n    at go (http://h/app.js:{line}:5)"
    url = "http://h/page"
    parts.send("logs", {"type": "exception", "message": message, "ts": at(second), "stack": stack, "url": url, **more})


async def groups(parts: Parts, **arguments: Any) -> list[tuple[str, int]]:
    return [(entry["message"], entry["count"]) for entry in await parts.ask("get_browser_errors", **arguments)]


@pytest.mark.parametrize(
    ("message", "normalized"),
    [
        ("Cannot read property 'x' of undefined at line 42", "Cannot read property 'x' of undefined at line [id]"),
        ("User 3f2504e0-4f89-11d3-9a0c-0305e82c3301 is gone", "User [uuid] is gone"),
        ("Session 9f86d081884c7d65 ended", "Session [id] ended"),
        ("at 2026-01-31T12:00:00.123Z it broke", "at [timestamp] it broke"),
        ("since 1769860800000 broken", "since [timestamp] broken"),
        ("failed in http://h/app.js?v=3:42:15", "failed in [file]"),
        ("failed (src/app.tsx:42)", "failed ([file])"),
        ("GET http://h/api/users/123/posts/9 failed", "GET http://h/api/users/[id]/posts/[id] failed"),
        ("Request failed with status code 401", "Request failed with status code 401"),
        ("Invalid count value: -1", "Invalid count value: [id]"),
        (
            """Unexpected token '<', "<!DOCTYPE html>" is not valid JSON""",
            "Unexpected token '<', [text] is not valid JSON",
        ),
        ("deadbeef is a word, facade too", "deadbeef is a word, facade too"),
        ("h1 and utf8 stay", "h1 and utf8 stay"),
    ],
)
def test_what_changes_from_time_to_time_is_taken_out_of_a_message(message: str, normalized: str) -> None:
    assert normalize_message(message) == normalized


@pytest.mark.parametrize(
    "message",
    [
        "Request failed: 401",
        "Failed with 404",
        "Error 1045 access denied",
        "the server responded with a status of 404",
        "Error: 418",
        "Unexpected response 403 from /a",
        "AxiosError: got 401",
        "Firebase error (13)",
        "gRPC status 13",
        "code 5 UNAVAILABLE",
        "WebSocket closed with code 1006",
        "MediaError code 3",
        "DOMException 18",
        "HRESULT 0x80070005",
        "err=-5",
        "Facebook API (#190) invalid",
        "HTTP/1.1 404",
        "RPC error -32601: method missing",
        "Payment failed, errorCode: 17",
        "Failed with error_code=17",
        '{"code":17,"message":"x"}',
        '{"errorCode":"17"}',
        "ERR-1001: failed",
        "AppError E-1001",
        "APP_ERR_1001 occurred",
        "Server responded 404",
        "[404] Not found",
        "Upload failed (500)",
        "Upload failed, the server said 413.",
        "GET /api/x 404 (Not Found)",
        "exit status 2",
    ],
)
def test_a_code_that_says_which_error_it_is_stays(message: str) -> None:
    assert normalize_message(message) == message


@pytest.mark.parametrize(
    "message",
    [
        "error 3 items left",
        "the list has 3 errors",
        "failed 12 times",
        "order 404 is lost",
        "no order 404",
        "at line 442",
    ],
)
def test_a_number_that_only_counts_is_taken_out(message: str) -> None:
    assert "[id]" in normalize_message(message)


# ERR-20
async def test_the_same_error_is_one_group_shown_by_its_latest(parts: Parts) -> None:
    throw(parts, "Order 17 is lost", 1)
    throw(parts, "other", 2)
    throw(parts, "Order 18 is lost", 3)
    order, other = await parts.ask("get_browser_errors")
    assert (order["message"], order["count"]) == ("Order 18 is lost", 2)
    assert (order["firstSeen"], order["lastSeen"]) == (at(1), at(3))
    assert (other["count"], other["firstSeen"], other["lastSeen"]) == (1, at(2), at(2))


async def test_the_same_words_from_another_line_are_another_error(parts: Parts) -> None:
    throw(parts, "boom", 1, line=1)
    throw(parts, "boom", 2, line=2)
    assert await groups(parts) == [("boom", 1), ("boom", 1)]


async def test_reading_other_properties_is_another_error(parts: Parts) -> None:
    throw(parts, "Cannot read properties of undefined (reading 'a')")
    throw(parts, "Cannot read properties of undefined (reading 'b')")
    assert len(await groups(parts)) == 2


async def test_two_bundles_of_the_same_source_line_are_one_error(parts: Parts) -> None:
    source = {"file": "src/a.ts", "line": 7, "snippet": [{"line": 7, "text": "x", "isError": True}]}
    throw(parts, "boom", 1, line=10, _sourceSnippets=[source])
    throw(parts, "boom", 2, line=20, _sourceSnippets=[source])
    assert await groups(parts) == [("boom", 2)]


async def test_an_error_whose_source_is_not_known_yet_joins_its_group(parts: Parts) -> None:
    source = {"file": "src/a.ts", "line": 7, "snippet": [{"line": 7, "text": "x", "isError": True}]}
    throw(parts, "boom", 1, _sourceSnippets=[source])
    throw(parts, "boom", 2)
    assert await groups(parts) == [("boom", 2)]


async def test_repeats_that_the_page_counted_are_counted(parts: Parts) -> None:
    throw(parts, "boom", 1, id="a", _aggregatedCount=4, _firstSeen=at(1), _lastSeen=at(5))
    throw(parts, "boom", 9, id="b")
    (group,) = await parts.ask("get_browser_errors")
    assert (group["count"], group["firstSeen"], group["lastSeen"]) == (5, at(1), at(9))


async def test_a_new_error_on_a_page_that_was_clean_is_on_top(parts: Parts) -> None:
    for second in range(100):
        throw(parts, "old noise", second)
    throw(parts, "brand new", 100, line=9)
    assert await groups(parts) == [("brand new", 1), ("old noise", 100)]


async def test_an_error_that_happens_again_moves_up_and_one_that_is_only_enriched_does_not(parts: Parts) -> None:
    throw(parts, "first", 1, id="1")
    throw(parts, "second", 2, id="2")
    parts.log("something else")
    parts.send("logs", {"id": "1", "type": "exception", "_context": {"late": "1"}})
    assert [message for message, _ in await groups(parts)] == ["second", "first"]
    parts.send("logs", {"id": "1", "type": "exception", "_aggregatedCount": 2, "_lastSeen": at(9)})
    assert await groups(parts) == [("first", 2), ("second", 1)]


# ERR-20
async def test_full_lists_every_occurrence(parts: Parts) -> None:
    throw(parts, "Order 1", 1)
    throw(parts, "Order 2", 2)
    shown = await parts.ask("get_browser_errors", full=True)
    assert [entry["message"] for entry in shown] == ["Order 2", "Order 1"]
    assert "count" not in shown[0] and shown[0]["_aiContext"]["summary"]


async def test_since_a_cursor_a_group_is_new_when_it_happened_again(parts: Parts) -> None:
    throw(parts, "again 1", 1)
    throw(parts, "never again", 2)
    cursor = f"c{parts.store.cursor}"
    assert await groups(parts, since=cursor) == []
    throw(parts, "again 2", 3)
    assert await groups(parts, since=cursor) == [("again 2", 2)]
    assert await groups(parts, since=at(2)) == [("again 2", 2)]


async def test_pages_of_groups_show_each_group_once_and_the_note_is_true(parts: Parts) -> None:
    words = ["alpha", "beta", "gamma", "delta", "epsilon"]
    for _ in range(3):
        for word in words:
            throw(parts, word)
    seen: list[str] = []
    arguments: dict[str, Any] = {"limit": 2}
    while True:
        reply = await parts.call("get_browser_errors", **arguments)
        seen += [entry["message"] for entry in json.loads(reply.texts[0])]
        if 'before="' not in reply.texts[1]:
            break
        arguments["before"] = reply.texts[1].split('before="')[1].split('"')[0]
    assert seen == words[::-1]
    assert "2 of 5 shown" in (await parts.call("get_browser_errors", limit=2)).texts[1]


async def test_groups_that_do_not_fit_the_budget_are_left_out_whole(parts: Parts) -> None:
    for word in ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "my"]:
        parts.log(word, "x" * 5_000, level="error")
    reply = await parts.call("get_browser_errors")
    shown = json.loads(reply.texts[0])
    assert shown[0]["args"][0] == "my" and 5 < len(shown) < 12
    assert f"{len(shown)} of 12 shown" in reply.texts[1]


async def test_a_url_filter_counts_only_what_happened_on_those_pages(parts: Parts) -> None:
    throw(parts, "boom", url="http://h/cart")
    throw(parts, "boom", url="http://h/cart")
    throw(parts, "boom", url="http://h/other")
    assert await groups(parts, url_filter="/cart") == [("boom", 2)]
    assert (
        "None of the 1 captured entries match" in (await parts.call("get_browser_errors", url_filter="/none")).texts[1]
    )


async def test_failed_requests_are_grouped_by_method_address_and_status(parts: Parts) -> None:
    for url, status in [("/api/users/1", 404), ("/api/users/2", 404), ("/api/users/3", 500), ("/api/cart", 404)]:
        parts.send("logs", {"type": "network", "method": "GET", "url": f"http://h{url}", "status": status})
    shown = await parts.ask("get_browser_errors")
    assert [(entry["url"], entry["status"], entry["count"]) for entry in shown] == [
        ("http://h/api/cart", 404, 1),
        ("http://h/api/users/3", 500, 1),
        ("http://h/api/users/2", 404, 2),
    ]


async def test_times_that_a_sender_made_up_do_no_harm(parts: Parts) -> None:
    throw(parts, "made up", 1, _aggregatedCount=2, _firstSeen="yesterday", _lastSeen="soon")
    throw(parts, "boom", 1)
    (group,) = await parts.ask("get_browser_errors")
    assert (group["message"], group["firstSeen"], group["lastSeen"]) == ("boom", at(1), at(1))
