"""What the answer with a generated script says about using it."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

HOME = "http://localhost:3000"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    parts = Parts(tmp_path)
    parts.send("actions", at(0, type="navigate", trigger="load", toUrl=f"{HOME}/shop"))
    return parts


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"url": f"{HOME}/shop", "ts": f"2026-01-31T12:00:{seconds:06.3f}Z", **event}


def click(seconds: float, name: str) -> dict[str, Any]:
    return at(seconds, type="click", selectors={"testId": name})


def answered(seconds: float, method: str, status: int = 200) -> dict[str, Any]:
    return {**at(seconds, id=f"r{seconds}", method=method, status=status, responseBody="{}"), "url": f"{HOME}/api/x"}


def exception(seconds: float, message: str) -> dict[str, Any]:
    return at(seconds, type="exception", message=message)


async def warnings(parts: Parts, tool: str = "generate_test", **params: Any) -> str:
    return "\n".join((await parts.ask(tool, **params))["warnings"])


# SCR-21
async def test_a_test_says_that_it_is_for_the_time_after_the_fix(parts: Parts) -> None:
    text = await warnings(parts)
    assert "Use this test after the fix" in text
    assert "While the bug exists, use generate what=reproduction." in text


# SCR-21
async def test_a_test_of_a_session_with_errors_is_to_be_generated_again(parts: Parts) -> None:
    parts.send("logs", exception(1, "broken"))
    assert "repeat the steps and generate this test again" in await warnings(parts)


# SCR-21
async def test_a_reproduction_says_that_it_is_for_the_time_before_the_fix(parts: Parts) -> None:
    parts.send("logs", exception(1, "broken"))
    text = await warnings(parts, "get_reproduction_script")
    assert "Use this script before the fix" in text
    assert "use generate what=test" in text


# SCR-19
@pytest.mark.parametrize("framework", ["playwright", "cypress"])
async def test_a_reproduction_of_a_console_error_also_fails_on_any_exception(parts: Parts, framework: str) -> None:
    parts.send("logs", at(1, type="console", level="error", args=["Failed to save"]))
    script = (await parts.ask("get_reproduction_script", format=framework))["script"]
    assert "new RegExp('^exception: |^console: " in script
    assert "Failed to save" in script


# SCR-19
@pytest.mark.parametrize("framework", ["playwright", "cypress"])
async def test_a_reproduction_without_an_error_fails_on_any_exception(parts: Parts, framework: str) -> None:
    made = await parts.ask("get_reproduction_script", format=framework)
    assert "const recorded = new RegExp('^exception: ');" in made["script"]
    assert any("add an assertion of what is wrong" in text for text in made["warnings"])


# SCR-19
async def test_other_exceptions_that_a_reproduction_fails_on_are_named(parts: Parts) -> None:
    parts.send("logs", exception(1, "first"), exception(2, "second"), exception(3, "second"))
    text = await warnings(parts, "get_reproduction_script")
    assert 'other uncaught exceptions: "first".' in text


# SCR-21
@pytest.mark.parametrize("tool", ["generate_test", "get_reproduction_script"])
async def test_steps_that_change_the_server_are_named(parts: Parts, tool: str) -> None:
    parts.send("actions", click(1, "save"), click(4, "look"), click(7, "fail"))
    parts.send("network_bodies", answered(1.1, "POST"), answered(4.1, "GET"), answered(7.1, "PUT", 422))
    assert 'Steps may change the server\'s state: "Click save (POST)". A second run' in await warnings(parts, tool)


# SCR-21
async def test_a_form_that_the_browser_posts_changes_the_server(parts: Parts) -> None:
    sent = at(1.1, type="submit", selectors={"id": "f"}, formAction=f"{HOME}/orders", method="post")
    parts.send("actions", click(1, "buy"), sent, at(1.5, type="navigate", trigger="load", toUrl=f"{HOME}/orders/1"))
    assert '"Click buy (POST)"' in await warnings(parts)


async def test_steps_that_only_read_cause_no_warning(parts: Parts) -> None:
    parts.send("actions", click(1, "look"))
    parts.send("network_bodies", answered(1.1, "GET"))
    assert "server's state" not in await warnings(parts)


# SCR-21
async def test_sockets_without_fixtures_are_counted_without_those_of_development_servers(parts: Parts) -> None:
    live, reload = "ws://localhost:3000/live", "ws://localhost:3000/_next/webpack-hmr"
    parts.send("websocket_events", {**at(1, id="s1", event="open"), "url": live})
    parts.send("websocket_events", {**at(1, id="s2", event="open"), "url": reload})
    assert "The page used 1 WebSocket connections" in await warnings(parts, fixtures=True)
    assert "WebSocket" not in await warnings(parts)


# SCR-21
async def test_a_last_step_without_an_assertion_is_named(parts: Parts) -> None:
    parts.send("actions", click(1, "save"))
    assert 'Nothing that the page shows is asserted after the last step ("Click save")' in await warnings(parts)


async def test_a_last_step_with_an_awaited_response_is_not_named(parts: Parts) -> None:
    parts.send("actions", click(1, "save"))
    parts.send("network_bodies", answered(1.1, "GET"))
    assert "Nothing that the page shows" not in await warnings(parts)
    assert "Nothing that the page shows" not in await warnings(parts, style="minimal")


# SCR-21
@pytest.mark.parametrize(
    "seen",
    [{"pageWatch": {"since": 0, "until": 2000, "changed": 120}}, {"appeared": ["Ordered 2 minutes ago"]}],
    ids=["changed", "not repeatable"],
)
async def test_a_last_step_that_changed_the_page_needs_more_than_a_response(parts: Parts, seen: Any) -> None:
    parts.send("actions", {**click(1, "save"), **seen})
    parts.send("network_bodies", answered(1.1, "POST"))
    assert (
        'Nothing that the page shows is asserted after the last step ("Click save"), although it changed the page: '
        "add what it must show."
    ) in await warnings(parts)


async def test_a_last_step_whose_text_is_asserted_is_not_named(parts: Parts) -> None:
    parts.send("actions", {**click(1, "save"), "appeared": ["Saved"], "pageWatch": {"since": 0, "changed": 9}})
    assert "Nothing that the page shows" not in await warnings(parts)


SECRET_LABEL = "Copy sk_live_51Hq7Zt4mXcV9pLw2RkYb8N3aQ"


# SCR-03
@pytest.mark.parametrize("framework", ["playwright", "cypress"])
async def test_an_element_is_not_located_by_what_is_left_of_a_masked_text(parts: Parts, framework: str) -> None:
    path = "main > button.copy"
    parts.send("actions", at(1, type="click", selectors={"text": SECRET_LABEL, "cssPath": path}))
    script = (await parts.ask("generate_test", framework=framework))["test_script"]
    assert path in script
    assert "redacted" not in script


# SCR-03
async def test_an_element_that_only_a_secret_locates_is_left_out_with_a_warning(parts: Parts) -> None:
    parts.send("actions", at(1, type="click", selectors={"ariaLabel": SECRET_LABEL, "text": SECRET_LABEL}))
    assert "An action was left out: every selector of its element contains a secret." in await warnings(parts)
