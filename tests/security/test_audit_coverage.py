"""What the audit has examined, how it counts and lists what it found, and which values it takes for what."""

import json
from typing import Any

import pytest
from audit_calls import KEY, body, findings, only
from parts import Parts
from vendor_samples import ROWS, sample

from gasoline.analysis.security.captures import SECURITY_SCAN_CHARS
from gasoline.analysis.security.evidence import MAX_SECURITY_PLACES

GOOGLE_KEY = "AIza" + "SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe"


# --- Nothing is examined in part without a word --------------------------------------------------------------------


async def test_many_short_texts_with_passwords_do_not_hide_an_older_key(parts: Parts) -> None:
    parts.log(sample(ROWS["github-token"]))
    for _ in range(340):
        parts.log({"password": "hunter22x"})
    assert "GitHub token in the console" in [each["title"] for each in await findings(parts)]


async def test_one_text_full_of_places_does_not_keep_the_others_from_being_examined(parts: Parts) -> None:
    parts.log(sample(ROWS["github-token"]))
    for _ in range(5):
        parts.log("pwd=aaaa&" * 100)
    parts.send("network_bodies", body(responseBody="pwd=aaaa&" * 1_100, contentType="text/plain"))
    answer = await parts.ask("security_audit")
    assert "GitHub token in the console" in [each["title"] for each in answer["findings"]]
    assert any("more that looks like a secret" in each for each in answer["summary"]["not_examined"])


# SEC-14
async def test_more_places_than_the_audit_looks_at_are_said_and_the_newest_texts_come_first(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gasoline.kernel.secrets.candidates.MAX_SECURITY_CANDIDATES", 100)
    parts.log(sample(ROWS["npm-token"]))
    for number in range(50):
        parts.log({"password": f"hunter{number}x", "key": sample(ROWS["google-api-key"])})
    parts.log(sample(ROWS["github-token"]))
    answer = await parts.ask("security_audit")
    titles = [each["title"] for each in answer["findings"]]
    assert "GitHub token in the console" in titles
    assert "npm token in the console" not in titles
    assert any("Only the newest" in each for each in answer["summary"]["not_examined"])


async def test_a_text_that_is_longer_than_what_is_examined_is_said(parts: Parts) -> None:
    parts.send("network_bodies", body(responseBody="x " * SECURITY_SCAN_CHARS, contentType="text/plain"))
    reply = await parts.call("security_audit")
    assert "Only the first 10 KB" in json.loads(reply.texts[0])["summary"]["not_examined"][0]
    assert "Only the first 10 KB" in reply.texts[1]


@pytest.mark.parametrize(
    "event",
    [
        body(url="https://shop.test/x?page=" + "a" * SECURITY_SCAN_CHARS + f"&api_key={KEY}"),
        body(responseHeaders={"x-debug": "a " * SECURITY_SCAN_CHARS + sample(ROWS["github-token"])}),
    ],
)
async def test_the_bound_holds_for_addresses_and_headers_too(parts: Parts, event: Any) -> None:
    parts.send("network_bodies", event)
    answer = await parts.ask("security_audit", checks=["credentials"])
    assert answer["findings"] == []
    assert answer["summary"]["not_examined"]


async def test_a_request_that_failed_is_counted_once(parts: Parts) -> None:
    url = "https://shop.test/api/pay"
    parts.send("network_bodies", body(url=url, method="POST", status=500, id="r1"))
    parts.send("network", {"id": "r1", "url": url, "initiator": "fetch", "status": 500})
    parts.send("logs", {"type": "network", "method": "POST", "url": url, "status": 500})
    parts.send("logs", {"type": "network", "method": "POST", "url": "https://shop.test/other", "status": 500})
    scanned = (await parts.ask("security_audit"))["summary"]["scanned"]
    assert scanned["network_requests"] == 2


# --- Places and counts ---------------------------------------------------------------------------------------------


async def test_a_secret_in_an_address_a_body_and_the_console_is_one_finding_with_its_places(parts: Parts) -> None:
    secret = sample(ROWS["github-token"])
    parts.send("network_bodies", body(url=f"https://shop.test/a?token={secret}"))
    parts.send("network_bodies", body(url="https://shop.test/b", responseBody=json.dumps({"v": secret})))
    parts.log("got", secret)
    found = [each for each in await findings(parts) if "places" in each["evidence"]]
    [finding] = found
    assert finding["evidence"]["place_count"] == 3
    assert {place["field"] for place in finding["evidence"]["places"]} == {"url", "response_body", "console"}
    assert secret not in json.dumps(finding)


# SEC-07
async def test_of_many_places_ten_are_listed_and_all_counted(parts: Parts) -> None:
    secret = sample(ROWS["github-token"])
    parts.send(
        "network_bodies",
        *(body(url=f"https://shop.test/p{n}", responseBody=json.dumps({"v": secret})) for n in range(30)),
    )
    evidence = (await only(parts, checks=["credentials"]))["evidence"]
    assert (len(evidence["places"]), evidence["place_count"]) == (MAX_SECURITY_PLACES, 30)


async def test_the_summary_counts_findings_below_the_severity_and_says_that_they_are_hidden(parts: Parts) -> None:
    parts.log("mail to ana@corp.io")
    reply = await parts.call("security_audit")
    answer = json.loads(reply.texts[0])
    assert answer["findings"] == []
    assert (answer["summary"]["info"], answer["summary"]["hidden"]) == (1, 1)
    assert "1 of lower severity is hidden" in reply.texts[1]


# --- Which values count --------------------------------------------------------------------------------------------


async def test_a_token_that_is_plainly_mock_is_not_critical(parts: Parts) -> None:
    parts.log("Bearer xxxxxxxxxxxxxxxxxxxx")
    assert {each["severity"] for each in await findings(parts, severity_min="info")} <= {"info"}


async def test_a_logged_password_counts_even_if_it_is_a_word(parts: Parts) -> None:
    parts.log({"password": "sunshine"})
    assert (await only(parts, checks=["pii_exposure"]))["severity"] == "warning"


async def test_a_password_in_a_logged_sentence_counts_even_if_it_is_a_word(parts: Parts) -> None:
    parts.log("signing in with password: sunshine")
    assert (await only(parts, checks=["pii_exposure"]))["severity"] == "warning"
    assert "sunshine" not in (await parts.call("get_browser_logs")).texts[0]


IN_PROSE = ["the password is sunshine", "Password was sunshine.", "passphrase is hunter22x", "pwd is hunter22x!"]


@pytest.mark.parametrize("text", IN_PROSE)
async def test_a_password_that_a_sentence_says_is_found_and_masked(parts: Parts, text: str) -> None:
    parts.log(text)
    assert [finding["title"] for finding in await findings(parts)] == ["Password logged to console"]
    shown = (await parts.call("get_browser_logs")).texts[0]
    assert "sunshine" not in shown and "hunter22x" not in shown


SAID_OF_A_PASSWORD = [
    "the password is required",
    "password is base64-encoded",
    "password was changed.",
    "password is sha256 of the rest",
    "password is sunshine for everybody",
    "the password is visible",
    "the token is expired",
]


@pytest.mark.parametrize(
    "text", ["password: required", "password: incorrect", "password: sunshine was refused", *SAID_OF_A_PASSWORD]
)
async def test_what_a_form_says_about_a_password_is_not_one(parts: Parts, text: str) -> None:
    parts.log(text)
    assert await findings(parts, severity_min="info") == []
    assert text in (await parts.call("get_browser_logs")).texts[0]


async def test_a_public_key_is_not_a_secret_whatever_its_name(parts: Parts) -> None:
    public = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqDTiaRTpdWniwgZ6FGvulCbjEAp4THFt9ZLlqm2"
    parts.send("network_bodies", body(requestBody=json.dumps({"key": public, "signing_key": public})))
    assert await findings(parts, severity_min="info", checks=["credentials"]) == []


@pytest.mark.parametrize(("name", "severities"), [("csrf_token", ["info"]), ("next_page_token", [])])
async def test_a_logged_token_that_grants_nothing_is_not_an_alarm(
    parts: Parts, name: str, severities: list[str]
) -> None:
    parts.log({name: "q7Zt4mXcV9pLw2RkYb8NsH3f"})
    assert [each["severity"] for each in await findings(parts, severity_min="info")] == severities


async def test_the_watcher_reads_as_much_of_an_address_as_the_audit(parts: Parts) -> None:
    url = "https://shop.test/x?page=" + "a" * SECURITY_SCAN_CHARS + "&v=" + sample(ROWS["github-token"])
    parts.send("network_bodies", body(url=url))
    assert await findings(parts, checks=["credentials"]) == []
    assert [kept for kept in parts.store.notices.newest_first() if kept.notice.category == "security"] == []


async def test_a_label_behind_the_name_of_a_password_is_not_one(parts: Parts) -> None:
    parts.log({"password": "required"})
    assert await findings(parts, severity_min="info") == []


async def test_a_logged_google_key_is_critical(parts: Parts) -> None:
    parts.log("maps", GOOGLE_KEY)
    assert "critical" in [each["severity"] for each in await findings(parts)]


@pytest.mark.parametrize("name", ["passwordnew", "mytokenvalue", "x_secret_y", "reset_token_v2", "oldpasswd1"])
async def test_a_credential_word_anywhere_in_a_parameters_name_is_critical(parts: Parts, name: str) -> None:
    parts.send("network_bodies", body(url=f"https://shop.test/x?{name}=sunshine-and-rain"))
    finding = await only(parts, checks=["credentials"])
    assert (finding["severity"], finding["evidence"]["param_name"]) == ("critical", name)


@pytest.mark.parametrize(
    "text",
    [
        "ACME_DEPLOY_KEY=q7Zt4mXcV9pLw2RkYb8NsH3f",
        "acme_live_q7Zt4mXcV9pLw2RkYb8NsH3fJd6Gu3Ea",
        "<acmeApiToken>q7Zt4mXcV9pLw2RkYb8N</acmeApiToken>",
        'acmeSecret: "q7Zt4mXcV9pLw2RkYb8N"',
        "acme deploy --token q7Zt4mXcV9pLw2RkYb8N",
    ],
)
async def test_the_key_of_an_unknown_vendor_is_found_where_its_name_or_shape_says_so(parts: Parts, text: str) -> None:
    parts.send("network_bodies", body(responseBody=text, contentType="text/plain"))
    assert len(await findings(parts, checks=["credentials"])) == 1


# MASK-07
@pytest.mark.parametrize(
    "text",
    [
        '{"sha":"9fceb02d0ae598e95dc970b74767f19372d61af8"}',
        '{"integrity":"sha512-q7Zt4mXcV9pLw2RkYb8NsH3fJd6Gu3Eaq7Zt4mXcV9pLw2RkYb8NsH3f=="}',
        '{"key":"orders/2026/11/export-final-v2.csv"}',
        "const token = await getAccessToken(request2, options1)",
        'let alphabet = "useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict"',
        '{"usage":{"max_tokens":4096,"total_tokens":120}}',
    ],
)
async def test_hashes_ids_files_and_code_are_left_alone(parts: Parts, text: str) -> None:
    parts.send("network_bodies", body(responseBody=text, contentType="text/plain"))
    assert await findings(parts, checks=["credentials"]) == []


# --- Personal data -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phone", ["+44 7700 900123", "+49 171 234567", "+1 (415) 555-2671", "1-800-555-0199"])
async def test_a_phone_number_with_its_prefix_is_found_in_a_longer_text(parts: Parts, phone: str) -> None:
    parts.send("network_bodies", body(responseBody=json.dumps({"note": f"Please call {phone} before noon."})))
    assert (await only(parts, checks=["auth_patterns"]))["evidence"]["pii_fields"] == ["note"]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("Her number is 536-90-4399.", "ssn"),
        ("paid with 5425 2334 3010 9903 today", "card"),
        ("the number for tests, 4111 1111 1111 1111, stands for real ones", "card"),
        ("so does 123-45-6789", "ssn"),
        ("from ana@corp.io:", "email"),
    ],
)
async def test_personal_data_inside_a_longer_value_counts(parts: Parts, value: str, kind: str) -> None:
    parts.send("network_bodies", body(responseBody=json.dumps({"text": value})))
    assert len(await findings(parts, checks=["auth_patterns"])) == 1, kind
    assert len(await findings(parts, checks=["pii_exposure"])) == 1, kind


async def test_personal_data_in_csv_counts(parts: Parts) -> None:
    table = "id,name,contact,tax\n7,Ana,ana@corp.io,536-90-4399\n8,Bo,+44 7700 900123,536-90-4398\n"
    parts.send("network_bodies", body(responseBody=table, contentType="text/csv"))
    assert (await only(parts, checks=["auth_patterns"]))["evidence"]["pii_fields"] == ["email", "ssn", "phone"]


@pytest.mark.parametrize("data", [{"token": sample(ROWS["jwt"])}, {"password": "ana@corp.io-2026"}])
async def test_tokens_and_passwords_are_not_personal_data(parts: Parts, data: dict[str, str]) -> None:
    parts.send("network_bodies", body(responseBody=json.dumps(data)))
    assert await findings(parts, checks=["auth_patterns"], severity_min="info") == []


# --- Transport -----------------------------------------------------------------------------------------------------


async def test_an_image_over_http_is_not_an_api_call(parts: Parts) -> None:
    parts.send("network", {"id": "i", "url": "http://cdn.shop.test/a.png", "initiator": "img"})
    assert (await only(parts, checks=["transport"]))["title"] == "Resource (img) over unencrypted HTTP"


@pytest.mark.parametrize(
    ("host", "is_noted"),
    [
        ("devapi.shop.test", True),
        ("mystaging.shop.test", True),
        ("uat2.shop.test", True),
        ("stg-api.shop.test", True),
        ("uat.shop.test", True),
        ("preprod.shop.test", True),
        ("sandbox.shop.test", True),
        ("test.shop.test", True),
        ("devportal.shop.test", True),
        ("devel.shop.test", True),
        ("contest.shop.test", False),
        ("device.shop.test", False),
    ],
)
async def test_a_development_host_is_noted(parts: Parts, host: str, is_noted: bool) -> None:
    parts.send("network_bodies", body(url=f"https://{host}/x?api_key={KEY}"))
    assert ("staging or development" in (await only(parts, checks=["credentials"]))["recommendation"]) is is_noted


# SEC-05
async def test_personal_data_in_the_console_that_was_not_examined_is_counted(parts: Parts) -> None:
    for second in range(8):
        parts.log(" ".join(f"u{second}k{number}@corp.io" for number in range(101)))
    answer = await parts.ask("security_audit", checks=["pii_exposure"], severity_min="info")
    said = " ".join(answer["summary"]["not_examined"])
    assert "8 logged texts have more personal data than is examined." in said


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("application/x-ndjson", '{"id":1}\n{"email":"ana@corp.io"}'),
        ("application/xml", "<u><email>ana@corp.io</email></u>"),
        ("text/event-stream", 'data: {"email":"ana@corp.io"}\n\n'),
        ("", "id;name;mail\n7;Ana;ana@corp.io"),
        ("application/json", '"mail ana@corp.io"'),
        ("application/json", '{"note":"+33 1 23 45 67 89"}'),
        ("application/json", '{"note":"+45 12 34 56 78"}'),
    ],
)
async def test_personal_data_is_found_in_every_kind_of_data(parts: Parts, kind: str, text: str) -> None:
    parts.send("network_bodies", body(responseBody=text, contentType=kind))
    answer = await parts.ask("security_audit", checks=["pii_exposure"], severity_min="info")
    assert [each["title"] for each in answer["findings"]] == [
        "Personal data in a response to an unauthenticated request"
    ]


async def test_an_icon_that_the_browser_loads_is_not_an_api_call(parts: Parts) -> None:
    parts.send("network", {"id": "i", "url": "http://cdn.shop.test/favicon.ico", "initiator": "other"})
    parts.send("network", {"id": "a", "url": "http://cdn.shop.test/orders", "initiator": "other"})
    answer = await parts.ask("security_audit", checks=["transport"])
    titles = {each["evidence"]["url"]: each["title"] for each in answer["findings"]}
    assert titles["/favicon.ico"] == "Resource (other) over unencrypted HTTP"
    assert titles["/orders"] == "API call over unencrypted HTTP"
