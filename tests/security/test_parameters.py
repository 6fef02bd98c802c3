"""Secrets in forms and addresses are masked at every exit by the name of their field, wherever that stands."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from parts import Parts

from gasoline.kernel.secrets.redaction import redact

WEAK_VALUES = ["correct-horse-battery", "hunter2z", "12345679", "sunshinez"]
NAMES = ["password", "pass", "token", "api_key", "user[password]", "mytokenvalue"]
SITE = "http://localhost:3000/api/x"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


async def shown_everywhere(parts: Parts, **body: Any) -> str:
    parts.send("network_bodies", {"method": "POST", "status": 200, "url": SITE, "pageUrl": SITE, **body})
    tools = ("get_network_bodies", "get_session_timeline", "export_har")
    answers = [await parts.ask(tool) for tool in tools]
    return msgspec.json.encode(answers).decode()


@pytest.mark.parametrize("value", WEAK_VALUES)
@pytest.mark.parametrize("name", NAMES)
async def test_a_parameter_is_masked_in_the_address_and_in_its_parts(parts: Parts, name: str, value: str) -> None:
    assert value not in await shown_everywhere(parts, url=f"{SITE}?{name}={value}&page=2")


@pytest.mark.parametrize("form", ["{0}={1}", "{0}={1}&u=b", "u=b&{0}={1}", "u=b&{0}={1}&v=c"])
@pytest.mark.parametrize("name", NAMES)
async def test_a_field_of_a_form_is_masked_wherever_it_stands(parts: Parts, name: str, form: str) -> None:
    for value in WEAK_VALUES:
        assert value not in await shown_everywhere(parts, requestBody=form.format(name, value))


@pytest.mark.parametrize(
    "text",
    [
        '"password=" + value',
        "password=required for every account",
        'field["password"] = input',
        "if(o.token=t.next)",
        "list[index]=value",
        "?user[name]=ada",
        "?pass=1",
        "pass=true&fail=false",
    ],
)
def test_code_and_prose_are_not_forms(text: str) -> None:
    assert redact(text) == text
