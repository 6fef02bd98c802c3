"""Values that look generated, behind names that say that they let nobody in: no finding, and no mask."""

import pytest
from parts import Parts

NOISE = "q7Zt4mXcV9pLw2RkYb8NsH3f"
PREFIXED = f"ord_{NOISE}7Zt4"
UUID = "6c56753a-48a0-4076-b840-3cee1e6f1138"
LOCATORS = [
    "cacheKey",
    "objectKey",
    "primaryKey",
    "foreign_key",
    "s3Key",
    "partitionKey",
    "idempotencyKey",
    "Idempotency-Key",
    "recaptcha_site_key",
]
GRANT_NOTHING = ["next_page_token", "continuationToken", "devicePushToken", "nextSyncTokenV2", "pagination_token"]
AGAINST_FORGERY = ["csrf_token", "csrfmiddlewaretoken", "authenticity_token", "__RequestVerificationToken"]
BROWSER_KEYS = [f"pk_live_{NOISE}", f"pk_test_51{NOISE * 3}"]


SECRETS_ALL_THE_SAME = [
    *("device_password", "NEXT_AUTH_SECRET", "cursor_api_key", "provisionDeviceSecret", "sync_secret", "csrf_secret"),
    *("push_private_key", "device_access_token", "next_auth_session_token", "page_access_token", "resume_password"),
    *("primaryAccessKey", "AZURE_PRIMARY_STORAGE_KEY", "primary_token"),
]


async def severities(parts: Parts) -> set[str]:
    answer = await parts.ask("security_audit", severity_min="info", checks=["credentials", "pii_exposure"])
    return {finding["severity"] for finding in answer["findings"]}


def send_and_log(parts: Parts, text: str) -> None:
    body = {"method": "POST", "url": "https://shop.test/api", "requestBody": text, "responseBody": text, "status": 200}
    parts.send("network_bodies", {**body, "contentType": "application/json"})
    parts.log(text)


@pytest.mark.parametrize("value", [NOISE, UUID, f"uploads/{UUID}.png", "028426614456898743"])
@pytest.mark.parametrize("name", LOCATORS)
async def test_a_key_that_says_where_something_is_stored_is_neither_reported_nor_masked(
    parts: Parts, name: str, value: str
) -> None:
    send_and_log(parts, f'{{"{name}":"{value}"}}')
    assert await severities(parts) == set()
    [entry] = await parts.ask("get_browser_logs")
    assert value in entry["args"][0]


@pytest.mark.parametrize("name", GRANT_NOTHING)
async def test_a_pagination_token_is_not_reported(parts: Parts, name: str) -> None:
    send_and_log(parts, f'{{"{name}":"{NOISE}"}}')
    assert await severities(parts) == set()


@pytest.mark.parametrize("name", SECRETS_ALL_THE_SAME)
async def test_a_word_about_lists_or_devices_excuses_no_secret(parts: Parts, name: str) -> None:
    send_and_log(parts, f'{{"{name}":"{NOISE}"}}')
    assert await severities(parts) & {"warning", "critical"}


@pytest.mark.parametrize("name", AGAINST_FORGERY)
async def test_a_token_against_forged_requests_is_at_most_worth_a_remark(parts: Parts, name: str) -> None:
    send_and_log(parts, f'{{"{name}":"{NOISE}"}}')
    assert await severities(parts) <= {"info"}


@pytest.mark.parametrize("value", BROWSER_KEYS)
@pytest.mark.parametrize("name", ["STRIPE_PUBLISHABLE_KEY", "key", "stripe"])
async def test_a_key_that_is_made_for_browsers_is_neither_reported_nor_masked(
    parts: Parts, name: str, value: str
) -> None:
    send_and_log(parts, f'{{"{name}":"{value}"}}')
    assert await severities(parts) == set()
    [entry] = await parts.ask("get_browser_logs")
    assert value in entry["args"][0]


@pytest.mark.parametrize("name", ["orderId", "order_id", "id"])
async def test_an_id_with_a_prefix_is_not_a_token(parts: Parts, name: str) -> None:
    send_and_log(parts, f'{{"{name}":"{PREFIXED}"}}')
    assert await severities(parts) == set()


@pytest.mark.parametrize("text", [PREFIXED, f'{{"grid":"{PREFIXED}"}}', f'{{"cacheEncryptionKey":"{NOISE}"}}'])
async def test_the_same_values_behind_other_names_are_reported(parts: Parts, text: str) -> None:
    send_and_log(parts, text)
    assert "critical" in await severities(parts)
