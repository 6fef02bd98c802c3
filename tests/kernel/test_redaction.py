"""Redaction: secrets go, everything else stays, and the text is still JSON."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gasoline.kernel.secrets import redaction
from gasoline.kernel.secrets.mask import mask
from gasoline.kernel.secrets.redaction import redact, redact_json, redact_lines

TAIL = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
SECRETS = {
    "stripe": "sk_live_" + TAIL[:24],
    "openai": "sk-proj-" + TAIL,
    "github": "ghp_" + TAIL,
    "github fine-grained": "github_pat_" + TAIL,
    "gitlab": "glpat-" + TAIL[:20],
    "slack": "xoxb-123456789012-" + TAIL[:12],
    "aws": "AKIA" + "ABCDEFGHIJKLMNOP",
    "google": "AIza" + TAIL[:35],
    "npm": "npm_" + TAIL,
    "sendgrid": f"SG.{TAIL[:22]}.{TAIL}",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + TAIL,
}


@pytest.mark.parametrize("name", SECRETS)
def test_a_vendors_secret_is_masked_wherever_it_stands(name: str) -> None:
    secret = SECRETS[name]
    text = json.dumps({"args": [f"key is {secret}, ok"], "nested": json.dumps({"x": secret})})
    clean = redact(text)
    assert secret not in clean
    assert json.loads(clean)["args"][0].endswith(", ok")


@pytest.mark.parametrize(
    "text",
    [
        {"password": "hunter22"},
        {"clientSecret": "hunter22"},
        {"api_key": "hunter22"},
        {"Authorization": "hunter22"},
        {"body": '{"user":{"password":"hunter22"}}'},
        {"url": "http://localhost/cb?token=hunter22&next=/"},
        {"url": "postgres://admin:hunter22@localhost/db"},
        {"header": "Basic hunter22hunter22"},
        {"message": "sign-in failed with password=hunter22. GET /a failed just before."},
        {"message": "password: hunter22: wrong"},
    ],
)
def test_a_secret_known_by_its_place_is_masked(text: object) -> None:
    clean = redact(json.dumps(text))
    assert "hunter22" not in clean
    json.loads(clean)


# MASK-07
@pytest.mark.parametrize(
    "text",
    [
        "the password is wrong",
        "tokens: 12",
        "basic usage",
        "a bearer of news",
        "http://localhost:3000/a?page=2",
        "sk-learn",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "value",
    [
        {"password": "[undefined]", "apiKey": "[Getter]", "resetPassword": "[Function resetPassword]"},
        {"clientSecret": "[Object]", "passwords": "[Array(3)]", "token": "[Map(2)]", "secret": "[Circular]"},
        *({"credentials": mode} for mode in ("same-origin", "include", "omit")),
    ],
)
def test_placeholders_and_credentials_modes_are_not_masked(value: dict[str, str]) -> None:
    assert redact(json.dumps(value)) == json.dumps(value)


@pytest.mark.parametrize(
    "value", ["[hunter22]", "[Throws: hunter22]", "[Function hunter22: x]", "[undefined] hunter22"]
)
def test_text_that_only_looks_like_a_placeholder_is_masked(value: str) -> None:
    assert "hunter22" not in redact(json.dumps({"password": value}))


def test_a_private_key_is_masked_completely() -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAAAA\n-----END RSA PRIVATE KEY-----"
    clean = json.loads(redact(json.dumps({"k": key})))["k"]
    assert "MIIEow" not in clean and "AAAA" not in clean


# MASK-02
@given(st.text(alphabet="abcXYZ0189_-", min_size=1, max_size=200))
def test_a_mask_never_shows_more_than_a_third(secret: str) -> None:
    shown = mask(secret).removesuffix("[redacted]").replace("…", "")
    assert len(shown) * 3 <= len(secret)


# MASK-05
@given(st.dictionaries(st.text(max_size=20), st.text(max_size=60) | st.sampled_from(list(SECRETS.values()))))
def test_redacted_json_is_still_json(data: dict[str, str]) -> None:
    json.loads(redact(json.dumps(data)))
    json.loads(redact(json.dumps(json.dumps(data))))


SIGNS = ("=", ":", ",", '"', "'", "`", "\\", "\n", " ", "{", "}", "[", "]", "?", "&")
WORDS = ("password", "token", "api_key", "secret is ", "value=", "://u:", "@h", "Bearer ", "x1Y2z3W4")
PIECES = st.sampled_from((*SIGNS, *WORDS, "-----BEGIN RSA PRIVATE KEY-----", *SECRETS.values()))


@settings(deadline=None)
@given(st.lists(st.lists(PIECES, max_size=12).map("".join), max_size=4), st.integers(0, 3))
def test_whatever_a_page_writes_the_answer_stays_json_with_as_many_values(texts: list[str], depth: int) -> None:
    data: object = texts
    for _ in range(depth):
        data = [json.dumps(data)]
    clean = redact(json.dumps(data))
    assert len(json.loads(clean)) == len(data)  # type: ignore[arg-type]
    json.loads(redact(json.dumps({"body": json.dumps(data)[:-9], "next": texts})))
    json.loads(redact(json.dumps({"password": data, "n": texts})))


@pytest.mark.parametrize("name", SECRETS)
def test_masking_again_changes_nothing(name: str) -> None:
    secret = SECRETS[name]
    data = {
        "say": f"it is {secret} here",
        "api_key": secret,
        "url": f"http://a/?token={secret}&x=1",
        "b": json.dumps([secret]),
    }
    once = redact(json.dumps(data, ensure_ascii=False))
    assert redact(once) == once


@pytest.mark.parametrize("value", ['a"b\\c', "ümläut\n", '"', "\\", "x" * 5000, 'deep "quoted" \\"x'])
def test_a_value_with_escapes_is_masked_completely(value: str) -> None:
    for data in ({"password": value}, {"body": json.dumps({"user": {"password": value}})}):
        clean = json.loads(redact(json.dumps(data)))
        inner = clean if "password" in clean else json.loads(clean["body"])["user"]
        assert inner["password"].endswith("[redacted]") and "b\\c" not in inner["password"]


@pytest.mark.parametrize("data", [{"cvv": 123}, {"body": '{"password":12345678}'}, {"otp": 991823, "next": 1}])
def test_a_number_behind_a_secret_name_becomes_a_mask(data: dict[str, object]) -> None:
    clean = redact(json.dumps(data))
    json.loads(clean)
    assert not any(number in clean for number in ("123", "12345678", "991823"))


@pytest.mark.parametrize(
    "data",
    [
        {"secret": True, "password": False, "apiKey": None, "body": '{"secret":true,"otp":null}'},
        {"accessToken": "string", "secret": "boolean", "password": "number | string", "cookie": "object"},
        {"password": "[user-provided]", "script": "{ accessToken: 'mock-token-value', secret: true }"},
        {"script": "{ 'access-control-allow-credentials': 'true' }"},
    ],
)
def test_words_for_json_types_and_placeholders_are_not_secrets(data: dict[str, object]) -> None:
    assert json.loads(redact(json.dumps(data))) == data


def test_an_answer_stays_json_even_where_masking_its_text_would_break_it(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = '{"a":"keep","b":["x \\"y\\"",1,null],"hunter2":"hunter2"}'

    def clumsy(text: str) -> str:
        return text.replace("hunter2", '[redacted]"') if "keep" in text else text.replace("hunter2", "[redacted]")

    monkeypatch.setattr(redaction, "redact", clumsy)
    assert json.loads(redaction.redact_json(whole)) == {
        "a": "keep",
        "b": ['x "y"', 1, None],
        "[redacted]": "[redacted]",
    }


CROWDED = "token=Aa1bB2cC3dD4eE5fF6gG7hH8iI9&" * 2_000


def test_a_text_with_more_secrets_than_are_looked_at_hides_what_follows() -> None:
    secret = "q7Zt4mXcV9pLw2RkYb8N"
    clean = json.loads(redact_json(json.dumps({"args": [CROWDED + secret], "password": secret, "next": ["shown", 1]})))
    assert secret not in json.dumps(clean) and "Aa1bB2c" not in json.dumps(clean)
    assert clean["next"] == ["shown", 1]


def test_a_crowded_line_costs_no_other_line_of_the_log() -> None:
    lines = [json.dumps({"args": [text]}) for text in ("before", CROWDED, "after")]
    clean = redact_lines("\n".join(lines)).split("\n")
    assert [json.loads(line)["args"] for line in clean] == [["before"], ["[redacted]"], ["after"]]


def test_a_long_list_of_keys_that_are_not_secrets_is_unchanged() -> None:
    text = json.dumps([{"key": f"catalogue/pictures/of/spring/{number}.webp", "n": number} for number in range(5_000)])
    assert redact(text) == text


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(["&pwd=1", "Q~", "?sig=", "aws ", '\\"token\\":\\"', "eyJ"]), st.integers(2_000, 4_000))
def test_lines_stay_lines_of_json_however_crowded(piece: str, count: int) -> None:
    lines = [json.dumps({"n": number, "args": [piece * count]}) for number in range(2)]
    assert [json.loads(line)["n"] for line in redact_lines("\n".join(lines)).split("\n")] == [0, 1]


@pytest.mark.parametrize(
    "data",
    [
        {"args": ["password:", "hunter2"]},
        {"args": ["pwd =", "hunter2", "shown"]},
        {"args": ["apiKey:", "hunter2"]},
        {"password": ["hunter2"]},
        {"passwords": ["hunter2", 'hunter2 "too"']},
        {"body": json.dumps({"client_secret": ["hunter2", "hunter2"]})},
    ],
)
def test_a_value_in_the_next_argument_or_in_a_list_is_masked(data: dict[str, object]) -> None:
    clean = redact(json.dumps(data))
    assert "hunter2" not in clean
    assert json.loads(clean).keys() == data.keys()


def test_a_number_in_the_next_argument_is_masked_and_the_others_are_not() -> None:
    assert json.loads(redact(json.dumps({"args": ["otp:", 991823, 42]}))) == {"args": ["otp:", "[redacted]", 42]}


KEY_LINES = ["-----BEGIN RSA PRIVATE KEY-----", "MIIEowIBAAKCAQEAq7Zt4mXcV9pLw2RkYb8N", "s1HfJd6Gu3EaK5tBv0=="]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"key": [*KEY_LINES, "-----END RSA PRIVATE KEY-----"]}),
        json.dumps({"body": " +\n".join(f'"{line}\\n"' for line in KEY_LINES)}),
        json.dumps({"body": json.dumps({"key": KEY_LINES})}),
        json.dumps({"body": " + ".join(f"'{line}'" for line in KEY_LINES)}),
    ],
)
def test_a_private_key_in_pieces_is_masked_piece_by_piece(text: str) -> None:
    clean = redact(text)
    json.loads(clean)
    assert "MIIEowIBAA" not in clean and "s1HfJd6Gu3EaK5" not in clean


def test_a_label_at_the_end_of_a_value_masks_no_key() -> None:
    data = {"label": "Password:", "type": "text", "next": ["shown"]}
    assert json.loads(redact(json.dumps(data))) == data
