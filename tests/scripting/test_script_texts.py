"""What a step made appear is asserted after it: unless it is of one run, or the bug's."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

HOME = "http://localhost:3000"
SETTLED = "// A late response must not replace what the page shows."


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"url": f"{HOME}/shop", "ts": f"2026-01-31T12:00:{seconds:06.3f}Z", **event}


def click(seconds: float, *appeared: str, **more: Any) -> dict[str, Any]:
    return at(seconds, type="click", selectors={"testId": "save"}, appeared=list(appeared), **more)


async def script(tmp_path: Path, *actions: dict[str, Any], **params: Any) -> str:
    parts = Parts(tmp_path)
    parts.send("actions", *actions)
    text: str = (await parts.ask("generate_test", **params))["test_script"]
    return text


# SCR-23
async def test_a_text_is_asserted_after_the_step_that_made_it_appear(tmp_path: Path) -> None:
    text = await script(tmp_path, click(1, "Saved"), click(9, "Undone", "Restored"))
    first, second = (found.start() for found in re.finditer(r"\.click\(\)", text))
    saved = text.index("await expect(page.getByText('Saved', { exact: true })).toBeVisible(); // low: text")
    assert first < saved < second < text.index("getByText('Undone'") < text.index("getByText('Restored'")


# SCR-23
async def test_cypress_asserts_the_same(tmp_path: Path) -> None:
    text = await script(tmp_path, click(1, "All saved", "Order 17 placed"), framework="cypress")
    assert "cy.contains(new RegExp('^\\\\s*All\\\\s+saved\\\\s*$')).should('be.visible'); // low: text" in text
    assert "Order\\\\s+\\\\d+" in text


@pytest.mark.parametrize(
    ("shown", "same", "other"),
    [
        ("Order 17 placed", "Order 203 placed", "Order placed"),
        ("Total: 30.50 EUR", "Total: 1,030.50 EUR", "Total: NaN EUR"),
        ("Total (2 items)", "Total (3 items)", "Total (no items)"),
        ("3 results in 120 ms", "3 results in 98 ms", "4 results in 120 ms"),
        ("Price 5 (was 7)?", "Price 6 (was 9)?", "Price 5 was 7"),
    ],
)
async def test_counts_are_compared_and_other_numbers_are_not(tmp_path: Path, shown: str, same: str, other: str) -> None:
    text = await script(tmp_path, click(1, shown))
    (literal,) = re.findall(r"getByText\(new RegExp\(('.*')\)\)", text)
    pattern = re.compile(ast.literal_eval(literal))
    assert pattern.search(f" {shown}\n")
    assert pattern.search(same)
    assert not pattern.search(other)


# SCR-23
@pytest.mark.parametrize(
    "text",
    [
        "Loading...",
        "Saving your changes…",
        "2 minutes ago",
        "Delivered today",
        "Due on 31 January",
        "Created Jan 31",
        "At 9:30 am",
        "Closed on Friday",
        "Commit 3f2504e04f",
        "Your key is [redacted]",
        "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r",
    ],
)
async def test_a_text_of_one_run_is_not_asserted(tmp_path: Path, text: str) -> None:
    assert "getByText" not in await script(tmp_path, click(1, text))


async def test_words_that_look_like_dates_are_asserted(tmp_path: Path) -> None:
    assert "getByText('You may march on'" in await script(tmp_path, click(1, "You may march on"))


# SCR-23
async def test_what_the_page_showed_after_an_error_is_not_asserted(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("actions", click(1, "Saved"), click(4, "Something went wrong"))
    parts.send("logs", at(4.2, type="exception", message="broken"))
    text = (await parts.ask("generate_test"))["test_script"]
    assert "Saved" in text
    assert "went wrong" not in text


async def test_texts_of_a_document_that_was_left_are_not_asserted(tmp_path: Path) -> None:
    left = at(1.5, type="navigate", trigger="load", toUrl=f"{HOME}/thanks")
    assert "Sending it" not in await script(tmp_path, click(1, "Sending it"), left)
    routed = {**left, "trigger": "pushState"}
    assert "Sending it" in await script(tmp_path / "other", click(1, "Sending it"), routed)


async def test_a_text_in_a_frame_is_looked_for_there(tmp_path: Path) -> None:
    action = click(1, "Paid", frame=["#pay"])
    assert "expect(page.frameLocator('#pay').getByText('Paid', " in await script(tmp_path, action)
    text = await script(tmp_path / "other", action, framework="cypress")
    assert re.search(
        r"cy\.get\('#pay'\)\S+ => cy\.wrap\(body\)\)\.contains\(", text.replace(" ", "").replace("=>", " => ")
    )


# SCR-09
async def test_without_dom_state_no_text_is_asserted_and_a_smoke_test_has_one(tmp_path: Path) -> None:
    action = click(1, "First", "Second")
    assert "getByText" not in await script(tmp_path, action, assertions={"dom_state": False})
    assert (await script(tmp_path / "other", action, style="smoke")).count("getByText") == 1


# SCR-22
@pytest.mark.parametrize("params", [{}, {"assertions": {"no_errors": False}}, {"style": "smoke"}])
async def test_texts_of_a_search_are_asserted_when_late_responses_have_come(
    tmp_path: Path, params: dict[str, Any]
) -> None:
    parts = Parts(tmp_path)
    typed = {"value": "red", "keyDelays": [90, 90], "appeared": ["Red shoes"]}
    parts.send("actions", at(1, type="input", selectors={"testId": "search"}, **typed))
    for text in ("r", "red"):
        found = {"method": "GET", "status": 200, "responseBody": "{}", "id": text}
        parts.send("network_bodies", {**at(1.1, **found), "url": f"{HOME}/api/search?q={text}"})
    script = (await parts.ask("generate_test", **params))["test_script"]
    assert script.index("const pending = new Set();") < script.index(SETTLED) < script.index("getByText('Red shoes'")
    assert SETTLED in (await parts.ask("generate_test", framework="cypress", **params))["test_script"]


# SCR-23
@pytest.mark.parametrize("framework", ["playwright", "cypress"])
async def test_what_the_last_step_showed_is_asserted_again_once_late_responses_are_there(
    tmp_path: Path, framework: str
) -> None:
    """A change that is sent twice shows the right text for a moment."""
    parts = Parts(tmp_path)
    parts.send("actions", click(1, "1 placed"))
    request = {"method": "POST", "url": f"{HOME}/api/orders", "status": 201, "ts": at(1.1)["ts"], "pageUrl": HOME}
    parts.send("network", {**request, "id": "1", "initiator": "fetch", "duration": 20.0})
    parts.send("network_bodies", {**request, "id": "1", "responseBody": "{}"})
    text = (await parts.ask("generate_test", framework=framework))["test_script"]
    assert text.index("placed") < text.index("late errors") < text.rindex("placed")


async def test_without_a_request_nothing_late_can_replace_a_text(tmp_path: Path) -> None:
    assert (await script(tmp_path, click(1, "Saved"))).count("'Saved'") == 1


async def test_a_reproduction_asserts_no_text_that_may_be_the_bug(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("actions", click(1, "Wrong"))
    assert "Wrong" not in (await parts.ask("get_reproduction_script"))["script"]
