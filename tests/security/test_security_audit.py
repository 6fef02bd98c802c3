"""security_audit: the form of the answer, filters, limits and edges."""

import json

import pytest
from audit_calls import KEY, body, findings
from parts import Parts
from vendor_samples import ROWS, sample

from gasoline.analysis.security.audit import MAX_SECURITY_FINDINGS
from gasoline.analysis.security.captures import SECURITY_SCAN_CHARS
from gasoline.analysis.security.scan_texts import MAX_SECURITY_MATCHES
from gasoline.tools.answer_budget import ANSWER_CHARS


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
async def test_twenty_findings_of_a_category_are_shown_and_the_rest_is_counted(parts: Parts) -> None:
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
async def test_up_to_a_hundred_secrets_in_one_body_are_reported(parts: Parts) -> None:
    many = " ".join(f"AKIAQW3RTYUIOP2{n:03}ZX" for n in range(300))
    parts.send("network_bodies", body(responseBody=many, contentType="text/plain"))
    reply = await parts.call("security_audit", checks=["credentials"])
    assert f"{MAX_SECURITY_MATCHES - MAX_SECURITY_FINDINGS} more left out" in reply.texts[1]


async def test_empty_buffers_have_no_findings_and_say_why(parts: Parts) -> None:
    reply = await parts.call("security_audit")
    assert json.loads(reply.texts[0])["summary"]["total"] == 0
    assert "Nothing captured yet" in reply.texts[1]


@pytest.mark.parametrize(
    "text", ["[Binary: 120 bytes, type: image/png]", "\x00\xff\ud83d", "{", "[" * 5000, "eyJ" * 5000]
)
async def test_binary_broken_and_hostile_bodies_cause_no_failure(parts: Parts, text: str) -> None:
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
async def test_a_pagination_token_is_not_a_credential(parts: Parts, name: str) -> None:
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
