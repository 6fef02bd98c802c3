"""get_reproduction_script: each row of the tables for locators, actions, waits and sensitive values."""

from pathlib import Path
from typing import Any

import pytest
from parts import Parts

from gasoline.capabilities.generate.reproduction import REPRODUCTION_BYTES
from gasoline.model.bounds import SELECTOR_CHARS

HOME = "http://localhost:3000"
PAGE = f"{HOME}/login"
BUTTON = {"role": {"role": "button", "name": "Log in"}}


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


def at(seconds: float, **event: Any) -> dict[str, Any]:
    return {"url": PAGE, "ts": f"2026-01-31T12:00:{seconds:06.3f}Z", **event}


def act(seconds: float, kind: str, selectors: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return at(seconds, type=kind, selectors=selectors or {"testId": "x"}, **more)


def go(seconds: float, path: str, trigger: str = "pushState") -> dict[str, Any]:
    return at(seconds, type="navigate", trigger=trigger, toUrl=HOME + path)


async def script(parts: Parts, *actions: dict[str, Any], **params: Any) -> str:
    parts.send("actions", *actions)
    made: str = (await parts.ask("get_reproduction_script", **params))["script"]
    return made


# SCR-03
@pytest.mark.parametrize(
    ("selectors", "locator"),
    [
        ({"testId": "login", "role": BUTTON["role"]}, "page.getByTestId('login')"),
        ({"testId": "a", "testIdAttribute": "data-cy"}, "page.locator('[data-cy=\"a\"]')"),
        (BUTTON | {"ariaLabel": "L", "id": "i"}, "page.getByRole('button', { name: 'Log in', exact: true })"),
        ({"ariaLabel": "Email", "text": "t"}, "page.getByLabel('Email', { exact: true })"),
        ({"text": "Submit", "id": "i"}, "page.getByText('Submit', { exact: true })"),
        ({"id": "login-button", "cssPath": "a"}, "page.locator('#login-button')"),
        ({"id": "1:a"}, "page.locator('[id=\"1:a\"]')"),
        ({"cssPath": "form#login > button.go"}, "page.locator('form#login > button.go')"),
        ({"cssPath": "div.cm-editor.cm-focused > b.x"}, "page.locator('div.cm-editor > b.x')"),
        ({"cssPath": "li.is-active:hover > a:focus"}, "page.locator('li > a')"),
        ({"cssPath": ".hover > .tab.Mui-focusVisible:nth-child(2)"}, "page.locator('* > .tab:nth-child(2)')"),
        ({"cssPath": "a.activity > b.opener"}, "page.locator('a.activity > b.opener')"),
        ({"cssPath": '#a > [title=".is-open"]'}, "page.locator('#a > [title=\".is-open\"]')"),
        ({"cssPath": "text=Pay"}, "page.locator('css=text=Pay')"),
        (BUTTON | {"nth": {"role": 2}}, "page.getByRole('button', { name: 'Log in', exact: true }).nth(2)"),
        (BUTTON | {"nth": {"role": 0}}, "page.getByRole('button', { name: 'Log in', exact: true }).first()"),
        (BUTTON | {"id": "one", "nth": {"role": 2}}, "page.locator('#one')"),
        ({"role": {"role": "no-role", "name": "x"}, "id": "i"}, "page.locator('#i')"),
    ],
)
async def test_the_best_selector_becomes_a_strict_locator(
    parts: Parts, selectors: dict[str, Any], locator: str
) -> None:
    assert f"await {locator}.click();" in await script(parts, act(1, "click", selectors))


# SCR-17
async def test_frames_and_shadow_hosts_are_entered_from_the_outside(parts: Parts) -> None:
    made = await script(parts, act(1, "click", frame=["#outer", "iframe"], shadow=["my-app"]))
    inner = "page.frameLocator('#outer').frameLocator('iframe').locator('my-app').getByTestId('x')"
    assert f"await {inner}.click();" in made


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (act(1, "click"), "await page.getByTestId('x').click();"),
        (act(1, "dblclick"), "await page.getByTestId('x').dblclick();"),
        (act(1, "input", value="hi", inputType="text"), "await page.getByTestId('x').fill('hi');"),
        (act(1, "input", value="2026-01-31", inputType="date"), "await page.getByTestId('x').fill('2026-01-31');"),
        (act(1, "submit"), "await page.getByTestId('x').click();"),
        (act(1, "keypress", key="Enter"), "await page.keyboard.press('Enter');"),
        (act(1, "keypress", key="Escape"), "await page.keyboard.press('Escape');"),
        (act(1, "keypress", key="k", modifiers=["Control", "Shift"]), "await page.keyboard.press('Control+Shift+k');"),
        (act(1, "keypress", key=" "), "await page.keyboard.press('Space');"),
        (act(1, "select", selectedValue="v"), "await page.getByTestId('x').selectOption('v');"),
        (act(1, "select", selectedValues=["a", "b"]), "await page.getByTestId('x').selectOption(['a', 'b']);"),
        (act(1, "click", checked=True), "await page.getByTestId('x').check();"),
        (act(1, "click", checked=False), "await page.getByTestId('x').uncheck();"),
        (act(1, "scroll", scrollY=320.4), "// User scrolled to y=320"),
        (
            act(1, "drag", targetSelectors={"id": "there"}),
            "await page.getByTestId('x').dragTo(page.locator('#there'));",
        ),
        (
            act(1, "input", inputType="file", files=["a.png"]),
            "setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('[user-provided]') }]);",
        ),
    ],
)
async def test_an_action_becomes_its_code(parts: Parts, action: dict[str, Any], code: str) -> None:
    assert code in await script(parts, action)


FORM = {"id": "order"}
SENT = "await page.locator('#order').evaluate((element) => element.closest('form')?.requestSubmit());"


async def test_a_form_that_no_step_sends_is_sent(parts: Parts) -> None:
    made = await script(parts, act(1, "input", value="a"), act(5, "submit", FORM, formAction=f"{HOME}/orders"))
    assert SENT in made


async def test_a_form_whose_click_is_older_than_the_script_is_sent(parts: Parts) -> None:
    sent = act(1.1, "submit", FORM, formAction=f"{HOME}/orders", causedBy="c.1")
    made = await script(parts, {**act(1, "click"), "id": "c.1"}, sent, last_n_actions=1)
    assert SENT in made
    assert ".click()" not in made


async def test_a_form_that_a_step_sends_is_not_sent_twice(parts: Parts) -> None:
    sent = act(2.9, "submit", FORM, formAction=f"{HOME}/orders", causedBy="c.1")
    assert SENT not in await script(parts, {**act(1, "click"), "id": "c.1"}, sent)


async def test_a_key_goes_to_the_element_that_had_the_focus(parts: Parts) -> None:
    made = await script(parts, act(1, "keypress", key="Enter"))
    assert "await page.getByTestId('x').focus();\n  await page.keyboard.press('Enter');" in made


async def test_a_key_after_an_input_in_the_same_field_needs_no_focus(parts: Parts) -> None:
    made = await script(parts, act(1, "input", value="a"), act(1.2, "keypress", key="Enter"))
    assert ".focus()" not in made


async def test_one_thing_that_was_done_is_one_step(parts: Parts) -> None:
    made = await script(
        parts,
        act(1, "click", {"id": "a"}),
        act(1.1, "click", {"id": "a"}),
        act(1.1, "dblclick", {"id": "a"}),
        act(2, "input", value="f"),
        act(2.1, "input", value="final"),
        act(3, "click", BUTTON),
        act(3.01, "submit", {"id": "form"}),
    )
    assert made.count("click()") == 2
    assert "fill('f')" not in made
    assert "#form" not in made


# SCR-16
async def test_a_navigation_that_an_action_caused_is_awaited_and_asserted(parts: Parts) -> None:
    made = await script(parts, go(0, "/login", "load"), act(1, "click"), go(1.2, "/home"))
    assert f"await page.goto('{HOME}/login');" in made
    assert f"await page.waitForURL('{HOME}/home');\n  await expect(page).toHaveURL('{HOME}/home');" in made


async def test_without_assertions_the_navigation_is_only_awaited(parts: Parts) -> None:
    made = await script(parts, act(1, "click"), go(1.2, "/home"), include_assertions=False)
    assert f"await page.waitForURL('{HOME}/home');" in made
    assert "toHaveURL" not in made


async def test_an_address_typed_by_the_person_is_opened(parts: Parts) -> None:
    made = await script(parts, go(0, "/login", "load"), act(1, "click"), go(20, "/other", "load"))
    assert f"await page.goto('{HOME}/other');" in made


# SCR-16
async def test_back_and_forward_are_replayed(parts: Parts) -> None:
    made = await script(
        parts, go(0, "/a", "load"), act(1, "click"), go(1.1, "/b"), go(3, "/a", "popstate"), go(5, "/b", "popstate")
    )
    assert "await page.goBack();" in made
    assert "await page.goForward();" in made


async def test_a_button_of_the_page_that_goes_back_is_not_doubled(parts: Parts) -> None:
    made = await script(parts, go(0, "/a", "load"), go(1, "/b"), act(2, "click"), go(2.1, "/a", "popstate"))
    assert "goBack" not in made
    assert f"await page.waitForURL('{HOME}/a');" in made


async def test_a_reload_by_the_person_is_replayed(parts: Parts) -> None:
    assert "await page.reload();" in await script(parts, go(0, "/a", "load"), go(30, "/a", "reload"))


async def test_ids_in_a_url_may_change_between_runs(parts: Parts) -> None:
    made = await script(parts, act(1, "click"), go(1.2, "/orders/123"))
    assert "toHaveURL(new RegExp('^http://localhost:3000/orders/[^/]+$'))" in made


# SCR-04
async def test_a_pause_is_noted_in_the_script(parts: Parts) -> None:
    made = await script(parts, act(1, "click"), act(3.3, "click", {"id": "b"}), act(4, "click", {"id": "c"}))
    assert "  // [2.3s pause]\n" in made
    assert made.count("pause]") == 1


async def test_dialogs_are_answered_as_the_person_did_before_the_step_that_opens_them(parts: Parts) -> None:
    made = await script(
        parts,
        act(1, "click"),
        at(1.01, type="dialog", dialog="confirm", accepted=False),
        at(1.02, type="dialog", dialog="prompt", accepted=True, value="Ann"),
    )
    second = "page.once('dialog', (dialog) => dialog.accept('Ann'));"
    handler = f"page.once('dialog', (dialog) => {{ {second} return dialog.dismiss(); }});"
    assert made.index(handler) < made.index(".click()")


# SCR-05
async def test_a_sensitive_value_is_asked_for_by_an_environment_variable(parts: Parts) -> None:
    field = {"role": {"role": "textbox", "name": "Your Paßword!"}}
    parts.send("actions", act(1, "input", field, inputType="password", value="[redacted]"))
    made = await parts.ask("get_reproduction_script")
    assert ".fill(process.env.GASOLINE_YOUR_PASSWORD ?? '[user-provided]');" in made["script"].replace(
        "SSWORD", "SSWORD"
    )
    assert any("redacted — replace '[user-provided]' with test credentials" in text for text in made["warnings"])


# SCR-05
async def test_tokens_in_addresses_are_stripped_with_a_warning(parts: Parts) -> None:
    parts.send("actions", go(0, "/cb?a=1&access_token=abc#id_token=def", "load"), act(1, "click"))
    made = await parts.ask("get_reproduction_script")
    assert f"page.goto('{HOME}/cb?a=1')" in made["script"]
    assert "abc" not in made["script"]
    assert any("Token parameters were removed" in text for text in made["warnings"])


# SCR-15
async def test_base_url_replaces_the_origin(parts: Parts) -> None:
    made = await script(parts, act(1, "click"), go(1.1, "/home"), base_url="http://127.0.0.1:4000/")
    assert "page.goto('http://127.0.0.1:4000/login')" in made
    assert "localhost" not in made


# SCR-15
@pytest.mark.parametrize("base_url", ["localhost:3000", "/shop", "ftp://x", "http://", "http://[", "javascript:x"])
async def test_a_base_url_without_scheme_and_host_is_refused(parts: Parts, base_url: str) -> None:
    parts.send("actions", act(1, "click"))
    for tool in ("get_reproduction_script", "generate_test"):
        failure = await parts.fail(tool, base_url=base_url)
        assert failure["error"] == "invalid_base_url"
        assert "http://localhost:3000" in failure["hint"]


async def test_the_collector_stands_before_goto_and_the_error_is_asserted_at_the_end(parts: Parts) -> None:
    parts.send("actions", act(1, "click"))
    parts.send("logs", at(1.1, type="exception", message="x is undefined", filename="app.js", lineno=42))
    made = await parts.ask("get_reproduction_script")
    text = made["script"]
    assert text.startswith("import { test, expect } from '@playwright/test';\n")
    assert "test('reproduction: x is undefined', async ({ page }) => {" in text
    assert (
        text.index("page.on('pageerror'")
        < text.index("page.goto")
        < text.index("// Error occurred here: x is undefined")
    )
    assert text.rstrip().endswith(
        "expect([...problems].filter((problem) => recorded.test(String(problem)))).toEqual([]);\n});"
    )
    assert made["error_context"] == {"message": "x is undefined", "file": "app.js", "line": 42}
    assert made["actions_used"] == 1
    assert made["selectors_used"] == ["testId"]
    assert set(made) == {"script", "actions_used", "error_context", "selectors_used", "warnings"}


async def test_a_late_error_is_waited_for_longer_than_it_took(parts: Parts) -> None:
    parts.send("logs", at(4, type="exception", message="late"))
    assert "await page.waitForTimeout(6000);" in await script(parts, act(1, "click"))


async def test_what_the_person_tried_after_the_error_is_left_out(parts: Parts) -> None:
    parts.send("actions", act(1, "click"), act(5, "click"), act(9, "click"))
    parts.send("logs", *(at(seconds, type="exception", message="same again") for seconds in (1.1, 5.1, 9.1)))
    made = await parts.ask("get_reproduction_script")
    assert made["actions_used"] == 1
    assert any("2 later actions were left out" in text for text in made["warnings"])


async def test_error_message_chooses_the_error(parts: Parts) -> None:
    parts.send("actions", act(1, "click"))
    parts.send("logs", at(2, type="exception", message="First thing"), at(3, type="exception", message="Second"))
    assert (await parts.ask("get_reproduction_script"))["error_context"]["message"] == "Second"
    chosen = await parts.ask("get_reproduction_script", error_message="first")
    assert chosen["error_context"]["message"] == "First thing"
    assert (await parts.fail("get_reproduction_script", error_message="third"))["error"] == "no_such_error"


async def test_an_exception_counts_before_a_newer_failed_request(parts: Parts) -> None:
    parts.send("actions", act(1, "click"))
    parts.send("logs", at(2, type="exception", message="boom"), at(3, type="network", method="GET", status=500))
    assert (await parts.ask("get_reproduction_script"))["error_context"]["message"] == "boom"


async def test_last_n_actions_takes_the_newest(parts: Parts) -> None:
    parts.send("actions", *(act(number, "click", {"id": f"b{number}"}) for number in range(1, 6)))
    made = await parts.ask("get_reproduction_script", last_n_actions=2)
    assert made["actions_used"] == 2
    assert "#b3" not in made["script"]
    assert made["script"].index("#b4") < made["script"].index("#b5")


async def test_without_actions_the_page_of_the_error_is_opened(parts: Parts) -> None:
    parts.send("logs", at(1, type="exception", message="on load"))
    made = await parts.ask("get_reproduction_script")
    assert f"page.goto('{PAGE}')" in made["script"]
    assert made["actions_used"] == 0
    assert any("Capture User Actions" in text for text in made["warnings"])


async def test_with_nothing_captured_the_answer_says_what_to_switch_on(parts: Parts) -> None:
    failure = await parts.fail("get_reproduction_script")
    assert failure["error"] == "no_actions"
    assert "Capture User Actions" in failure["hint"]


async def test_an_action_without_selectors_is_noted_and_omitted(parts: Parts) -> None:
    parts.send("actions", at(1, type="click", position={"x": 450, "y": 320}), act(2, "click"))
    made = await parts.ask("get_reproduction_script")
    assert "// click at (450, 320): no selector was recorded for the element." in made["script"]
    assert any("no selector" in text for text in made["warnings"])


async def test_actions_in_another_tab_are_left_out(parts: Parts) -> None:
    parts.send("actions", act(1, "click", {"id": "there"}, tabId=1), act(2, "click", {"id": "here"}, tabId=2))
    made = await parts.ask("get_reproduction_script")
    assert "#there" not in made["script"]
    assert any("other tabs" in text for text in made["warnings"])


# SCR-06
async def test_a_full_buffer_of_long_texts_gives_whole_statements_within_the_limit(parts: Parts) -> None:
    long = "ü" * SELECTOR_CHARS
    parts.send("actions", *(act(number, "click", {"text": long}) for number in range(50)))
    made = await parts.ask("get_reproduction_script")
    assert len(made["script"].encode()) <= REPRODUCTION_BYTES
    assert made["script"].rstrip().endswith("});")
    assert any("left out to keep the script short" in text for text in made["warnings"])


SECRET = "sk_live_51H8xK2eZvKYlo2C0aBcDeFgHiJ"  # the shape of the vendor's keys


@pytest.mark.parametrize("tool", ["get_reproduction_script", "generate_test"])
@pytest.mark.parametrize(
    ("action", "in_playwright", "in_cypress"),
    [
        (
            act(1, "input", {"testId": "key"}, value=SECRET, inputType="text"),
            "getByTestId('key').fill(process.env.GASOLINE_KEY ?? '[user-provided]')",
            ".clear().type(Cypress.env('GASOLINE_KEY') ?? '[user-provided]', { log: false })",
        ),
        (
            act(1, "select", {"testId": "key"}, selectedValue="[redacted]", selectedText="[redacted]"),
            "getByTestId('key').selectOption(process.env.GASOLINE_KEY ?? '[user-provided]')",
            ".select(Cypress.env('GASOLINE_KEY') ?? '[user-provided]')",
        ),
        (
            act(1, "select", {"testId": "key"}, selectedValues=["a", SECRET]),
            "getByTestId('key').selectOption(process.env.GASOLINE_KEY ?? '[user-provided]')",
            ".select(Cypress.env('GASOLINE_KEY') ?? '[user-provided]')",
        ),
    ],
)
async def test_a_value_that_was_masked_is_for_the_user_to_provide(
    parts: Parts, tool: str, action: dict[str, Any], in_playwright: str, in_cypress: str
) -> None:
    parts.send("actions", action)
    option = "format" if tool == "get_reproduction_script" else "framework"
    for framework, code in (("playwright", in_playwright), ("cypress", in_cypress)):
        answer = await parts.ask(tool, **{option: framework})
        text = answer.get("script") or answer["test_script"]
        assert code in text
        assert "redacted" not in text
        assert any("[user-provided]" in each and "GASOLINE_KEY" in each for each in answer["warnings"])


async def test_a_masked_answer_to_a_prompt_is_for_the_user_to_provide(parts: Parts) -> None:
    parts.send("actions", act(1, "click"), act(1.1, "dialog", dialog="prompt", accepted=True, value=SECRET))
    answer = await parts.ask("get_reproduction_script")
    assert "dialog.accept(process.env.GASOLINE_PROMPT ?? '[user-provided]')" in answer["script"]
    assert any("GASOLINE_PROMPT" in each for each in answer["warnings"])
