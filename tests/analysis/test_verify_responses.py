"""verify_fix: what the page received, and what could not be compared."""

import json
from pathlib import Path
from typing import Any

import pytest
from page_story import Story
from parts import Parts
from screen import Screen
from verify_page_calls import compare, start


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(Parts(tmp_path))


@pytest.fixture
async def screen(story: Story) -> Screen:
    return Screen(story)


def message(story: Story, data: Any, direction: str = "incoming") -> None:
    story.socket("message", direction=direction, data=json.dumps(data))


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


async def test_a_truncated_response_lacks_nothing(story: Story) -> None:
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
