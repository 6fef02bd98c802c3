"""verify_fix: what was behind the original problem is looked for again, because a page can hide what goes on."""

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from page_story import Story
from parts import Parts
from screen import Screen

from gasoline.analysis.verification.lasting_causes import MAX_ERRORS

TWICE = "the same change was sent twice: POST /api/orders"
NULL = "`paidAt` is null in the answer of PATCH /api/invoices/:id"


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


@pytest.fixture
async def screen(story: Story) -> Screen:
    return Screen(story)


async def start(story: Story, **arguments: Any) -> str:
    name: str = (await story.parts.ask("verify_fix", action="start", **arguments))["session_id"]
    return name


async def compare(story: Story, name: str) -> Any:
    return (await story.parts.ask("verify_fix", action="compare", session_id=name))["result"]


def order(story: Story, times: int) -> None:
    story.wait(60)
    story.click("Place order")
    for _ in range(times):
        body: dict[str, Any] = {"requestBody": '{"tea":"Assam"}', "responseBody": "{}", "duration": 50.0}
        story.call("POST", "/api/orders", 201, recorded_by="waterfall bodies", **body)


def pay(story: Story, answer: str) -> None:
    story.wait(60)
    story.click("Pay")
    body: dict[str, Any] = {"responseBody": answer, "duration": 10.0}
    story.call("PATCH", "/api/invoices/2", 200, recorded_by="waterfall bodies", **body)


def fail(story: Story) -> None:
    line = {"line": 4, "text": "cell.textContent = invoice.paidAt.slice(0, 10);", "isError": True}
    story.error(
        "Cannot read properties of null (reading 'slice')",
        errorType="TypeError",
        _sourceSnippets=[{"file": "src/row.js", "line": 4, "snippet": [line]}],
    )


# FIX-16
async def test_a_change_that_is_still_sent_twice_is_not_fixed_by_a_page_that_hides_it(
    story: Story, screen: Screen
) -> None:
    order(story, 2)
    screen.shows("2 placed")
    assert f"\n  looked for again: {TWICE}\n" in await story.parts.read("verify_fix", action="start")
    name = await start(story, expect="1 placed")
    order(story, 2)
    screen.shows("1 placed")
    result = await compare(story, name)
    assert result["verdict"] == "improved"
    assert result["causes"] == [{"cause": TWICE, "goes_on": True}]
    assert f'It still happens: "{TWICE}".' in result["caution"]
    text = await story.parts.read("verify_fix", action="compare", session_id=name)
    assert f"\n  goes on: {TWICE}\n" in text


# FIX-16
async def test_a_change_that_is_sent_once_is_no_longer_seen(story: Story, screen: Screen) -> None:
    order(story, 2)
    name = await start(story, expect="1 placed")
    screen.shows("1 placed")
    result = await compare(story, name)
    assert result["causes"] == [{"cause": TWICE, "goes_on": None}]
    order(story, 1)
    result = await compare(story, name)
    assert (result["verdict"], result["causes"]) == ("fixed", [{"cause": TWICE, "goes_on": False}])
    assert "caution" not in result


# FIX-16
async def test_without_an_expectation_a_field_that_is_still_null_leaves_open_whether_it_is_fixed(
    story: Story, screen: Screen
) -> None:
    pay(story, '{"id":2,"paidAt":null}')
    fail(story)
    name = await start(story)
    pay(story, '{"id":2,"paidAt":null}')
    screen.shows("Paid on")
    result = await compare(story, name)
    assert result["verdict"] == "improved"
    assert result["causes"] == [{"cause": NULL, "goes_on": True}]
    assert f'Still so: "{NULL}"; the page may only hide it. `expect` decides.' in result["caution"]
    pay(story, '{"id":2,"paidAt":"2026-03-05"}')
    result = await compare(story, name)
    assert (result["verdict"], result["causes"]) == ("fixed", [{"cause": NULL, "goes_on": False}])


# FIX-16
async def test_a_message_whose_field_is_still_of_another_type_leaves_it_open(story: Story, screen: Screen) -> None:
    def price(value: Any) -> None:
        """Each connection has a token of its own."""
        path = f"/live?token={next(tokens)}"
        story.socket("message", path=path, direction="incoming", data=json.dumps({"type": "price", "price": value}))
        story.socket("message", path=path, direction="incoming", data='{"type":"ping"}')

    tokens = count()
    price({"amount": "4.75"})
    line = {"line": 8, "text": "show(message.price.toFixed(2));", "isError": True}
    snippet = {"file": "src/prices.js", "line": 8, "snippet": [line]}
    story.error("message.price.toFixed is not a function", errorType="TypeError", _sourceSnippets=[snippet])
    name = await start(story)
    story.wait(60)
    price({"amount": "4.75"})
    screen.shows("–")
    result = await compare(story, name)
    cause = "`price` is an object in a message of /live"
    assert (result["verdict"], result["causes"]) == ("improved", [{"cause": cause, "goes_on": True}])
    text = await story.parts.read("verify_fix", action="compare", session_id=name)
    assert f"compare session_id={name} expect=TEXT" in text
    price(4.75)
    result = await compare(story, name)
    assert (result["verdict"], result["causes"]) == ("fixed", [{"cause": cause, "goes_on": False}])


# FIX-16
async def test_a_page_that_copes_with_null_as_expected_is_fixed(story: Story, screen: Screen) -> None:
    pay(story, '{"id":2,"paidAt":null}')
    fail(story)
    name = await start(story, expect="Date unknown")
    pay(story, '{"id":2,"paidAt":null}')
    screen.shows("Date unknown")
    assert (await compare(story, name))["verdict"] == "fixed"


@pytest.mark.parametrize(("later", "is_known"), [(MAX_ERRORS - 1, True), (MAX_ERRORS, False)])
async def test_the_fields_of_the_newest_errors_are_looked_for(story: Story, later: int, is_known: bool) -> None:
    pay(story, '{"id":2,"paidAt":null}')
    fail(story)
    for number in range(later):
        story.error(f"boom {chr(ord('a') + number)}")
    baseline = (await story.parts.ask("verify_fix", action="start"))["baseline"]
    assert ("causes" in baseline) is is_known


# FIX-16
async def test_a_pattern_that_a_page_may_cope_with_is_not_a_lasting_cause(story: Story) -> None:
    for path, duration in (("/api/teas?q=r", 900.0), ("/api/teas?q=ro", 10.0)):
        story.call("GET", path, 200, duration=duration)
    name = await start(story)
    assert "causes" not in await compare(story, name)


def show_list(story: Story, answer: str) -> None:
    story.wait(60)
    story.click("Show")
    body: dict[str, Any] = {"responseBody": answer, "duration": 10.0}
    story.call("GET", "/api/list", 200, recorded_by="waterfall bodies", **body)


# FIX-16
async def test_a_field_that_is_still_missing_is_cautioned(story: Story) -> None:
    """The code may read another field now, so the verdict does not depend on it."""
    show_list(story, '{"rows":[1]}')
    line = {"line": 4, "text": "draw(list.items.map(row));", "isError": True}
    snippet = {"file": "src/list.js", "line": 4, "snippet": [line]}
    undefined = "Cannot read properties of undefined (reading 'map')"
    story.error(undefined, errorType="TypeError", _sourceSnippets=[snippet])
    name = await start(story)
    show_list(story, '{"rows":[1]}')
    result = await compare(story, name)
    cause = "`items` is missing in the answer of GET /api/list"
    assert (result["verdict"], result["causes"]) == ("fixed", [{"cause": cause, "goes_on": True}])
    assert f'Still so: "{cause}"; the page may only hide it. `expect` decides.' in result["caution"]
    show_list(story, '{"items":[1]}')
    result = await compare(story, name)
    assert (result["causes"], "caution" in result) == ([{"cause": cause, "goes_on": False}], False)
