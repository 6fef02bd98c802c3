"""What the audit finds in a text does not depend on the texts beside it: neither on short ones nor on newer ones."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from audit_calls import body, findings
from hypothesis import example, given
from hypothesis import strategies as st
from parts import Parts
from vendor_samples import ROWS, sample

from gasoline.analysis.security.find_pii import find_pii, pii_places
from gasoline.analysis.security.scan_texts import Scan
from gasoline.kernel.secrets.candidates import Budgets
from gasoline.kernel.secrets.find_secrets import find_secrets, secret_places

NOISE = "q7Zt4mXcV9pLw2RkYb8NsH3f"
PIECES = [
    *(
        "user[password]=hunter22x",
        "password=",
        "token",
        '"token":',
        '"',
        "'",
        "=",
        ":",
        ", ",
        "&",
        "?",
        "\\n",
        "\n",
        "[",
    ),
    *(
        NOISE,
        f'"{NOISE}"',
        f"&sig={NOISE}",
        f"acme_live_{NOISE}7Zt4",
        "the password is sunshine",
        "pwd is",
        "hello",
        "a",
    ),
    *(
        "%3D",
        "%22token%22%3A%22",
        "&quot;",
        "Bearer ",
        "://u:",
        "@h",
        "password: Tr0ub4dor!3",
        "-----BEGIN ",
        " login jo",
    ),
    *(sample(ROWS[row]) for row in ("github-token", "jwt", "google-api-key", "private-key", "aws-secret-key")),
    *("ana@corp.io", "536-90-4399", "+44 7700 900123", "$", "/", "#12", "+1", "4111 1111 1111 1111", "-7", ",8"),
]
texts = st.lists(st.lists(st.sampled_from(PIECES), max_size=4).map("".join), max_size=6)


class Text:
    def __init__(self, text: str) -> None:
        self.text = text


def scanned(scan: Scan[Text]) -> dict[Text, list[Any]]:
    found: dict[Text, list[Any]] = {text: [] for text in scan.texts}
    for text, hit in scan.hits():
        found[text].append(hit)
    return found


@given(texts, st.booleans())
@example(["user[password]=hunter22x", "hello"], False)
@example(["token", NOISE], False)
@example(["the password is sunshine", "tomorrow"], False)
def test_texts_that_are_scanned_together_say_what_each_says_alone(together: Sequence[str], in_json: bool) -> None:
    budgets = Budgets()
    scan = Scan(
        [Text(each) for each in together],
        lambda text: find_secrets(text, in_json=in_json, budgets=budgets),
        lambda text: secret_places(text, budgets),
    )
    for text, hits in scanned(scan).items():
        assert hits == list(find_secrets(text.text, in_json=in_json))


@given(texts)
@example(["+44 7700 900123/", "a"])
def test_personal_data_in_texts_that_are_scanned_together_is_that_of_each_alone(together: Sequence[str]) -> None:
    for text, hits in scanned(Scan([Text(each) for each in together], find_pii, pii_places)).items():
        assert hits == list(find_pii(text.text))


@pytest.mark.parametrize("others", [[], ["hello"]])
async def test_a_message_beside_another_is_read_as_if_it_were_alone(parts: Parts, others: list[str]) -> None:
    for data in ("user[password]=hunter22x", *others):
        frame = {"event": "message", "id": "w", "url": "wss://shop.test/s", "direction": "incoming", "data": data}
        parts.send("websocket_events", frame)
    assert [each["title"] for each in await findings(parts)] == ["Password in a WebSocket message"]


@pytest.mark.parametrize("rest", ["", "&commit=Log+in"])
async def test_a_field_that_is_the_whole_form_counts_as_one_of_several(parts: Parts, rest: str) -> None:
    parts.send("network_bodies", body(method="POST", requestBody=f"user[password]=hunter22x{rest}"))
    assert "Password in a request body" in [each["title"] for each in await findings(parts)]


def older_key(parts: Parts) -> None:
    parts.send("network_bodies", body(url="https://shop.test/old", responseBody=json.dumps({"k": sample(KEY)})))


KEY = ROWS["github-token"]
TITLE = "GitHub token in a response body"


# SEC-14
async def test_newer_lists_without_secrets_do_not_hide_a_vendors_key(parts: Parts) -> None:
    older_key(parts)
    row = {"key": "order-item-1-of-7-list-abcdef", "token": "word1"}
    for number in range(60):
        rows = json.dumps([{"id": number, **row}] * 100)
        parts.send("network_bodies", body(url=f"https://shop.test/{number}", responseBody=rows))
    answer = await parts.ask("security_audit")
    assert TITLE in [each["title"] for each in answer["findings"]]
    assert any("more that looks like a secret" in each for each in answer["summary"]["not_examined"])


# SEC-14
async def test_more_secrets_than_are_told_apart_leave_the_worst_and_are_said(parts: Parts) -> None:
    older_key(parts)
    for number in range(15):
        rows = json.dumps([{"user": f"u{each}", "password": f"pw{number}x{each}"} for each in range(80)])
        parts.send("network_bodies", body(url=f"https://shop.test/{number}", responseBody=rows))
    answer = await parts.ask("security_audit", checks=["credentials"])
    assert TITLE in [each["title"] for each in answer["findings"]]
    assert any("are not evaluated" in each for each in answer["summary"]["not_examined"])


# SEC-05
async def test_of_many_secrets_in_one_text_the_worst_count(parts: Parts) -> None:
    passwords = [{"password": f"hunter{number}x"} for number in range(150)]
    parts.log([*passwords, sample(KEY)])
    assert "GitHub token in the console" in [each["title"] for each in await findings(parts)]
