"""The one table of names: what it says, and that audit, exits, scripts and fixtures agree."""

import json
import re
from pathlib import Path

import pytest
from exits import every_exit
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from parts import Parts
from test_canaries import TOGETHER, answering, plant

from gasoline.analysis.security.audit import audit
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import CATEGORIES
from gasoline.analysis.security.rules.credential_in_url import gives_away
from gasoline.kernel.secrets import words
from gasoline.kernel.secrets.find_secrets import find_secrets
from gasoline.kernel.secrets.names import Kind, kind_of
from gasoline.kernel.secrets.redaction import is_hidden_argument, is_hidden_value, redact
from gasoline.kernel.secrets.verdict import Verdict
from gasoline.model.events import ConsoleEntry, NetworkBody
from gasoline.scripting.fixtures import without_secrets
from gasoline.scripting.script_urls import ScriptUrls

VALUE = "q7Zt4mXcV9pLw2RkYb8NsH3f"
NAMES = [
    *words.PASSWORD_WORDS,
    *words.SECRET_WORDS,
    *words.TOKEN_WORDS,
    *(f"{owner}_key" for owner in words.KEY_OWNERS),
    *(f"{owner}_token" for owner in words.TOKEN_OWNERS),
    *words.UNCERTAIN_WORDS,
    *(f"my{word}new" for word in words.EMBEDDED_WORDS),
]


FIELDS = [*words.FIELD_WORDS, "card_number", "security-code", "sessionId"]
FIELD_VALUES = [VALUE, "4711", "4111111111111111", "DE89370400440532013000"]
WEAK_VALUES = ["hunter22x", "P@ssw0rd1", "sunshine-and-rain", "47110815", "correct horse battery staple", "pässwörter7"]


def camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda match: match.group(1).upper(), name)


SPELLINGS = {name: [name, name.upper(), camel(name), f"x-{name}".replace("_", "-")] for name in NAMES}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("passphrase", Kind.PASSWORD),
        ("passwordnew", Kind.PASSWORD),
        ("userpwd", Kind.PASSWORD),
        ("pass", Kind.PASSWORD),
        ("pass_count", Kind.NOTHING),
        ("bypass", Kind.NOTHING),
        ("compass", Kind.NOTHING),
        ("xApiKey", Kind.SECRET),
        ("signing_key", Kind.SECRET),
        ("STRIPE_SECRET_KEY", Kind.SECRET),
        ("reset_token_v2", Kind.SECRET),
        ("bearer", Kind.TOKEN),
        ("ACME_TOKEN", Kind.TOKEN),
        ("mytokenvalue", Kind.TOKEN),
        ("tokenInput", Kind.FIELD),
        ("cacheKey", Kind.NOTHING),
        ("object_key", Kind.NOTHING),
        ("s3Key", Kind.NOTHING),
        ("source_s3_key", Kind.NOTHING),
        ("Idempotency-Key", Kind.NOTHING),
        ("recaptchaSiteKey", Kind.NOTHING),
        ("acmeKey", Kind.MAYBE),
        ("cacheEncryptionKey", Kind.SECRET),
        ("objectStorageKey", Kind.SECRET),
        ("cardNumber", Kind.FIELD),
        ("tokenizer", Kind.NOTHING),
        ("deploy_key", Kind.MAYBE),
        ("token_type", Kind.NOTHING),
        ("max_tokens", Kind.NOTHING),
        ("publicKey", Kind.NOTHING),
        ("secretary", Kind.NOTHING),
        ("keyboard", Kind.NOTHING),
        ("passwordHint", Kind.NOTHING),
    ],
)
def test_a_name_is_read_word_by_word(name: str, kind: Kind) -> None:
    assert kind_of(name) is kind


@pytest.mark.parametrize("name", NAMES)
def test_every_reader_of_the_table_hides_the_value_of_every_name(name: str) -> None:
    for spelling in SPELLINGS[name]:
        assert is_hidden_value(spelling, VALUE), spelling
        assert is_hidden_argument(spelling, VALUE), spelling
        assert VALUE not in redact(json.dumps({"request": {"body": json.dumps({spelling: VALUE})}})), spelling
        assert VALUE not in redact(json.dumps([f"https://a.test/x?page=1&{spelling}={VALUE}"])), spelling
        assert VALUE not in redact(json.dumps([{"name": spelling, "value": VALUE}])), spelling
        assert VALUE not in json.dumps(without_secrets({spelling: VALUE})), spelling
        assert VALUE not in ScriptUrls("", "https://a.test").of(f"https://a.test/x?{spelling}={VALUE}").url, spelling


@pytest.mark.parametrize("name", FIELDS)
def test_the_value_of_a_field_that_never_leaves_a_form_is_hidden_wherever_its_name_stands(name: str) -> None:
    for value in FIELD_VALUES:
        for text in (json.dumps({name: value}), json.dumps([f"https://a.test/x?page=1&{name}={value}"])):
            assert value not in redact(text), text
        assert value not in redact(json.dumps([{"name": name, "value": value}])), value
        assert is_hidden_argument(name, value), value


@pytest.mark.parametrize("name", [*words.PASSWORD_WORDS, "db_password", "newPassword"])
@pytest.mark.parametrize("value", WEAK_VALUES)
async def test_a_logged_password_is_audited_wherever_it_is_masked(tmp_path: Path, name: str, value: str) -> None:
    for text in ({name: value}, json.dumps({name: value}, ensure_ascii=False)):
        parts = Parts(tmp_path / str(type(text)))
        parts.log(text)
        assert value not in (await parts.call("get_browser_logs")).texts[0]
        [finding] = (await parts.ask("security_audit"))["findings"]
        assert (finding["title"], finding["severity"]) == ("Password logged to console", "warning")


PAGE = "https://shop.test/a"


def plant_script(parts: Parts, name: str, url: str) -> None:
    """What a person did, what it failed with and what the page then showed: all that a script is made of."""
    typed = {"type": "input", "url": PAGE, "inputType": "text"}
    parts.send(
        "actions",
        {"type": "navigate", "url": PAGE, "toUrl": url, "trigger": "load"},
        {**typed, "value": f"{name}={VALUE}", "selectors": {"id": "note"}},
        {**typed, "value": VALUE, "selectors": {"id": name}},
    )
    said = f"no access with {name}={VALUE}"
    parts.send("logs", {"type": "exception", "message": said, "stack": f"Error: {said}\n    at x", "url": PAGE})
    socket = {"id": "w", "url": url.replace("https", "wss")}
    frame = {"event": "message", "direction": "incoming", "data": json.dumps({name: VALUE})}
    parts.send("websocket_events", {**socket, "event": "error"}, {**socket, **frame})
    heading = {"role": "heading", "level": 1, "text": f"{name}={VALUE}"}
    parts.send("dom_snapshots", {"url": PAGE, "title": f"{name}={VALUE}", "elements": [heading]})


PERSONAL = ("pii-in-response", "unauthenticated-pii", "email-", "phone-", "ssn-", "credit_card-")
SHORT = 4  # characters; as few may stand elsewhere in the text by chance
FORMS = '{name}={value} or `{name}={value}` or {{"{name}": "{value}"}}'


# MASK-01
@pytest.mark.parametrize("first", range(0, len(NAMES), TOGETHER))
async def test_no_output_shows_the_value_of_any_name(tmp_path: Path, first: int) -> None:
    parts = Parts(tmp_path)
    for name in NAMES[first : first + TOGETHER]:
        parts.log({name: VALUE}, {camel(name): VALUE}, level="error")
        plant_script(parts, name, f"https://shop.test/a?{name}={VALUE}")
        plant(parts, FORMS.format(name=name, value=VALUE))
        answering(parts, FORMS.format(name=name, value=VALUE))
    async for exit_name, shown in every_exit(parts):
        assert "internal_error" not in shown, exit_name
        assert VALUE not in shown, exit_name


token = st.text("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789_-", min_size=4, max_size=48)
name_parts = st.sampled_from(
    [*words.KEY_OWNERS, *words.TOKEN_WORDS, *words.PASSWORD_WORDS, "key", "my", "v2", "acme", "id"]
)
names = st.lists(name_parts, min_size=1, max_size=3).flatmap(
    lambda parts: st.sampled_from(["_".join(parts), camel("_".join(parts)), "-".join(parts), "".join(parts)])
)
texts = st.one_of(
    st.builds(lambda name, value: f"https://a.test/p?{name}={value}&x=1", names, token),
    st.builds(lambda name, value: json.dumps({"a": {name: value}}), names, token),
    st.builds(lambda name, value: f"{name} = '{value}'", names, token),
    st.builds(lambda name, value: f"{name.upper()}={value}\n", names, token),
    st.builds(lambda name, value: f"<{name}>{value}</{name}>", names, token),
    st.builds(lambda prefix, value: f"see {prefix}_live_{value} there", st.sampled_from(["acme", "sk", "zz"]), token),
)


# MASK-04
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(names, st.one_of(token, st.sampled_from([value for value in WEAK_VALUES if " " not in value])))
@example("mytokenvalue", "sunshine-and-rain")
@example("x_secret_y", "sunshine-and-rain")
@example("pass", "hunter22x")
def test_what_the_audit_reports_in_an_address_is_masked_in_json_too(name: str, value: str) -> None:
    if gives_away(f"https://a.test/x?{name}={value}"):
        assert is_hidden_value(name, value)
        assert is_hidden_argument(name, value)


# MASK-04
@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(texts)
def test_whatever_the_audit_flags_is_masked_however_deep_it_is_nested(text: str) -> None:
    flagged = {
        text[hit.start : hit.stop] for hit in find_secrets(text) if hit.verdict is Verdict.SURE and hit.is_hidden
    }
    once, twice = json.dumps({"args": [text]}), json.dumps({"body": json.dumps({"text": text})})
    for value in flagged:
        assert json.dumps(value)[1:-1] not in redact(once)
        assert json.dumps(json.dumps(value)[1:-1])[1:-1] not in redact(twice)
    if text.startswith("https:") and gives_away(text):
        assert redact(once) != once


odd = st.text("abcXYZ0189q7Zt4mXcV9pLw2_-+/=.~!$%&*?@#:;,<>(){}[]|^ '\"\\\\\u00e9\n\r\t", min_size=4, max_size=36)
FRAMES = (
    "{name}={value}",
    "{name}: {value}",
    '{name}: "{value}"',
    '<input name="{name}" value="{value}">',
    "<{name}>{value}</{name}>",
    "const {name} = '{value}';",
    "--{name} {value}",
    "the {name} is {value}",
    "https://a.test/x?{name}={value}",
    "postgres://u:{value}@h/db",
    "Authorization: Bearer {value}",
    "{name}\n{value}",
    "a=1;{name}={value}; path=/",
    "{name} => '{value}'",
    "`{name}={value}`",
)
framed = st.builds(
    lambda frame, name, value: frame.format(name=name, value=value),
    st.sampled_from(FRAMES),
    names,
    st.one_of(odd, token),
)
as_json = st.builds(lambda name, value: json.dumps({"body": json.dumps({name: value})}), names, odd)


# MASK-04
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.one_of(texts, framed, as_json))
@example('password: "abC1\nxyz9876"')
@example('session_token: "q7Zt4mXcV9pLw2\nRkYb8NsH3f"')
@example("api_key => 'q7Zt4mXcV9pLw2RkYb8N\nsH3f'")
@example("https://a.test/x?signing_key=\n5tVfTKX4Jv1fP")
@example('{"body": "{\\"bearer\\": \\"TY68bPnNmM:/T<\\\\\\\\hNxyYWdZB\\"}"}')
@example('<input name="password" value="hunter2\n22xY">')
def test_no_finding_is_about_a_value_that_an_answer_would_show(text: str) -> None:
    url = text if text.startswith("https:") else "https://a.test/"
    body = NetworkBody(url=url, method="GET", status=200, response_body=text, content_type="application/json")
    captures = Captures(bodies=[body], logs=[ConsoleEntry(level="log", args=[text], url="https://a.test/")])
    shown = redact(json.dumps({"url": url, "responseBody": text, "args": [text]}, ensure_ascii=False))
    for finding in audit(captures, CATEGORIES, "info").found:
        if finding.rule.startswith(PERSONAL) or finding.category not in {"credentials", "pii_exposure"}:
            continue
        if len(finding.same) > SHORT:
            assert finding.same not in shown, finding.rule
            assert json.dumps(finding.same, ensure_ascii=False)[1:-1] not in shown, finding.rule
