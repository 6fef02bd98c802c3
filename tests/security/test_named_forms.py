"""The forms in which a name and its secret stand in texts: the audit finds each, and no exit shows it."""

import json

import pytest

from gasoline.kernel.secrets import words
from gasoline.kernel.secrets.find_secrets import find_secrets
from gasoline.kernel.secrets.redaction import redact
from gasoline.kernel.secrets.verdict import Verdict

VALUE = "q7Zt4mXcV9pLw2RkYb8NsH3f"
NAMES = ["api_key", "password", "session_token", "clientSecret"]
FORMS = {
    "code in Markdown": "run with `NAME=VALUE`",
    "a template literal": "const k = `NAME=VALUE`;",
    "before a bracket": "NAME=VALUE[0]",
    "before a parenthesis": "NAME=VALUE(old)",
    "before a brace": "NAME=VALUE{x}",
    "bytes of Python": "{'NAME': b'VALUE'}",
    "a text of Python 2": "{u'NAME': u'VALUE'}",
    "a raw text": 'NAME = r"VALUE"',
    "an argument in Python": "User(NAME=b'VALUE')",
    "Objective-C and C#": 'NAME = @"VALUE"',
    "an address in an address": "https://a.test/login?continue=https%3A%2F%2Fb.test%2Fcb%3FNAME%3DVALUE%26x%3D1",
    "encoded twice": "https://a.test/?to=https%253A%252F%252Fb.test%252F%253FNAME%253DVALUE",
    "encoded JSON": "%7B%22NAME%22%3A%22VALUE%22%7D",
    "encoded JSON with a space": "%7B%22NAME%22%3A%20%22VALUE%22%7D",
    "JSON in markup": "<div data-config='{&quot;NAME&quot;:&quot;VALUE&quot;}'>",
    "JSON in markup, by number": '<div data-config="{&#34;NAME&#34;:&#34;VALUE&#34;}">',
    "a list in a form": "NAME[]=VALUE&x=1",
    "a numbered list in a form": "NAME[0]=VALUE",
    "an object with a value": '{"NAME":{"value":"VALUE"}}',
    "an object with a value at its end": '{"NAME":{"id":"u1","value":"VALUE"}}',
    "multipart": '--x\r\nContent-Disposition: form-data; name="NAME"\r\n\r\nVALUE\r\n--x--',
    "a header of Django": "Authorization: Token VALUE",
    "a header of Okta": "curl -H 'Authorization: SSWS VALUE' https://a.test",
    "an arrow": "NAME -> VALUE",
    "a table in Markdown": "| NAME | VALUE |",
    "bold in Markdown": "**NAME**: VALUE",
    "the next line": "NAME:\n  VALUE",
    "a sentence": "your NAME is VALUE",
    "brackets": "NAME (VALUE)",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", NAMES)
def test_a_secret_behind_its_name_is_found_and_hidden_in_every_form(form: str, name: str) -> None:
    text = f"see {FORMS[form]} there".replace("NAME", name).replace("VALUE", VALUE)
    found = {text[hit.start : hit.stop] for hit in find_secrets(text) if hit.verdict is Verdict.SURE}
    assert VALUE in found
    for deep in ([text], [{"args": [text]}], [json.dumps({"body": text})], [json.dumps([json.dumps({"a": text})])]):
        shown = redact(json.dumps(deep))
        assert VALUE not in shown
        json.loads(shown)


ALONE = [*words.PASSWORD_WORDS, *words.SECRET_WORDS, *words.TOKEN_WORDS, "signing_key", "id_token", "sid"]


@pytest.mark.parametrize("lead", ["\n", "\r\n", "\t", "a: 1\n"])
@pytest.mark.parametrize("name", ALONE)
def test_a_name_that_begins_a_line_is_hidden_as_it_is_found(name: str, lead: str) -> None:
    text = f"{lead}{name}: {VALUE}\n"
    assert VALUE in {text[hit.start : hit.stop] for hit in find_secrets(text) if hit.verdict is Verdict.SURE}
    for deep in ([text], json.dumps({"body": text})):
        assert VALUE not in redact(json.dumps(deep))


# MASK-07
@pytest.mark.parametrize(
    "text",
    [
        "const password = readPassword(form)",
        "const token = tokens[0]",
        "type Props = { password: string; token?: string }",
        "password={showPassword}",
        "if (token===undefined(x))",
        "https://a.test/?return=%2Fpassword%3Dreset",
        "GET /docs?q=api_key%3A+what+is+it",
        '"password":{"type":"string","title":"Password"}',
        'name="password"\r\n',
        "Authorization: Token required",
        "the token | the name | the rest",
        "password -> text",
        "let specialTokens = createO200KSpecialTokenMap(ids)",
        "class Undefined:\n    pass\n\n\n_undefined = Undefined()",
        "token (see getAccessTokenSilently)",
    ],
)
def test_code_and_prose_with_such_a_name_stay_readable(text: str) -> None:
    assert redact(json.dumps([text])) == json.dumps([text])
