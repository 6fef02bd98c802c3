"""Typing whose rhythm decided which requests were sent is replayed key by key."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.model.placeholders import USER_PROVIDED

HOME = "http://localhost:3000"
SEARCH = {"testId": "search"}


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"url": f"{HOME}/shop", "ts": f"2026-01-31T12:00:{seconds:06.3f}Z", **event}


def typed(value: str, delays: list[int], **more: Any) -> dict[str, Any]:
    return at(1, type="input", selectors=SEARCH, value=value, keyDelays=delays, **more)


def searched(seconds: float, text: str) -> dict[str, Any]:
    answer = {"method": "GET", "status": 200, "responseBody": '{"items":[]}'}
    return {**at(seconds, id=f"r{seconds}", **answer), "url": f"{HOME}/api/search?q={text}"}


TWO_REQUESTS = [searched(1.1, "r"), searched(1.4, "red")]


async def script(tmp_path: Path, action: dict[str, Any], calls: list[dict[str, Any]], **params: Any) -> str:
    parts = Parts(tmp_path)
    parts.send("actions", action)
    parts.send("network_bodies", *calls)
    tool = params.pop("tool", "generate_test")
    made = await parts.ask(tool, **params)
    text: str = made.get("test_script") or made["script"]
    return text


# SCR-22
@pytest.mark.parametrize("tool", ["generate_test", "get_reproduction_script"])
async def test_typing_that_caused_several_requests_is_typed_again(tmp_path: Path, tool: str) -> None:
    text = await script(tmp_path, typed("redder", [121, 99, 800, 118, 117]), TWO_REQUESTS, tool=tool)
    assert (
        "  await page.getByTestId('search').selectText();\n"
        "  await page.getByTestId('search').pressSequentially('red', { delay: 110 });\n"
        "  await page.waitForTimeout(800);\n"
        "  await page.getByTestId('search').pressSequentially('der', { delay: 120 });\n"
    ) in text
    assert ".fill(" not in text


# SCR-22
async def test_cypress_types_in_the_same_rhythm(tmp_path: Path) -> None:
    text = await script(tmp_path, typed("red", [120, 400]), TWO_REQUESTS, framework="cypress")
    assert ".clear().type('re', { delay: 120, parseSpecialCharSequences: false });\n  cy.wait(400);\n" in text
    assert "\"]').type('d', { delay: 0, parseSpecialCharSequences: false });" in text


# SCR-22
@pytest.mark.parametrize(
    ("action", "calls"),
    [
        (typed("red", [120, 120]), TWO_REQUESTS[1:]),
        (typed("red", []), TWO_REQUESTS),
        (typed("re", [120, 120]), TWO_REQUESTS),
        (typed("[redacted]", [120] * 9, inputType="password"), TWO_REQUESTS),
        (typed("secret", [120] * 5, inputType="password"), TWO_REQUESTS),
    ],
    ids=["one request", "pasted", "corrected later", "a secret", "a password"],
)
async def test_other_values_are_entered_at_once(
    tmp_path: Path, action: dict[str, Any], calls: list[dict[str, Any]]
) -> None:
    text = await script(tmp_path, action, calls)
    assert ".fill(" in text
    assert "pressSequentially" not in text


async def test_a_value_masked_by_the_name_of_its_field_keeps_no_rhythm(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("actions", {**typed("hunter2", [120] * 6), "selectors": {"id": "password"}})
    parts.send("network_bodies", *TWO_REQUESTS)
    assert "keyDelays" not in str(await parts.ask("get_enhanced_actions"))
    text = (await parts.ask("generate_test"))["test_script"]
    assert USER_PROVIDED in text
    assert "pressSequentially" not in text


# SCR-08
async def test_a_request_within_two_seconds_after_the_last_key_belongs_to_the_typing(tmp_path: Path) -> None:
    text = await script(tmp_path, typed("red", [1500, 1500]), [searched(5.9, "red"), searched(6.1, "much later")])
    assert ".getAll('q').includes('red')" in text
    assert "much later" not in text
