"""Which values behind the names of passwords are passwords, in what the page logs and in what a server answers."""

import json
from typing import Any

import pytest
from audit_calls import body, findings
from parts import Parts


async def logged(parts: Parts, value: Any) -> tuple[list[str], str]:
    """The severities of what is found in it, and the text as it is shown."""
    parts.log(value)
    found = [finding["severity"] for finding in await findings(parts)]
    return found, (await parts.ask("get_browser_logs"))[0]["args"][0]


@pytest.mark.parametrize(
    "text",
    [
        *("login password: P@ssw0rd1", "password is P@ssw0rd1", "password=P@ssw0rd1", "DB_PASSWORD=P@ssw0rd1"),
        *("password: pässwörter7", "password: P@ssw0rd1 for jo", "password was Tr0ub4dor!3.", "pwd: 48151623"),
        *("user=jo&pass=hunter22x", "pass: hunter22x", "DB_PASS=hunter22x", "password=correct+horse+battery+staple"),
    ],
)
async def test_a_password_in_a_logged_line_is_found_and_masked(parts: Parts, text: str) -> None:
    found, shown = await logged(parts, text)
    assert found == ["warning"]
    assert "[redacted]" in shown
    for part in ("P@ss", "wör", "hunter", "0ub4", "4815", "horse"):
        assert part not in shown


@pytest.mark.parametrize("name", ["password", "pass"])
@pytest.mark.parametrize("value", ["hunter22x", "Summer2026!", "P@ssw0rd1", "gT5kp92Zx", "a/Bc3+d9"])
async def test_a_logged_member_and_an_answer_give_the_same_password_away(parts: Parts, name: str, value: str) -> None:
    found, shown = await logged(parts, {"user": "jo", name: value})
    assert found == ["warning"]
    assert value not in json.dumps(shown)
    parts.send("network_bodies", body(responseBody=json.dumps({"user": "jo", name: value})))
    assert {finding["severity"] for finding in await findings(parts)} == {"critical"}


@pytest.mark.parametrize("value", ["correct horse battery staple", "violet canyon 93 lantern", "pässwörter7", 12345678])
async def test_a_weak_or_foreign_password_counts_in_the_console(parts: Parts, value: Any) -> None:
    assert (await logged(parts, {"password": value}))[0] == ["warning"]


# MASK-07
@pytest.mark.parametrize(
    "text",
    [
        *("password: string", "password: String, user: String", "password: must contain 1 digit", "password: ******"),
        *("password is required", "Password is too short", "password: options.p1, x"),
        *("pass: true", "pass: 3", "pass=1", "pass: 12 fail: 3", "PASS: TestUser2Login (0.01s)", "pass: case12"),
        *("please pass 'utf-8-sig1' here", "compass: hunter22x", "pass: passed", "the tests pass, 12 of them"),
    ],
)
async def test_what_is_said_about_a_password_or_a_test_is_neither_reported_nor_masked(parts: Parts, text: str) -> None:
    found, shown = await logged(parts, text)
    assert (found, shown) == ([], text)


# MASK-07
@pytest.mark.parametrize(
    "value",
    [
        *({"pass": 128, "fail": 2}, {"pass": 1280}, {"pass": True}, {"pass": "pass"}, {"pass": "failed"}),
        *({"pass": "3"}, {"pass": "12/12"}, {"pass": "The element has a title"}, {"pass": "元素不存在"}),
        *({"pass_count": "1234567"}, {"bypass": "hunter22x"}, {"token_type": "word-and-word"}),
        *({"js-tokens": "^3.0.0 || ^4.0.0"}, {"token": "a text with words"}),
    ],
)
async def test_results_of_tests_and_texts_behind_such_names_stay_readable(parts: Parts, value: Any) -> None:
    found, shown = await logged(parts, value)
    assert (found, shown) == ([], value)


@pytest.mark.parametrize(
    "value",
    [
        *("Enter your password", "must match the confirmation", "Forgot password?", "Mot de passe", "Пароль"),
        *("required", "string", "userPassword", "{{ password }}", "${PASSWORD}", "your-password", "••••••••"),
    ],
)
async def test_labels_and_placeholders_behind_the_name_are_no_alarm(parts: Parts, value: str) -> None:
    assert (await logged(parts, {"password": value}))[0] == []
