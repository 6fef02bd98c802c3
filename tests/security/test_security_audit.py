"""security_audit: what it finds, what it leaves alone, and its bounds."""

import json
from typing import Any

import pytest
from parts import Parts
from vendor_samples import JWT, ROWS, sample

from gasoline.analysis.security.audit import MAX_SECURITY_FINDINGS
from gasoline.analysis.security.captures import SECURITY_SCAN_CHARS
from gasoline.analysis.security.scan_texts import MAX_SECURITY_MATCHES
from gasoline.model.events import RESPONSE_BODY_BYTES
from gasoline.tools.answer_budget import ANSWER_CHARS

KEY = "q7Zt4mXcV9pLw2RkYb8N"


def body(**more: Any) -> dict[str, Any]:
    return {
        "method": "GET",
        "url": "https://shop.test/api/data",
        "status": 200,
        "contentType": "application/json",
        "pageUrl": "https://shop.test/",
        **more,
    }


async def findings(parts: Parts, **arguments: Any) -> list[dict[str, Any]]:
    return list((await parts.ask("security_audit", **arguments))["findings"])


async def only(parts: Parts, **arguments: Any) -> dict[str, Any]:
    [finding] = await findings(parts, **arguments)
    return finding


# SEC-01
async def test_the_answer_has_the_documented_shape(parts: Parts) -> None:
    parts.send("network_bodies", body(url=f"https://shop.test/api/data?api_key={KEY}"))
    parts.log("hello")
    answer = await parts.ask("analyze", what="security")
    [finding] = answer["findings"]
    assert set(finding) == {
        "severity",
        "category",
        "title",
        "description",
        "evidence",
        "recommendation",
        "cwe",
    }
    assert (finding["severity"], finding["category"], finding["cwe"]) == ("critical", "credentials", "CWE-598")
    assert finding["title"] == "API key exposed in URL query parameter"
    assert finding["evidence"]["method"] == "GET"
    assert finding["evidence"]["field"] == "query_param"
    assert finding["evidence"]["param_name"] == "api_key"
    assert answer["summary"] == {
        "total": 1,
        "critical": 1,
        "warning": 0,
        "info": 0,
        "scanned": {"network_requests": 1, "console_entries": 1, "unique_endpoints": 1},
    }


async def test_an_unknown_check_is_answered_with_those_there_are(parts: Parts) -> None:
    failure = await parts.fail("security_audit", checks=["cred"])
    assert "checks takes credentials, auth_patterns, pii_exposure, transport, headers." in str(failure)


# --- Credential Exposure: the rows of the table -------------------------------------------------------------------


@pytest.mark.parametrize("name", ["api_key", "apikey", "ApiKey", "token", "secret", "password", "user_password"])
async def test_a_secret_named_parameter_is_critical(parts: Parts, name: str) -> None:
    parts.send("network", {"id": "r", "url": f"https://shop.test/x?page=2&{name}={KEY}", "initiator": "fetch"})
    finding = await only(parts, checks=["credentials"])
    assert (finding["severity"], finding["evidence"]["param_name"]) == ("critical", name)


@pytest.mark.parametrize("name", ["my_secret_2nd", "x_token_y", "userPasswordOld"])
async def test_a_parameter_with_a_secret_word_in_its_name_is_critical(parts: Parts, name: str) -> None:
    parts.send("network_bodies", body(url=f"https://shop.test/api?{name}={KEY}"))
    assert (await only(parts))["severity"] == "critical"


@pytest.mark.parametrize(
    "query", ["token_type=bearer", "tokenAddress=0x6B175474E89094C44Da98b954EedeAC495271d0F", "password_hint=first1dog"]
)
async def test_a_parameter_about_a_secret_is_none(parts: Parts, query: str) -> None:
    parts.send("network_bodies", body(url=f"https://shop.test/api?{query}"))
    assert await findings(parts, severity_min="info") == []


async def test_an_address_with_more_parameters_than_are_looked_at_still_tells_the_first(parts: Parts) -> None:
    rest = "&".join(f"p{number}=1" for number in range(200))
    parts.send("network_bodies", body(url=f"https://shop.test/api?api_key={KEY}&{rest}"))
    assert (await only(parts))["evidence"]["param_name"] == "api_key"


@pytest.mark.parametrize(("value", "count"), [("name", 0), ("asc", 0), ("q7Zt4mXcV9pLw2RkYb8NsH", 1)])
async def test_a_parameter_named_key_counts_only_when_its_value_looks_secret(
    parts: Parts, value: str, count: int
) -> None:
    parts.send("network_bodies", body(url=f"https://shop.test/x?key={value}"))
    assert len(await findings(parts, checks=["credentials"])) == count


@pytest.mark.parametrize("name", ["auth", "bearer"])
async def test_a_bearer_token_in_a_url_is_critical(parts: Parts, name: str) -> None:
    parts.send("network_bodies", body(url=f"https://shop.test/x?{name}={KEY}"))
    assert (await only(parts, checks=["credentials"]))["severity"] == "critical"


# SEC-03
@pytest.mark.parametrize(
    ("row", "severity"),
    [
        ("aws-access-key", "critical"),
        ("private-key", "critical"),
        ("github-token", "critical"),
        ("stripe-live-key", "critical"),
        ("stripe-test-key", "warning"),
        ("jwt", "warning"),
    ],
)
@pytest.mark.parametrize("field", ["requestBody", "responseBody"])
async def test_a_vendors_secret_in_a_body_has_its_severity(parts: Parts, row: str, severity: str, field: str) -> None:
    parts.send("network_bodies", body(**{field: json.dumps({"cfg": {"value": sample(ROWS[row])}})}))
    finding = await only(parts, checks=["credentials"])
    assert finding["severity"] == severity
    assert finding["evidence"]["path"] == "$.cfg.value"
    assert finding["evidence"]["field"] == {"requestBody": "request_body", "responseBody": "response_body"}[field]


AWS_SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzz9kL0mNpQ"


@pytest.mark.parametrize(
    "data",
    [
        {"awsSecretAccessKey": AWS_SECRET},
        {"aws": AWS_SECRET},
        {"note": f"aws secret: {AWS_SECRET}"},
        {"env": f"AWS_SECRET_ACCESS_KEY={AWS_SECRET}\n"},
    ],
)
async def test_an_aws_secret_key_near_its_name_is_critical(parts: Parts, data: dict[str, str]) -> None:
    parts.send("network_bodies", body(responseBody=json.dumps(data)))
    finding = await only(parts, checks=["credentials"])
    assert (finding["severity"], finding["title"]) == ("critical", "AWS secret access key in a response body")
    assert AWS_SECRET not in json.dumps(finding)


@pytest.mark.parametrize("value", ["3f9a1b2c" * 5, "resources/eastern/buckets/pictures/north", AWS_SECRET + "xy"])
async def test_forty_characters_that_no_generator_of_aws_made_are_no_aws_key(parts: Parts, value: str) -> None:
    parts.send("network_bodies", body(responseBody=json.dumps({"aws": value})))
    assert await findings(parts, checks=["credentials"]) == []


@pytest.mark.parametrize("name", ["api_key", "apiKey", "api_secret"])
@pytest.mark.parametrize("value", [KEY, "hunter22", "shopfront", "12345678"])
async def test_a_key_in_a_request_body_is_a_warning(parts: Parts, name: str, value: str) -> None:
    parts.send("network_bodies", body(method="POST", requestBody=json.dumps({name: value})))
    assert (await only(parts, checks=["credentials"]))["severity"] == "warning"


@pytest.mark.parametrize(
    "value", ["short77", "${API_KEY}", "{{ apiKey }}", "your-api-key", "abc…[redacted]", "********"]
)
async def test_what_only_stands_for_a_key_in_a_request_body_is_none(parts: Parts, value: str) -> None:
    parts.send("network_bodies", body(method="POST", requestBody=json.dumps({"apiKey": value}, ensure_ascii=False)))
    assert await findings(parts, checks=["credentials"]) == []


# SEC-02
@pytest.mark.parametrize(
    ("stream", "event", "field"),
    [
        ("logs", {"type": "console", "level": "log", "args": ["k", {"a": "§"}]}, "console"),
        ("logs", {"type": "exception", "message": "bad key §", "stack": "at x"}, "error"),
        ("logs", {"type": "network", "method": "GET", "url": "/x", "status": 500, "response": "§"}, "error"),
        ("websocket_events", {"event": "message", "id": "w", "url": "wss://a.test/", "data": "§"}, "websocket"),
        ("network", {"id": "1", "url": "https://a.test/x/§/y"}, "url"),
        ("network_bodies", body(responseHeaders={"x-debug": "§"}, url="https://o.test/"), "response_header"),
        ("network_bodies", body(requestHeaders={"x-debug": "§"}), "request_header"),
        ("actions", {"type": "input", "url": "https://a.test/", "value": "§"}, "action"),
    ],
)
async def test_every_source_is_scanned(parts: Parts, stream: str, event: Any, field: str) -> None:
    secret = sample(ROWS["github-token"])
    parts.send(stream, json.loads(json.dumps(event).replace("\\u00a7", secret)))
    assert (await only(parts, checks=["credentials"]))["evidence"]["field"] == field


async def test_the_claims_of_a_token_are_named_and_their_values_not_shown(parts: Parts) -> None:
    parts.send("network_bodies", body(requestBody=json.dumps({"auth": JWT})))
    finding = await only(parts, checks=["credentials"])
    assert finding["evidence"]["jwt"] == {"alg": "HS256", "claims": ["sub"]}
    assert "1234567890" not in json.dumps(finding)


async def test_the_same_secret_seen_many_times_is_one_finding_with_a_count(parts: Parts) -> None:
    secret = sample(ROWS["github-token"])
    parts.send("network_bodies", *(body(responseBody=f"<p>{secret}</p>", contentType="text/html") for _ in range(7)))
    assert (await only(parts, checks=["credentials"]))["evidence"]["count"] == 7


async def test_a_file_of_translations_tells_nothing_critical(parts: Parts) -> None:
    words = {"password": "Passwort", "token": "Jeton", "email": "Courriel", "phone": "Telefon", "ssn": "Ausweis"}
    parts.send("network_bodies", body(responseBody=json.dumps(words)))
    assert await findings(parts, checks=["pii_exposure"]) == []


@pytest.mark.parametrize(
    ("name", "count"),
    [("address", 1), ("home_address", 1), ("ip_address", 0), ("macAddress", 0), ("contractAddress", 0)]
    + [(f"{machine}_address", 0) for machine in ("wallet", "server", "remote", "host", "web")],
)
async def test_the_address_of_a_machine_is_not_a_persons(parts: Parts, name: str, count: int) -> None:
    parts.send("network_bodies", body(responseBody=json.dumps({name: "0x52 North Road"})))
    assert len(await findings(parts, checks=["pii_exposure"], severity_min="info")) == count


# --- False positives ----------------------------------------------------------------------------------------------


# SEC-11
@pytest.mark.parametrize("value", ["test-key-12345", "your_api_key_here", "dummy", "sample-token", "demo_key_1"])
async def test_placeholders_are_excused(parts: Parts, value: str) -> None:
    parts.send(
        "network_bodies", body(url=f"https://shop.test/x?api_key={value}", requestBody=f'{{"apiKey":"{value}"}}')
    )
    assert await findings(parts, checks=["credentials"]) == []


async def test_a_placeholder_word_inside_a_secret_excuses_nothing(parts: Parts) -> None:
    parts.send("network_bodies", body(url="https://shop.test/x?api_key=q7testXcV9pLw2RkdevNs"))
    assert (await only(parts, checks=["credentials"]))["severity"] == "critical"


# SEC-11
async def test_mock_values_in_a_response_are_info(parts: Parts) -> None:
    parts.send("network_bodies", body(responseBody='{"password":"mock-value","email":"test@example.com"}'))
    assert {f["severity"] for f in await findings(parts, severity_min="info")} == {"info"}
    assert await findings(parts) == []


@pytest.mark.parametrize("host", ["staging.shop.test", "api.dev.shop.test"])
async def test_a_staging_address_is_noted_in_the_recommendation(parts: Parts, host: str) -> None:
    parts.send("network_bodies", body(url=f"https://{host}/x?api_key={KEY}"))
    assert "staging or development" in (await only(parts, checks=["credentials"]))["recommendation"]


# --- Missing authentication and personal data ---------------------------------------------------------------------

PROFILE = '{"user":{"email":"ana@corp.io","phone":"+1-984-182-0190"}}'


# SEC-09
async def test_personal_data_without_an_auth_header_is_told(parts: Parts) -> None:
    parts.send("network_bodies", body(responseBody=PROFILE))
    finding = await only(parts, checks=["auth_patterns"])
    assert finding["severity"] == "warning"
    assert finding["evidence"]["auth_header_present"] is False
    assert finding["evidence"]["pii_fields"] == ["email", "phone"]


@pytest.mark.parametrize(
    "event", [body(responseBody=PROFILE, hasAuthHeader=True), body(responseBody='{"items":[{"name":"Lamp"}]}')]
)
async def test_an_authenticated_or_public_answer_is_not(parts: Parts, event: dict[str, Any]) -> None:
    parts.send("network_bodies", event)
    assert await findings(parts, checks=["auth_patterns"], severity_min="info") == []


# SEC-09
@pytest.mark.parametrize(("auth", "severity"), [(True, "info"), (False, "warning")])
async def test_personal_data_in_an_answer_weighs_less_with_authentication(
    parts: Parts, auth: bool, severity: str
) -> None:
    parts.send("network_bodies", body(responseBody=PROFILE, hasAuthHeader=auth))
    assert (await only(parts, checks=["pii_exposure"], severity_min="info"))["severity"] == severity


async def test_personal_data_is_seen_in_an_answer_that_was_too_long_to_capture(parts: Parts) -> None:
    users = json.dumps([{"id": number, "email": f"u{number}@corp.io"} for number in range(1_000)])
    parts.send("network_bodies", body(responseBody=users[:RESPONSE_BODY_BYTES], truncated=True))
    assert {finding["category"] for finding in await findings(parts)} == {"auth_patterns", "pii_exposure"}


@pytest.mark.parametrize("name", ["address", "shippingAddress", "addresses"])
async def test_an_address_in_parts_is_personal(parts: Parts, name: str) -> None:
    parts.send("network_bodies", body(responseBody=json.dumps({name: {"street": "Hill Road 5", "city": "Bern"}})))
    [finding] = await findings(parts, checks=["pii_exposure"])
    assert finding["evidence"]["pii_fields"] == [name]


async def test_the_address_of_a_server_in_parts_is_not_personal(parts: Parts) -> None:
    parts.send("network_bodies", body(responseBody=json.dumps({"address": {"host": "db.shop.test", "port": 5432}})))
    assert await findings(parts) == []


@pytest.mark.parametrize("field", ["password", "accessToken", "client_secret", "password_hash"])
async def test_a_token_or_password_in_any_answer_is_critical(parts: Parts, field: str) -> None:
    parts.send("network_bodies", body(hasAuthHeader=True, responseBody=json.dumps({"a": {field: "hunter22x"}})))
    finding = await only(parts, checks=["pii_exposure"])
    assert (finding["severity"], finding["evidence"]["path"]) == ("critical", f"$.a.{field}")


# SEC-06
async def test_fields_below_five_levels_are_said_not_to_be_looked_at(parts: Parts) -> None:
    deep = {"a": {"b": {"c": {"d": {"e": {"password": "hunter22x"}}}}}}
    parts.send("network_bodies", body(responseBody=json.dumps(deep)))
    answer = await parts.ask("security_audit", checks=["pii_exposure"])
    assert answer["findings"] == []
    assert answer["summary"]["not_examined"] == [
        "1 responses have fields below 5 levels, which were not searched for personal data."
    ]


async def test_fields_down_to_five_levels_are_all_that_is_to_be_looked_at(parts: Parts) -> None:
    shallow = {"a": {"b": {"c": {"d": {"e": 1, "f": {}}}}}}
    parts.send("network_bodies", body(responseBody=json.dumps(shallow)))
    assert "not_examined" not in (await parts.ask("security_audit", checks=["pii_exposure"]))["summary"]


async def test_a_response_that_is_not_searched_for_personal_data_is_said(parts: Parts) -> None:
    page = body(contentType="text/html; charset=utf-8", responseBody="<p>460-89-9847</p>")
    parts.send("network_bodies", page, {**page, "id": "b2", "responseBody": ""})
    answer = await parts.ask("security_audit", checks=["pii_exposure"])
    assert answer["summary"]["not_examined"] == [
        "1 responses are neither JSON nor plain text and were not searched for personal data."
    ]


@pytest.mark.parametrize(
    ("logged", "severity"),
    [
        (f"Token: {JWT}", "critical"),
        ("Authorization: Bearer q7Zt4mXcV9pLw2RkYb8N", "critical"),
        (sample(ROWS["stripe-live-key"]), "critical"),
        (f"api_key: {KEY}", "critical"),
        ({"password": "Tr0ub4dor"}, "warning"),
        ("ssn 460-89-9847", "warning"),
        ("card 4454 7945 1139 0933", "warning"),
        ("mail ana@corp.io", "info"),
        ("call +1-984-182-0190", "info"),
    ],
)
@pytest.mark.parametrize("level", ["log", "info", "debug", "warn", "error"])
async def test_what_the_console_gives_away_has_its_severity(
    parts: Parts, logged: Any, severity: str, level: str
) -> None:
    parts.log(logged, level=level)
    finding = await only(parts, checks=["pii_exposure"], severity_min="info")
    assert (finding["severity"], finding["evidence"]["type"]) == (severity, "console")
    assert finding["evidence"]["level"] == level


# --- Transport and headers ----------------------------------------------------------------------------------------


# SEC-10
@pytest.mark.parametrize(
    ("event", "severity"),
    [
        (body(url="http://api.shop.test/x", pageUrl="http://shop.test/"), "warning"),
        (body(url="http://cdn.test/lib.js", contentType="text/javascript"), "critical"),
        (body(url="http://cdn.test/lib.js", contentType="application/javascript; charset=utf-8"), "critical"),
        (body(url="http://cdn.test/a.png", contentType="image/png"), "warning"),
    ],
)
async def test_plain_http_and_mixed_content(parts: Parts, event: dict[str, Any], severity: str) -> None:
    parts.send("network_bodies", event)
    assert (await only(parts, checks=["transport"]))["severity"] == severity


async def test_mixed_content_names_page_and_resource(parts: Parts) -> None:
    parts.send(
        "network",
        {"id": "r", "url": "http://cdn.test/a.css?x=1", "initiator": "link", "pageUrl": "https://a.test/p?q=1"},
    )
    assert (await only(parts, checks=["transport"]))["evidence"] == {
        "page_url": "https://a.test/p",
        "resource_url": "http://cdn.test/a.css",
        "resource_type": "link",
    }


# SEC-10
@pytest.mark.parametrize("host", ["localhost:3000", "127.0.0.1", "[::1]:8080", "app.localhost"])
async def test_this_machine_needs_no_encryption(parts: Parts, host: str) -> None:
    parts.send("network_bodies", body(url=f"http://{host}/x", pageUrl="https://shop.test/"))
    parts.send("websocket_events", {"event": "open", "id": "w", "url": f"ws://{host}/hmr"})
    assert await findings(parts, checks=["transport"], severity_min="info") == []


@pytest.mark.parametrize("host", ["127.shop.test", "127.0.0.1.shop.test", "localhost.shop.test"])
async def test_a_host_that_only_begins_like_this_machine_needs_encryption(parts: Parts, host: str) -> None:
    parts.send("network_bodies", body(url=f"http://{host}/api", pageUrl=f"http://{host}/"))
    assert (await only(parts, checks=["transport"]))["severity"] == "warning"


async def test_a_websocket_without_encryption_is_a_warning(parts: Parts) -> None:
    parts.send("websocket_events", *({"event": "open", "id": str(n), "url": "ws://live.test/feed"} for n in range(3)))
    assert (await only(parts, checks=["transport"]))["severity"] == "warning"


# SEC-12
async def test_missing_headers_are_told_once_for_each_origin_and_only_where_headers_are_known(parts: Parts) -> None:
    page = {"contentType": "text/html", "responseHeaders": {"content-type": "text/html"}}
    parts.send("network_bodies", *(body(url=f"https://shop.test/{n}", **page) for n in range(3)), body())
    told = await findings(parts, checks=["headers"], severity_min="info")
    assert sorted(f["evidence"]["header"] for f in told) == [
        "Content-Security-Policy",
        "Strict-Transport-Security",
        "X-Content-Type-Options",
        "frame-ancestors or X-Frame-Options",
    ]


# --- Filters, limits, edges ---------------------------------------------------------------------------------------


async def test_the_url_filter_keeps_to_matching_traffic(parts: Parts) -> None:
    parts.send(
        "network_bodies", body(url=f"https://a.test/x?token={KEY}"), body(url=f"https://b.test/x?token={KEY[::-1]}")
    )
    answer = await parts.ask("security_audit", url_filter="b.test")
    assert [f["evidence"]["origin"] for f in answer["findings"]] == ["https://b.test"]
    assert answer["summary"]["scanned"]["network_requests"] == 1


@pytest.mark.parametrize(("lowest", "kept"), [("critical", 1), ("warning", 2), ("info", 3)])
async def test_the_lowest_severity_is_respected(parts: Parts, lowest: str, kept: int) -> None:
    parts.log("mail ana@corp.io")
    parts.log({"password": "Tr0ub4dor"})
    parts.log(f"Bearer {KEY}")
    assert len(await findings(parts, severity_min=lowest)) == kept


# MASK-02
@pytest.mark.parametrize("row_id", [row_id for row_id, row in ROWS.items() if not row.is_public])
async def test_evidence_shows_at_most_six_and_three_and_never_more_than_a_third(parts: Parts, row_id: str) -> None:
    parts.log("here:", sample(ROWS[row_id]))
    for finding in await findings(parts, severity_min="info"):
        shown = finding["evidence"]["redacted_value"].removesuffix("[redacted]")
        head, _, tail = shown.partition("…")
        assert len(head) <= 6 and len(tail) <= 3 and 3 * len(head + tail) <= len(sample(ROWS[row_id]))


# SEC-04
async def test_twenty_findings_of_a_category_are_told_and_the_rest_is_counted(parts: Parts) -> None:
    parts.send("network_bodies", *(body(url=f"https://shop.test/{n}?token={KEY}{n}") for n in range(25)))
    reply = await parts.call("security_audit", checks=["credentials"])
    answer = json.loads(reply.texts[0])
    assert len(answer["findings"]) == MAX_SECURITY_FINDINGS
    assert (answer["summary"]["total"], answer["summary"]["critical"]) == (25, 25)
    assert (answer["summary"]["shown"], answer["summary"]["left_out"]) == (
        20,
        [{"category": "credentials", "count": 5}],
    )
    assert "5 more left out" in reply.texts[1]


async def test_findings_that_do_not_fit_the_answer_are_counted_by_category(parts: Parts) -> None:
    urls = [f"http://{'sub.' * 20}shop{n}.test/{'path/' * 40}{n}?token={KEY}{n}" for n in range(20)]
    answer_body = json.dumps([{"email": "ada@corp.io", "phone": "+1 415 555 2671"}])
    parts.send("network_bodies", *(body(url=url, responseBody=answer_body) for url in urls))
    reply = await parts.call("security_audit", severity_min="info")
    answer = json.loads(reply.texts[0])
    summary, shown = answer["summary"], answer["findings"]
    assert 0 < len(shown) == summary["shown"] < summary["total"]
    assert summary["total"] == summary["critical"] + summary["warning"] + summary["info"]
    assert sum(each["count"] for each in summary["left_out"]) == summary["total"] - len(shown)
    assert f"{summary['total'] - len(shown)} more left out" in reply.texts[1]
    assert "[cut]" not in reply.texts[0]


# SEC-05
async def test_a_text_is_scanned_up_to_its_bound(parts: Parts) -> None:
    far = "x" * SECURITY_SCAN_CHARS + " " + sample(ROWS["github-token"])
    parts.send("network_bodies", body(responseBody=far, contentType="text/plain"))
    assert await findings(parts, checks=["credentials"]) == []


# SEC-05
async def test_many_secrets_in_one_body_are_told_up_to_a_hundred(parts: Parts) -> None:
    many = " ".join(f"AKIAQW3RTYUIOP2{n:03}ZX" for n in range(300))
    parts.send("network_bodies", body(responseBody=many, contentType="text/plain"))
    reply = await parts.call("security_audit", checks=["credentials"])
    assert f"{MAX_SECURITY_MATCHES - MAX_SECURITY_FINDINGS} more left out" in reply.texts[1]


async def test_empty_buffers_are_no_findings_and_say_why(parts: Parts) -> None:
    reply = await parts.call("security_audit")
    assert json.loads(reply.texts[0])["summary"]["total"] == 0
    assert "Nothing captured yet" in reply.texts[1]


@pytest.mark.parametrize(
    "text", ["[Binary: 120 bytes, type: image/png]", "\x00\xff\ud83d", "{", "[" * 5000, "eyJ" * 5000]
)
async def test_binary_broken_and_hostile_bodies_are_no_trouble(parts: Parts, text: str) -> None:
    clean = text.encode("utf-8", "replace").decode()
    parts.send("network_bodies", body(responseBody=clean[:16_000], contentType=None))
    assert await findings(parts, checks=["credentials", "auth_patterns", "pii_exposure", "transport"]) == []


async def test_the_answer_stays_within_its_budget(parts: Parts) -> None:
    parts.send("network_bodies", *(body(url=f"https://shop.test/{'p' * 500}{n}?token={KEY}{n}") for n in range(60)))
    reply = await parts.call("security_audit", severity_min="info")
    assert sum(map(len, reply.texts)) <= ANSWER_CHARS


# SEC-13
async def test_security_findings_are_exported_as_sarif(parts: Parts) -> None:
    parts.send("network_bodies", body(responseBody=json.dumps({"k": sample(ROWS["aws-access-key"])})))
    log = await parts.ask("export_sarif", source="security")
    [result] = [item for item in log["runs"][0]["results"] if item["ruleId"] == "security/aws-access-key"]
    assert result["level"] == "error"
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "https://shop.test/api/data"
    both = await parts.call("export_sarif")
    assert not both.is_error and "Without accessibility" in both.texts[1]
    assert (await parts.fail("export_sarif", source="accessibility"))["error"] == "extension_not_connected"


@pytest.mark.parametrize("name", ["page_token", "nextPageToken", "continuation-token", "sync_token", "cursor_token"])
async def test_a_token_that_says_where_a_list_goes_on_is_no_credential(parts: Parts, name: str) -> None:
    parts.send("network_bodies", body(url=f"https://shop.test/list?{name}=CiAKGjBpNDd2Nmp2Zml2cXRwYjBp"))
    assert await findings(parts, checks=["credentials"], severity_min="info") == []


async def test_a_token_against_forged_requests_in_an_address_is_only_worth_a_remark(parts: Parts) -> None:
    parts.send("network_bodies", body(url=f"https://shop.test/list?csrf_token={KEY}"))
    assert [each["severity"] for each in await findings(parts, checks=["credentials"], severity_min="info")] == ["info"]


async def test_a_vendors_secret_is_critical_whatever_its_parameter_is_called(parts: Parts) -> None:
    parts.send("network_bodies", body(url=f"https://shop.test/list?page_token={sample(ROWS['github-token'])}"))
    assert "critical" in [each["severity"] for each in await findings(parts, checks=["credentials"])]


@pytest.mark.parametrize(
    ("answer", "is_personal"),
    [
        ({"sku": "012-345-6789"}, False),
        ({"part_number": "415-555-2671"}, False),
        ({"contact": "415-555-2671"}, True),
        ({"contact": "+49 30 90182000"}, True),
        ({"phone": "012-345-6789"}, True),
    ],
)
async def test_digits_with_dashes_are_a_phone_number_by_their_name_or_as_one_is_dialled(
    parts: Parts, answer: dict[str, str], is_personal: bool
) -> None:
    parts.send("network_bodies", body(responseBody=json.dumps(answer)))
    assert bool(await findings(parts, checks=["pii_exposure"], severity_min="info")) is is_personal


@pytest.mark.parametrize(
    "value", ["ded7db27a4558e2ea9bbf0bf36ae0e8521618f366c", "OOzkR1+hF+1ABCsIFDJMEUtqmtnZ1234567890"]
)
async def test_what_has_not_the_form_of_the_vendor_that_its_name_says_is_an_example(parts: Parts, value: str) -> None:
    parts.send("network_bodies", body(responseBody=json.dumps({"aws_secret_access_key": value})))
    assert await findings(parts, checks=["credentials"]) == []
