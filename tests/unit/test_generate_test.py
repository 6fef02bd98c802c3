"""generate_test: every option, what belongs to which step, limits."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.capabilities.generate.test import TEST_SCRIPT_BYTES
from gasoline.model.wire import HelloMessage
from gasoline.scripting.fixtures import FIXTURE_BYTES

HOME = "http://localhost:3000"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    """A person opened the shop, ordered, and came to the thanks."""
    parts = Parts(tmp_path)
    parts.send(
        "actions",
        at(0, type="navigate", trigger="load", toUrl=f"{HOME}/shop"),
        at(1, type="click", selectors={"testId": "order"}),
        at(1.2, type="navigate", trigger="pushState", toUrl=f"{HOME}/thanks"),
        at(4, type="click", selectors={"testId": "close"}),
    )
    parts.send(
        "network_bodies",
        call(1.05, "POST", "/api/orders", 201, {"id": 1, "lines": [{"sku": "a", "n": 1}, {"sku": "b"}], "note": None}),
        call(1.06, "POST", "/analytics", 204, None),
        call(3.5, "GET", "/api/too-late", 200, {}),
    )
    parts.send("dom_snapshots", snapshot(0.3, "/shop", "Shop"), snapshot(1.8, "/thanks", "Thanks"))
    return parts


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"url": f"{HOME}/shop", "ts": f"2026-01-31T12:00:{seconds:06.3f}Z", **event}


def call(seconds: float, method: str, path: str, status: int, body: Any, **more: Any) -> dict[str, Any]:
    known = {"method": method, "url": HOME + path, "status": status, "contentType": "application/json"}
    return at(seconds, id=f"r{seconds}") | known | {"responseBody": json.dumps(body), **more}


def snapshot(seconds: float, path: str, heading: str) -> dict[str, Any]:
    elements = [
        {"role": "heading", "level": 1, "text": heading},
        {"text": "Total 30", "testId": "total"},
        {"text": "hidden", "testId": "hidden", "visible": False},
        {"text": "Ready", "testId": "state"},
        {"text": "fourth", "testId": "fourth"},
    ]
    return at(seconds, elements=elements) | {"url": HOME + path}


async def made(parts: Parts, **params: Any) -> str:
    text: str = (await parts.ask("generate_test", **params))["test_script"]
    return text


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


async def test_an_error_before_the_session_is_no_excuse(parts: Parts) -> None:
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


async def test_fixtures_bring_a_mocked_variant(parts: Parts) -> None:
    answer = await parts.ask("generate_test", test_name="Tea!", fixtures=True)
    assert "import { fixtures } from './fixtures/tea.fixtures.js';" in answer["test_script"]
    assert "test('Tea! (mocked)'," in answer["test_script"]
    assert "  'POST /api/orders': {\n    status: 201,\n    contentType: 'application/json'," in answer["fixture_file"]


# SCR-12
async def test_a_fixture_has_the_last_answer_without_secrets(parts: Parts) -> None:
    secret = {"accessToken": "abcdef123456", "password": "hunter2", "deep": [{"jwt": "eyJhbGciOiJI.eyJzdWIiOiIx.c2ln"}]}
    parts.send("network_bodies", call(1.5, "POST", "/api/orders", 200, secret))
    text = (await parts.ask("generate_test", fixtures=True))["fixture_file"]
    assert "status: 200" in text
    assert "201" not in text
    assert "accessToken: 'mock-token-value'" in text
    assert "password: '[user-provided]'" in text
    assert "jwt: 'mock-token-value'" in text


# SCR-07
async def test_long_answers_stay_whole_and_what_is_missing_is_said(parts: Parts) -> None:
    long = {"text": "x" * 15_000}
    parts.send("network_bodies", *(call(1.1 + n / 100, "GET", f"/api/{n}x", 200, long) for n in range(30)))
    answer = await parts.ask("generate_test", fixtures=True)
    assert len(answer["fixture_file"].encode()) <= FIXTURE_BYTES
    assert len(answer["test_script"].encode()) <= TEST_SCRIPT_BYTES
    assert answer["fixture_file"].endswith("};\n")
    assert answer["test_script"].endswith("});\n")
    assert any("not in the fixture file" in text for text in answer["warnings"])


async def test_without_bodies_the_answer_says_how_to_get_them(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("actions", at(1, type="click", selectors={"id": "a"}))
    timing = {"url": f"{HOME}/api", "method": "GET", "status": 200, "initiator": "fetch", "pageUrl": HOME}
    parts.send("network", {**at(1.1), **timing})
    answer = await parts.ask("generate_test")
    assert "status()).toBe(200)" in answer["test_script"]
    assert any("Capture Network Bodies" in text for text in answer["warnings"])


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


async def test_every_awaited_request_is_mocked_although_others_are_newer(parts: Parts) -> None:
    parts.send("network_bodies", *(call(3.3 + n / 100, "GET", f"/api/late{n}x", 200, {}) for n in range(30)))
    answer = await parts.ask("generate_test", fixtures=True)
    assert "'POST /api/orders'" in answer["fixture_file"]
    assert "'/api/orders'" in answer["test_script"].partition("(mocked)")[2]


async def test_a_response_whose_body_the_page_did_not_read_is_mocked_by_its_status(parts: Parts) -> None:
    parts.send("network_bodies", call(4.1, "POST", "/api/session", 204, None, responseBody=None))
    answer = await parts.ask("generate_test", fixtures=True)
    assert "'POST /api/session': {\n    status: 204,\n" in answer["fixture_file"]
    assert "'/api/session'" in answer["test_script"].partition("(mocked)")[2]


async def test_a_note_that_stands_for_a_body_is_not_mocked(parts: Parts) -> None:
    note = "[Binary: 12 bytes, type: image/png]"
    parts.send("network_bodies", call(4.1, "GET", "/api/picture", 200, None, responseBody=note))
    answer = await parts.ask("generate_test", fixtures=True)
    assert "Binary" not in answer["fixture_file"]
    assert any("not in the fixture file" in text for text in answer["warnings"])


async def test_the_tokens_of_a_mocked_answer_are_replaced(parts: Parts) -> None:
    tokens = {
        "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r",
        "session": "f3a9c1d2e4b5a6978877665544332211",
        "header": "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r",
    }
    parts.send("network_bodies", call(4.1, "POST", "/api/session", 200, tokens))
    text = (await parts.ask("generate_test", fixtures=True))["fixture_file"]
    assert "token: 'mock-token-value'" in text
    assert "session: 'mock-token-value'" in text
    assert "redacted" not in text


async def test_json_that_is_a_text_stays_json_in_a_fixture(parts: Parts) -> None:
    parts.send("network_bodies", call(4.1, "GET", "/api/greeting", 200, "hello"))
    text = (await parts.ask("generate_test", fixtures=True))["fixture_file"]
    assert """body: '"hello"',""" in text


async def test_answers_with_another_status_come_before_the_last_one(parts: Parts) -> None:
    parts.send(
        "network_bodies",
        call(0.1, "GET", "/api/me", 401, {"error": "sign in"}),
        call(4.1, "GET", "/api/me", 200, {"name": "Ann"}),
    )
    answer = await parts.ask("generate_test", fixtures=True)
    assert "import { fixtures, earlier } from" in answer["test_script"]
    last, earlier = answer["fixture_file"].split("export const earlier = {")
    assert "status: 401" not in last
    assert "'GET /api/me': [\n    {\n      status: 401," in earlier
    mocked = answer["test_script"].partition("(mocked)")[2]
    assert mocked.index("toBe(401)") < mocked.index("toBe(200)")


HEADING = {"role": "heading", "level": 1, "text": "Orders"}


async def checked(parts: Parts, *looks: list[dict[str, Any]]) -> str:
    """The checks after the last page, which was looked at so often."""
    parts.send("actions", at(10, type="navigate", trigger="load", toUrl=f"{HOME}/orders"))
    for place, elements in enumerate(looks):
        parts.send("dom_snapshots", at(10.3 + place, elements=elements) | {"url": f"{HOME}/orders"})
    return (await made(parts)).partition(f"goto('{HOME}/orders')")[2]


@pytest.mark.parametrize("text", ["Loading...", "Loading orders…", "Please wait", "Running...", "Connecting to server"])
async def test_a_text_that_gives_way_to_another_is_not_asserted(parts: Parts, text: str) -> None:
    text_of_test_id = {"text": text, "testId": "state"}
    assert text not in await checked(parts, [HEADING, {**HEADING, "text": text}, text_of_test_id])


async def test_what_a_later_snapshot_does_not_show_is_not_asserted(parts: Parts) -> None:
    parts.send("actions", at(11, type="click", selectors={"testId": "x"}))
    text = await checked(parts, [HEADING, {"text": "Three new", "testId": "badge"}], [HEADING])
    assert "'Orders'" in text
    assert "Three new" not in text


async def test_what_was_not_seen_again_is_not_asserted(parts: Parts) -> None:
    text = await checked(parts, [{**HEADING, "stable": True}, {"text": "Soon gone", "testId": "a", "stable": False}])
    assert "'Orders'" in text
    assert "Soon gone" not in text


async def test_what_is_not_unique_is_not_asserted(parts: Parts) -> None:
    row = {"text": "A row", "testId": "row"}
    twin = {**HEADING, "text": "Twin", "unique": False}
    text = await checked(parts, [HEADING, twin, row, row, {"text": "One of many", "testId": "b", "unique": False}])
    assert "'Orders'" in text
    assert not any(other in text for other in ("A row", "One of many", "Twin"))


async def test_texts_of_several_blocks_run_together_are_not_asserted(parts: Parts) -> None:
    run_together = "Skip to main contentDeployOrder desk"
    page = {"text": run_together, "testId": "app", "composed": True}
    text = await checked(parts, [page, {**HEADING, "text": run_together, "composed": True}])
    assert run_together not in text
    assert '[data-testid="app"]' in text


async def test_names_that_a_server_makes_up_are_general(parts: Parts) -> None:
    parts.send(
        "actions",
        at(10, type="click", selectors={"testId": "new"}),
        at(10.2, type="navigate", trigger="pushState", toUrl=f"{HOME}/lab/tree/Untitled1.ipynb"),
    )
    parts.send("network_bodies", call(10.1, "GET", "/api/contents/Untitled1.ipynb", 200, {}))
    text = await made(parts, test_name="Open a notebook")
    assert "Untitled1.ipynb'" not in text
    for pattern in (r"/lab/tree/Untitled[^/]*\.ipynb", r"/api/contents/Untitled[^/]*\.ipynb"):
        assert pattern.replace("\\", "\\\\") in text


@pytest.mark.parametrize("path", ["/new", "/newsletter", "/checkout/step2", "/v2/items", "/copy", "/autos"])
async def test_a_path_of_the_application_itself_stays_exact(parts: Parts, path: str) -> None:
    parts.send("actions", at(10, type="navigate", trigger="pushState", toUrl=HOME + path))
    assert f"waitForURL('{HOME}{path}')" in await made(parts)


async def test_opening_a_page_with_a_generated_name_is_warned_of(parts: Parts) -> None:
    parts.send("actions", at(10, type="navigate", trigger="load", toUrl=f"{HOME}/lab/tree/Untitled1.ipynb"))
    warnings = (await parts.ask("generate_test"))["warnings"]
    assert any("only on the server" in text for text in warnings)


async def test_only_as_many_actions_are_kept_as_the_extension_wants(parts: Parts) -> None:
    hello = HelloMessage("1", pilot=False, reproduction_buffer_size=2)
    parts.store.record_hello(hello)
    assert (await parts.ask("generate_test"))["action_count"] == 2
    parts.send("actions", at(10, type="click", selectors={"testId": "newest"}))
    answer = await parts.ask("generate_test")
    assert answer["action_count"] == 2
    assert "newest" in answer["test_script"]
