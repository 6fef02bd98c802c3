"""generate_test: the mocked variant and its fixtures."""

from pathlib import Path

import pytest
from parts import Parts
from recorded_shop import HOME, at, call, order_something

from gasoline.capabilities.generate.test import TEST_SCRIPT_BYTES
from gasoline.scripting.fixtures import FIXTURE_BYTES


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return order_something(Parts(tmp_path))


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
