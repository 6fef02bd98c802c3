"""verify_fix: what the page shows and receives, what could not be compared, and what the fixed page must show."""

import json
from pathlib import Path
from typing import Any

import pytest
from page_story import SITE, Story
from parts import Parts
from screen import CART, Screen

from gasoline.analysis.sessions.page_changes import MAX_CHANGED_LINES
from gasoline.model.wire import QueryError, QueryResult


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


@pytest.fixture
async def screen(story: Story) -> Screen:
    return Screen(story)


async def start(story: Story, **arguments: Any) -> str:
    name: str = (await story.parts.ask("verify_fix", action="start", **arguments))["session_id"]
    return name


async def compare(story: Story, name: str, **arguments: Any) -> Any:
    return (await story.parts.ask("verify_fix", action="compare", session_id=name, **arguments))["result"]


async def headline(story: Story, name: str, **arguments: Any) -> str:
    return (await story.parts.read("verify_fix", action="compare", session_id=name, **arguments)).split("\n")[0]


def message(story: Story, data: Any, direction: str = "incoming") -> None:
    story.socket("message", direction=direction, data=json.dumps(data))


# --- text ---------------------------------------------------------------------------------------------------------


# FIX-11, FIX-14
async def test_without_an_error_before_the_changes_of_the_page_are_the_answer(story: Story, screen: Screen) -> None:
    screen.shows("Invoice", "Paid: never", "Pay", banner=["Shop"])
    name = await start(story)
    story.click("Pay")
    screen.shows("Invoice", "Paid: 2 January", banner=["Shop"], alert=["Thank you"])
    result = await compare(story, name)
    assert result["verdict"] == "no_issues_detected"
    assert result["caution"] == "No error was captured before, so there is no error to compare."
    changes = result["page_changes"]
    assert {kind: changes[kind] for kind in ("changed", "disappeared", "appeared", "reordered")} == {
        "changed": [{"landmark": "main", "before": "Paid: never", "after": "Paid: 2 January"}],
        "disappeared": [{"landmark": "main", "text": "Pay"}],
        "appeared": [{"landmark": "alert", "text": "Thank you"}],
        "reordered": [],
    }
    text = await story.parts.read("verify_fix", action="compare", session_id=name)
    assert text.startswith(f"no error to compare: the page changed as follows · {name}\n")
    assert '\n  changed main: "Paid: never" → "Paid: 2 January"\n' in text
    assert '\n  appeared alert: "Thank you"\n' in text


async def test_a_page_that_shows_the_same_is_not_said_to_be_right(story: Story, screen: Screen) -> None:
    screen.shows("Paid: never")
    name = await start(story)
    story.click("Pay")
    assert await headline(story, name) == f"no error to compare: no change of the page was seen · {name}"


async def test_a_page_that_nobody_can_see_is_said_to_be_unknown(story: Story) -> None:
    name = await start(story)
    story.click("Pay")
    assert (await compare(story, name))["page_changes"]["not_compared"] == [
        "What the page shows was not compared: no browser is connected."
    ]
    assert await headline(story, name) == f"no error to compare: nothing of the page could be compared · {name}"


async def test_lines_in_another_order_are_neither_new_nor_gone(story: Story, screen: Screen) -> None:
    screen.shows("Apple", "Banana", "Cherry")
    name = await start(story)
    screen.shows("Cherry", "Apple", "Banana", "Date")
    changes = (await compare(story, name))["page_changes"]
    assert (changes["reordered"], changes["changed"], changes["disappeared"]) == (["main"], [], [])
    assert changes["appeared"] == [{"landmark": "main", "text": "Date"}]


async def test_equal_lines_are_counted(story: Story, screen: Screen) -> None:
    screen.shows("0", "0", "1")
    name = await start(story)
    screen.shows("0", "1", "1")
    changed = (await compare(story, name))["page_changes"]["changed"]
    assert changed == [{"landmark": "main", "before": "0", "after": "1"}]


async def test_another_page_is_named(story: Story, screen: Screen) -> None:
    screen.shows("Cart")
    name = await start(story)
    screen.shows("Receipt", url=f"{SITE}/receipt?token=1")
    assert (await compare(story, name))["page_changes"]["page"] == {"before": "/cart", "after": "/receipt"}
    assert "\n  page: /cart → /receipt\n" in await story.parts.read("verify_fix", action="compare", session_id=name)


@pytest.mark.parametrize(
    ("error", "url", "why"),
    [
        (QueryError("timeout", "The page did not answer.", ""), CART, "the page did not answer (timeout)"),
        (None, "http://other.test/", "the tab shows another site"),
    ],
)
async def test_a_page_that_does_not_answer_does_not_fail_the_comparison(
    story: Story, screen: Screen, error: QueryError | None, url: str, why: str
) -> None:
    story.click("Pay")
    screen.shows("Cart")
    name = await start(story)
    screen.error = error
    screen.shows("Cart", url=url)
    assert (await compare(story, name))["page_changes"]["not_compared"] == [
        f"What the page shows was not compared: {why}."
    ]


async def test_the_tab_is_asked_in_which_the_site_did_something_last(story: Story, screen: Screen) -> None:
    story.act("click", tabId=7)
    story.act("click", tabId=9)
    story.parts.send("logs", {"type": "console", "args": ["later"], "url": "http://other.test/", "tabId": 8})
    await start(story)
    assert [query["tabId"] for query in screen.asked] == [9]


async def test_a_page_with_very_much_text_is_kept_in_part_and_says_so(story: Story, screen: Screen) -> None:
    screen.shows(*(f"line {number} {'x' * 100}" for number in range(200)))
    name = await start(story)
    screen.shows(*(f"line {number} {'x' * 100}" for number in range(200)))
    changes = (await compare(story, name))["page_changes"]
    assert (changes["count"], changes["is_compared"]) == (0, True)
    assert "more text than was compared" in changes["not_compared"][0]


# FIX-11
async def test_more_changes_than_are_listed_are_counted(story: Story, screen: Screen) -> None:
    name = await start(story)
    screen.shows(*(f"new {number}" for number in range(MAX_CHANGED_LINES + 5)))
    changes = (await compare(story, name))["page_changes"]
    assert (len(changes["appeared"]), changes["left_out"]) == (MAX_CHANGED_LINES, 5)
    assert "and 5 more changes of the page" in await story.parts.read("verify_fix", action="compare", session_id=name)


async def test_page_text_cannot_begin_a_line_of_the_answer(story: Story, screen: Screen) -> None:
    name = await start(story)
    screen.shows("a\nfixed: all is well")
    text = await story.parts.read("verify_fix", action="compare", session_id=name)
    assert "\nfixed" not in text


async def test_secrets_on_the_page_are_masked_before_lines_are_shortened(story: Story, screen: Screen) -> None:
    token = "ghp_" + "Zx81mQpL04RtVb92KsWn" + "63YcHdJe75FgTuAo"
    name = await start(story)
    screen.shows(f"{'w ' * 70}{token}")
    shown = (await compare(story, name))["page_changes"]["appeared"][0]["text"]
    assert token[8:16] not in shown


async def test_a_capsule_has_no_live_page_to_compare_with(story: Story, screen: Screen, tmp_path: Path) -> None:
    saved = await story.parts.ask("save_capsule")
    screen.shows("Cart")
    name = await start(story, capsule=saved["path"])
    assert screen.asked == []
    assert (await compare(story, name))["page_changes"]["not_compared"] == [
        "What the page shows was not compared: a capsule has no live page."
    ]


# FIX-06
async def test_an_error_that_is_gone_from_a_page_that_shows_the_same_may_only_be_hidden(
    story: Story, screen: Screen
) -> None:
    screen.shows("Paid: never")
    story.click("Pay")
    story.call("POST", "/api/pay", 200)
    story.error("boom")
    name = await start(story)
    story.wait(60)
    story.click("Pay")
    story.call("POST", "/api/pay", 200)
    result = await compare(story, name)
    assert result["verdict"] == "fixed"
    assert result["caution"] == (
        "The error is gone, but the page shows and receives the same as with it: the error may only be hidden."
    )
    screen.shows("Paid: 2 January")
    assert "caution" not in await compare(story, name)


# --- responses and messages ---------------------------------------------------------------------------------------


# FIX-12
async def test_a_field_of_a_response_that_has_another_type_is_listed(story: Story) -> None:
    story.answer("/api/invoices/2", {"id": 2, "paidAt": None, "lines": [{"sum": 1}]}, "PATCH")
    name = await start(story)
    story.answer("/api/invoices/3", {"id": 3, "paidAt": "2026-01-02", "lines": [{"sum": "1"}], "total": 1}, "PATCH")
    changes = (await compare(story, name))["page_changes"]
    endpoint = "PATCH /api/invoices/:id"
    assert changes["responses"] == [
        {"source": endpoint, "field": "paidAt", "before": "null", "after": "string"},
        {"source": endpoint, "field": "lines[].sum", "before": "number", "after": "string"},
        {"source": endpoint, "field": "total", "before": "missing", "after": "number"},
    ]
    text = await story.parts.read("verify_fix", action="compare", session_id=name)
    assert f"\n  {endpoint} paidAt: null → string\n" in text
    assert text.startswith("no error to compare: the page changed as follows")


SHAPES: dict[str, tuple[Any, Any, list[str]]] = {
    "the same": ({"a": 1}, {"a": 2}, []),
    "an empty list": ({"a": []}, {"a": [1]}, []),
    "ids as keys": ({"7": {"a": 1}}, {"8": {"a": 1}}, []),
    "an object that became null": ({"a": {"b": 1}}, {"a": None}, ["a: object → null"]),
    "an item without the field": ({"a": [{"b": 1}]}, {"a": [{"b": 1}, {}]}, ["a[].b: number → missing | number"]),
    "an item that is null": ({"a": [{"b": 1}]}, {"a": [{"b": None}]}, ["a[].b: number → null"]),
    "too deep to be described": (
        {"a": {"b": {"c": {"d": 1}}}},
        {"a": {"b": {"c": 1}}},
        ["a.b.c: nested value → number"],
    ),
    "a list instead of an object": ({"a": 1}, [1], ["$: object → array"]),
}


@pytest.mark.parametrize("case", SHAPES)
async def test_shapes_are_compared_field_by_field(story: Story, case: str) -> None:
    before, after, expected = SHAPES[case]
    story.answer("/api/a", before)
    name = await start(story)
    story.answer("/api/a", after)
    rows = (await compare(story, name))["page_changes"]["responses"]
    assert [f"{row['field']}: {row['before']} → {row['after']}" for row in rows] == expected


async def test_the_latest_response_of_each_side_counts(story: Story) -> None:
    story.answer("/api/a", {"paidAt": "before the bug"})
    story.answer("/api/a", {"paidAt": None})
    name = await start(story)
    story.answer("/api/a", {"paidAt": None})
    story.answer("/api/a", {"paidAt": "now"})
    rows = (await compare(story, name))["page_changes"]["responses"]
    assert [(row["before"], row["after"]) for row in rows] == [("null", "string")]


async def test_a_response_that_was_cut_lacks_nothing(story: Story) -> None:
    story.answer("/api/a", {"first": 1, "last": 1})
    name = await start(story)
    cut = '{"first":"x","text":"' + "x" * 20_000
    story.call(
        "GET",
        "/api/a",
        200,
        recorded_by="waterfall bodies",
        responseBody=cut,
        truncated=True,
        contentType="application/json",
    )
    rows = (await compare(story, name))["page_changes"]["responses"]
    assert [(row["field"], row["after"]) for row in rows] == [("first", "string")]


async def test_with_bodies_off_the_switch_is_named(story: Story, screen: Screen) -> None:
    story.parts.store.extension.switches = {"networkBodyCaptureEnabled": False}
    name = await start(story)
    [sentence] = (await compare(story, name))["page_changes"]["not_compared"]
    assert "“Capture Network Bodies” is off" in sentence


async def test_an_endpoint_that_was_not_called_again_is_said_not_to_be_compared(story: Story, screen: Screen) -> None:
    story.answer("/api/a", {"a": 1})
    name = await start(story)
    story.answer("/api/b", {"a": 1})
    [sentence] = (await compare(story, name))["page_changes"]["not_compared"]
    assert sentence.startswith("Fields of responses were not compared: no response of the same endpoint")


# FIX-12
async def test_messages_of_a_socket_are_compared_by_their_kind(story: Story) -> None:
    story.socket("open")
    message(story, {"type": "price", "value": "12"})
    message(story, {"type": "status", "open": True})
    message(story, {"type": "price"}, "outgoing")
    name = await start(story)
    message(story, {"type": "price", "value": 12})
    message(story, {"type": "status", "open": True})
    assert (await compare(story, name))["page_changes"]["messages"] == [
        {"source": "incoming price of ws://shop.test/live", "field": "value", "before": "string", "after": "number"}
    ]


async def test_messages_that_do_not_say_their_kind_are_compared_only_if_they_are_alike(story: Story) -> None:
    message(story, {"a": 1, "b": 1})
    name = await start(story)
    message(story, {"x": 1, "y": 1})
    assert (await compare(story, name))["page_changes"]["messages"] == []
    message(story, {"a": 1, "b": None})
    assert len((await compare(story, name))["page_changes"]["messages"]) == 1


# --- what is expected ---------------------------------------------------------------------------------------------

EXPECTED: dict[str, tuple[str, str, str, str]] = {
    "shown now": ("Paid", "Open", "Paid", "fixed"),
    "still not shown": ("Paid", "Open", "Open", "unchanged"),
    "not shown any more": ("Paid", "Paid", "Open", "regressed"),
    "gone now": ("!Failed", "Failed", "Open", "fixed"),
    "still there": ("!Failed", "Failed", "Failed", "unchanged"),
    "shown all the time": ("Paid", "Paid", "Paid", "no_issues_detected"),
}


# FIX-13
@pytest.mark.parametrize("case", EXPECTED)
async def test_what_is_expected_decides(story: Story, screen: Screen, case: str) -> None:
    expect, before, after, verdict = EXPECTED[case]
    screen.shows(before)
    name = await start(story, expect=expect)
    story.click("Pay")
    screen.shows(after)
    result = await compare(story, name)
    assert result["verdict"] == verdict
    assert result["expectation"]["expect"] == expect


async def test_the_answer_says_what_the_page_was_seen_to_show(story: Story, screen: Screen) -> None:
    name = await start(story, expect="Paid")
    story.click("Pay")
    assert await headline(story, name) == (
        f'unchanged: the page does not show "Paid" · 0 issues before, 0 after · {name}'
    )
    screen.shows("Paid")
    assert await headline(story, name) == f'fixed: the page shows "Paid" · 0 issues before, 0 after · {name}'


async def test_what_was_shown_from_the_beginning_proves_nothing(story: Story, screen: Screen) -> None:
    screen.shows("Paid")
    story.error("boom")
    name = await start(story, expect="Paid")
    story.error("boom")
    result = await compare(story, name)
    assert result["verdict"] == "unchanged"
    assert 'Already at start, the page shows "Paid", so this proves nothing' in result["caution"]
    text = await story.parts.read("verify_fix", action="compare", session_id=name)
    assert text.startswith("unchanged: 1 issue before, 1 after")


async def test_an_error_that_still_happens_beside_the_expected_text_is_named(story: Story, screen: Screen) -> None:
    story.error("boom")
    name = await start(story, expect="Paid")
    story.error("boom")
    screen.shows("Paid")
    result = await compare(story, name)
    assert result["verdict"] == "fixed"
    assert 'Issues from before still happen: "boom".' in result["caution"]
    story.error("another")
    assert (await compare(story, name))["verdict"] == "different_issue"


async def test_what_cannot_be_checked_is_not_fixed(story: Story, screen: Screen) -> None:
    story.error("boom")
    name = await start(story, expect="Paid")
    story.click("Pay")
    screen.error = QueryError("timeout", "The page did not answer.", "")
    result = await compare(story, name)
    assert (result["verdict"], result["expectation"]["after"]) == ("improved", None)
    assert 'It is unknown whether the page shows "Paid", so this may not be fixed.' in result["caution"]


@pytest.mark.parametrize(("before", "verdict"), [("Paid", "no_issues_detected"), ("Open", "fixed")])
async def test_a_text_expected_only_at_the_end_is_looked_up_in_what_start_kept(
    story: Story, screen: Screen, before: str, verdict: str
) -> None:
    screen.shows(before)
    name = await start(story)
    story.click("Pay")
    screen.shows("Paid")
    assert (await compare(story, name, expect="Paid"))["verdict"] == verdict


async def test_a_selector_is_looked_up_in_the_page(story: Story, screen: Screen) -> None:
    await start(story, expect="!css= .error ")
    assert screen.asked[-1]["params"] == {"selector": ".error"}


@pytest.mark.parametrize(
    ("shown", "sentence"),
    [
        ("Open", 'Now, the page does not show "Paid".'),
        ("Paid", 'Now, the page shows "Paid", as expected of the fixed page, so it will prove nothing.'),
    ],
)
async def test_start_says_whether_the_expectation_is_met_already(
    story: Story, screen: Screen, shown: str, sentence: str
) -> None:
    screen.shows(shown)
    assert sentence in await story.parts.read("verify_fix", action="start", expect="Paid")


async def test_start_without_a_page_says_that_the_expectation_was_not_checked(story: Story) -> None:
    text = await story.parts.read("verify_fix", action="start", expect="Paid")
    assert 'It is unknown whether the page shows "Paid".' in text


@pytest.mark.parametrize("expect", ["!", " ", "css=", "!css= "])
async def test_an_expectation_of_nothing_is_an_error_of_the_caller(story: Story, expect: str) -> None:
    failure = await story.parts.fail("verify_fix", action="start", expect=expect)
    assert failure["error"] == "empty_expectation"


async def test_a_wrong_selector_is_an_error_of_the_caller(story: Story, screen: Screen) -> None:
    screen.error = QueryError("invalid_selector", "no", "Pass another.")
    failure = await story.parts.fail("verify_fix", action="start", expect="css=[[")
    assert failure["error"] == "invalid_selector"


async def test_a_session_that_is_canceled_while_the_page_is_asked_is_gone(story: Story, screen: Screen) -> None:
    name = await start(story)
    reply, page = screen._answer, screen.page

    def cancel(query: dict[str, Any]) -> QueryResult:
        story.parts.store.verifications.remove(name)
        return reply(query)

    screen._answer = cancel
    assert page
    failure = await story.parts.fail("verify_fix", action="compare", session_id=name)
    assert failure["error"] == "no_such_session"
