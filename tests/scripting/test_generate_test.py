"""generate_test: every option, what belongs to which step, limits."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from parts import Parts
from recorded_shop import HOME, at, call, made, order_something


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return order_something(Parts(tmp_path))


async def test_the_answer_has_its_documented_fields(parts: Parts) -> None:
    answer = await parts.ask("generate_test", test_name="Orders: “tea”")
    assert set(answer) == {"test_script", "test_name", "action_count", "assertion_count", "warnings"}
    assert answer["test_name"] == "Orders: “tea”"
    assert answer["action_count"] == 4
    assert answer["assertion_count"] == 10
    assert "test('Orders: “tea”', async ({ page }) => {" in answer["test_script"]


async def test_the_header_counts_the_actions_of_the_answer_and_says_when_and_where(parts: Parts) -> None:
    text = await made(parts)
    assert (
        "// Captured 2026-01-31 12:00:00 UTC, 4.0 s: 4 actions, 3 requests, 0 errors.\n// From /shop to /thanks.\n"
        in text
    )


# SCR-08
async def test_a_response_is_awaited_around_the_action_that_caused_it(parts: Parts) -> None:
    text = await made(parts)
    wait = text.index("const response1 = page.waitForResponse(")
    assert "=== 'POST' && new URL(response.url()).pathname === '/api/orders');" in text
    click = text.index("getByTestId('order').click()")
    status = text.index("expect((await response1).status()).toBe(201); // high: status")
    shape = text.index("expect(body1).toEqual(expect.objectContaining({")
    assert wait < click < status < shape < text.index("waitForURL")


# SCR-08
async def test_analytics_and_what_came_too_late_are_left_out(parts: Parts) -> None:
    text = await made(parts)
    assert "analytics" not in text
    assert "too-late" not in text


async def test_a_shape_asserts_what_all_items_share_and_nothing_of_null(parts: Parts) -> None:
    text = await made(parts)
    assert "lines: expect.arrayContaining([expect.objectContaining({\n      sku: expect.any(String),\n    })])," in text
    assert "note" not in text


# SCR-09
async def test_a_navigation_is_followed_by_its_url_and_at_most_three_dom_checks(parts: Parts) -> None:
    text = await made(parts)
    assert f"await expect(page).toHaveURL('{HOME}/thanks');" in text
    assert "getByRole('heading', { name: 'Thanks', exact: true, level: 1 })).toBeVisible(); // low: text" in text
    assert "toContainText('Ready')" in text
    assert "Total 30" not in text
    assert "hidden" not in text
    assert "fourth" not in text


async def test_a_long_pause_waits_for_the_network(parts: Parts) -> None:
    text = await made(parts)
    assert text.count("waitForLoadState('networkidle'") == 1
    assert text.index("toHaveURL") < text.index("networkidle") < text.index("getByTestId('close')")


# SCR-10
async def test_known_errors_are_listed_and_not_enforced(parts: Parts) -> None:
    parts.send("logs", at(2, type="exception", message="known problem"))
    parts.send("logs", at(2, type="network", method="GET", status=404) | {"url": f"{HOME}/api/gone"})
    text = await made(parts)
    assert "// - known problem" in text
    assert "new RegExp('^exception: (?:Uncaught )?known problem')" in text
    assert "Failed to load resource: [\\\\s\\\\S]*\\\\(/api/gone\\\\)" in text


SECRET = "sk_live_51Hq7Zt4mXcV9pLw2RkYb8N3aQ"
OTHER_PROBLEMS = ("Cannot read total of null", "TypeError: nope", "timeout of 3000 ms exceeded", "Errors: 2")


# SCR-10
@pytest.mark.parametrize("text", [SECRET, f"{SECRET} {SECRET}", "[redacted]", "timeout"])
@pytest.mark.parametrize("kind", ["exception", "console"])
async def test_a_known_error_of_one_word_or_of_secrets_excuses_no_other(parts: Parts, kind: str, text: str) -> None:
    parts.send("logs", at(2, type=kind, level="error", message=text, args=[text]))
    [known] = re.findall(r"new RegExp\('((?:[^'\\]|\\.)*)'\),", await made(parts))
    pattern = re.compile(known.replace("\\\\", "\\"))
    assert pattern.search(f"{kind}: {text}")
    assert [problem for problem in OTHER_PROBLEMS if pattern.search(f"{kind}: {problem}")] == []


async def test_an_error_before_the_session_does_not_excuse_a_failure(parts: Parts) -> None:
    parts.send("logs", {**at(0), "ts": "2026-01-31T11:00:00Z", "type": "exception", "message": "old"})
    assert "expect([...problems]).toEqual([]);" in await made(parts)


@pytest.mark.parametrize(
    ("params", "absent"),
    [
        ({"assertions": {"network": False}}, "status()"),
        ({"assert_network": False}, "status()"),
        ({"assertions": {"response_shape": False}}, "objectContaining"),
        ({"assert_response_shape": False}, "objectContaining"),
        ({"assertions": {"no_errors": False}}, "problems"),
        ({"assert_no_errors": False}, "problems"),
        ({"assertions": {"dom_state": False}}, "toBeVisible"),
        ({"style": "smoke"}, "waitForResponse"),
        ({"style": "smoke"}, "toContainText"),
        ({"style": "minimal"}, "expect("),
        ({}, "toHaveScreenshot"),
    ],
)
async def test_what_is_switched_off_is_not_there(parts: Parts, params: dict[str, Any], absent: str) -> None:
    text = await made(parts, **params)
    assert absent not in text
    assert "getByTestId('close').click()" in text


async def test_visual_takes_pictures_at_navigations(parts: Parts) -> None:
    assert (await made(parts, assertions={"visual": True})).count("toHaveScreenshot()") == 2


async def test_url_filter_keeps_the_activity_on_matching_pages(parts: Parts) -> None:
    parts.send("actions", {**at(6), "url": f"{HOME}/other", "type": "click", "selectors": {"testId": "elsewhere"}})
    assert "elsewhere" not in await made(parts, url_filter="/shop")


async def test_last_n_actions_keeps_what_they_caused(parts: Parts) -> None:
    text = await made(parts, last_n_actions=1)
    assert "order" not in text
    assert "getByTestId('close')" in text


# SCR-01
async def test_cypress_has_the_same_steps_and_checks(parts: Parts) -> None:
    text = await made(parts, framework="cypress")
    assert "cy.intercept('POST', new RegExp('^https?://[^/]+/api/orders(?:[?#]|$)')).as('response1');" in text
    assert "cy.get('[data-testid=\"order\"]').click();" in text
    assert "expect(response?.statusCode).to.equal(201); // high: status" in text
    assert f"cy.url().should('eq', '{HOME}/thanks');" in text


def known_patterns(script: str) -> list[re.Pattern[str]]:
    """The regular expressions of the errors that a test exempts."""
    literals = re.findall(r"""^    new RegExp\((['"].*['"])\),$""", script, re.MULTILINE)
    return [re.compile(ast.literal_eval(literal)) for literal in literals]


async def exempts(parts: Parts, problem: str) -> bool:
    return any(pattern.search(problem) for pattern in known_patterns(await made(parts)))


@pytest.mark.parametrize(
    ("args", "shown", "others"),
    [
        ([], "", ["x", "{a: 1}"]),
        ([""], "", ["x"]),
        (["  "], "  ", ["x"]),
        ([{"code": 7}], "{code: 7}", ["x", "{other: 7}"]),
        ([{}], "{}", ["x", "{a: 1}"]),
        ([[1, 2]], "[1, 2]", ["x", "{a: 1}"]),
        ([None], "null", ["x"]),
        ([True], "true", ["truely wrong"]),
        ([42], "43", ["43 problems"]),
        (["[undefined]"], "undefined", ["undefined is not a function"]),
        (["Failed"], "Failed", ["Failed to load the orders"]),
        (["Failed", {"a": 1}], "Failed {a: 1}", ["x"]),
        (
            ["token sk_live_51H8xK2eZvKYlo2C0aBcDeFgHiJ rejected"],
            "token sk_live_0123456789 rejected",
            ["token missing"],
        ),
    ],
)
async def test_a_known_console_error_exempts_itself_and_nothing_else(
    parts: Parts, args: list[Any], shown: str, others: list[str]
) -> None:
    parts.send("logs", at(2, type="console", level="error", args=args))
    assert await exempts(parts, f"console: {shown} (/shop)")
    for other in others:
        assert not await exempts(parts, f"console: {other} (/shop)")


@pytest.mark.parametrize(
    ("message", "thrown", "others"),
    [
        ("Uncaught Error", "Error", ["Error: something else", "Errors in cart"]),
        ("Uncaught null", "null", ["null is not an object"]),
        ("uncaught exception: undefined", "undefined", ["undefined is not a function"]),
        ("Uncaught 42", "17", ["5 items failed"]),
        ('Uncaught {"code":1}', "Object", ["Object has no method pay", "Objects are missing"]),
        ('{"code":1}', '{"code":2}', ["[object Promise] was not awaited", "{ is unexpected"]),
        ("Uncaught RPC error -32601: refused", "RPC error -32601: refused", ["RPC error -32602: refused"]),
        ("Minified React error #418; visit", "Minified React error #418; visit", ["Minified React error #185; visit"]),
    ],
)
async def test_a_known_exception_exempts_itself_and_nothing_else(
    parts: Parts, message: str, thrown: str, others: list[str]
) -> None:
    parts.send("logs", at(2, type="exception", message=message))
    assert await exempts(parts, f"exception: {thrown}")
    for other in others:
        assert not await exempts(parts, f"exception: {other}")


async def test_an_exception_without_words_exempts_no_other(parts: Parts) -> None:
    parts.send("logs", at(2, type="exception", message=""))
    assert await exempts(parts, "exception: ")
    assert not await exempts(parts, "exception: x is not a function")


async def test_the_browsers_own_words_for_a_failed_socket_are_known(parts: Parts) -> None:
    parts.send("websocket_events", at(2, id="s1", event="error") | {"url": "ws://localhost:3000/live?token=abc"})
    words = "failed: Error during WebSocket handshake: Unexpected response code: 404"
    assert await exempts(
        parts, f"console: WebSocket connection to 'ws://localhost:3999/live?token=abc' {words} (/shop)"
    )
    assert not await exempts(parts, f"console: WebSocket connection to 'ws://localhost:3000/other' {words} (/shop)")


async def test_a_response_that_was_only_not_json_is_not_an_expected_failure(parts: Parts) -> None:
    entry = at(2, type="network", method="GET", status=200, error="the response was text/html, not JSON")
    parts.send("logs", entry | {"url": f"{HOME}/api/items"})
    assert "/api/items" not in await made(parts)
    reproduction = await parts.ask("get_reproduction_script")
    assert reproduction["error_context"] is None
    assert "/api/items" not in reproduction["script"]


async def test_a_failure_that_is_asserted_is_warned_of(parts: Parts) -> None:
    parts.send("network_bodies", call(4.1, "PUT", "/api/close", 501, {}))
    answer = await parts.ask("generate_test")
    assert "toBe(501)" in answer["test_script"]
    assert any("PUT /api/close" in text and "501" in text for text in answer["warnings"])
    assert not any("/api/orders" in text for text in answer["warnings"])


@pytest.mark.parametrize("tool", ["generate_test", "get_reproduction_script"])
@pytest.mark.parametrize("action", [{"type": "click"}, {"type": "navigate"}, {"type": "scroll"}, {"type": "dialog"}])
async def test_actions_that_cannot_be_repeated_are_a_clear_answer(
    tmp_path: Path, tool: str, action: dict[str, Any]
) -> None:
    parts = Parts(tmp_path)
    parts.send("actions", action)
    assert (await parts.fail(tool))["error"] == "no_actions"
