"""Every format of the table: found, and masked at the exits."""

import json
import re

import pytest
from vendor_samples import ROWS, sample, secret_of

from gasoline.kernel.secrets.find_secrets import find_secrets
from gasoline.kernel.secrets.redaction import redact
from gasoline.kernel.secrets.verdict import Verdict

SECRET = [row_id for row_id, row in ROWS.items() if not row.is_public]
AMBIGUOUS = re.compile(r"\(\?[=!<]|\\[wdsWDS]|\\[1-9]")


# SEC-03
@pytest.mark.parametrize("row_id", ROWS)
def test_a_secret_of_the_format_is_found_in_a_sentence(row_id: str) -> None:
    found = [hit for hit in find_secrets(f"it is {sample(ROWS[row_id])} there") if hit.verdict is Verdict.SURE]
    assert [hit.rule for hit in found] == [row_id]


def test_a_prefix_that_begins_with_the_word_secret_is_still_its_vendors() -> None:
    text = "it is secret_" + "x7Zt4mXcV9pLw2RkYb8Ns1HfJd6Gu3Eax7Zt4mXcV9p there"
    assert [hit.rule for hit in find_secrets(text)] == ["notion-token"]


@pytest.mark.parametrize("row_id", SECRET)
@pytest.mark.parametrize("around", ["{}", "a {} b", "x={}", "line\n{}\nline", '{{"k":"{}"}}', "https://a.test/{}"])
def test_a_secret_is_masked_in_every_context(row_id: str, around: str) -> None:
    secret = secret_of(ROWS[row_id])
    text = around.format(sample(ROWS[row_id])) if around.count("{}") == 1 else sample(ROWS[row_id])
    once = redact(json.dumps({"args": [text]}))
    twice = redact(json.dumps({"body": json.dumps({"args": [text]})}))
    for clean in (json.loads(once)["args"][0], json.loads(json.loads(twice)["body"])["args"][0]):
        assert secret not in clean


@pytest.mark.parametrize("row_id", [row_id for row_id, row in ROWS.items() if row.is_public])
def test_what_is_made_for_browsers_is_shown(row_id: str) -> None:
    text = json.dumps([sample(ROWS[row_id])])
    assert redact(text) == text


@pytest.mark.parametrize("row_id", ROWS)
def test_a_pattern_stays_within_what_both_engines_read_alike(row_id: str) -> None:
    assert not AMBIGUOUS.search(ROWS[row_id].pattern)


def test_an_encrypted_key_is_hidden_to_its_end() -> None:
    lines = ["Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-256-CBC,5A1F", "", "MIIEowIBAAKCAQEAx7Zt4mXcV9pLw2RkYb8", ""]
    key = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *lines, "-----END RSA PRIVATE KEY-----"])
    assert "MIIEow" not in redact(json.dumps([key]))
