"""security_audit: credentials in addresses, bodies and consoles, and what only looks like one."""

import json
from typing import Any

import pytest
from audit_calls import KEY, body, findings, only
from parts import Parts
from vendor_samples import JWT, ROWS, sample


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


async def test_a_secret_is_found_in_the_first_of_too_many_parameters(parts: Parts) -> None:
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
async def test_forty_characters_that_aws_would_not_generate_are_not_an_aws_key(parts: Parts, value: str) -> None:
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


async def test_a_translation_file_has_no_critical_finding(parts: Parts) -> None:
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


# SEC-02
@pytest.mark.parametrize("stream", ["network", "network_bodies"])
async def test_a_token_in_an_address_that_a_redirect_leads_to_is_found(parts: Parts, stream: str) -> None:
    to = f"https://shop.test/callback?session_token={KEY}"
    parts.send(stream, body(method="POST", url="https://shop.test/login", redirectedTo=to))
    finding = await only(parts, checks=["credentials"])
    assert (finding["severity"], finding["evidence"]["param_name"]) == ("critical", "session_token")
    assert finding["evidence"]["url"].startswith("/callback?")
    assert "POST" not in finding["description"]
