"""security_audit: personal data, and answers that anybody gets."""

import json
from typing import Any

import pytest
from audit_calls import KEY, body, findings, only
from parts import Parts
from vendor_samples import JWT, ROWS, sample

from gasoline.model.events import RESPONSE_BODY_BYTES

PROFILE = '{"user":{"email":"ana@corp.io","phone":"+1-984-182-0190"}}'


# SEC-09
async def test_personal_data_without_an_auth_header_is_reported(parts: Parts) -> None:
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
