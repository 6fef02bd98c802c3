"""export_har: valid by the format's own schema, timing and bodies joined, whole entries within the budget."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, FormatChecker
from parts import Parts
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT6

from gasoline.model.events import REQUEST_BODY_BYTES, RESPONSE_BODY_BYTES
from gasoline.tools.answer_budget import ANSWER_CHARS

SCHEMAS = Path(__file__).parents[2] / "node_modules/har-schema/lib"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


@pytest.fixture(scope="session")
def har_schema() -> Draft7Validator:
    """The published schema of HAR 1.2: one file for each part, which refer to each other by name."""
    files = {file.name: json.loads(file.read_text()) for file in SCHEMAS.glob("*.json")}
    registry: Registry[Any] = Registry().with_resources(
        (f"{name}#", DRAFT6.create_resource({**schema, "$id": name})) for name, schema in files.items()
    )
    registry = registry.with_resources(
        (name, Resource.from_contents({**schema, "$id": name}, default_specification=DRAFT6))
        for name, schema in files.items()
    )
    return Draft7Validator({"$ref": "har.json"}, registry=registry, format_checker=FormatChecker())


def timing(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": f"r{number}",
        "ts": f"2026-01-31T12:00:{number:02}.000Z",
        "url": f"http://shop.test/api/{number}?page=2&q=",
        "method": "POST",
        "status": 200,
        "initiator": "fetch",
        "duration": 100.5,
        "pageUrl": "http://shop.test/cart",
        **more,
    }


def body(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": f"r{number}",
        "ts": f"2026-01-31T12:00:{number:02}.000Z",
        "method": "POST",
        "url": f"http://shop.test/api/{number}?page=2&q=",
        "status": 200,
        "requestBody": '{"sent":1}',
        "responseBody": '{"got":"ü"}',
        "contentType": "application/json; charset=utf-8",
        "requestHeaders": {"content-type": "application/json"},
        "responseHeaders": {"x-shown": "yes"},
        "duration": 90,
        "pageUrl": "http://shop.test/cart",
        **more,
    }


PHASES = {"dns": 1, "connect": 5, "tls": 3, "wait": 60, "receive": 30}


# NET-12
async def test_every_kind_of_request_gives_a_valid_archive(parts: Parts, har_schema: Draft7Validator) -> None:
    parts.send(
        "network",
        timing(1, phases=PHASES, transferSize=300, decodedSize=12, cached=False),
        timing(2),
        timing(3, initiator="img", method=None, status=None),
        timing(4, aborted=True, status=0),
        timing(5, redirectedTo="http://shop.test/elsewhere"),
    )
    parts.send("network_bodies", body(1), body(6, responseBody="[Binary: 5 bytes, type: image/png]"))
    parts.send("network_bodies", body(7, status=0, error="TypeError: Failed to fetch", truncated=True))
    parts.send("network_bodies", {"method": "GET", "url": "http://[broken"})
    har = await parts.ask("export_har")
    har_schema.validate(har)
    assert [entry["startedDateTime"][17:19] for entry in har["log"]["entries"]][:7] == [f"0{n}" for n in range(8)][:7]
    assert har["log"]["creator"] == {"name": "Gasoline", "version": "1.2.3"}
    assert [page["title"] for page in har["log"]["pages"]] == ["http://shop.test/cart"]


async def test_the_schema_of_the_test_refuses_an_invalid_archive(parts: Parts, har_schema: Draft7Validator) -> None:
    parts.send("network", timing(1))
    har = await parts.ask("export_har")
    del har["log"]["entries"][0]["timings"]["wait"]
    assert not har_schema.is_valid(har)


async def test_timing_and_bodies_of_one_request_are_one_entry(parts: Parts) -> None:
    parts.send("network", timing(1, phases=PHASES, transferSize=300, decodedSize=12))
    parts.send("network_bodies", body(1))
    [entry] = (await parts.ask("generate", what="har"))["log"]["entries"]
    assert entry["request"]["postData"] == {"mimeType": "application/json", "text": '{"sent":1}'}
    assert entry["request"]["queryString"] == [{"name": "page", "value": "2"}, {"name": "q", "value": ""}]
    assert entry["request"]["bodySize"] == 10
    assert entry["response"]["content"] == {
        "size": 12,
        "mimeType": "application/json; charset=utf-8",
        "text": '{"got":"ü"}',
    }
    assert entry["response"]["headers"] == [{"name": "x-shown", "value": "yes"}]
    assert entry["timings"] == {
        "blocked": 4.5, "dns": 1, "connect": 5, "ssl": 3, "send": 0, "wait": 60, "receive": 30,
    }  # fmt: skip
    assert entry["time"] == 100.5
    assert entry["pageref"] == "page_1"


async def test_unknown_values_are_marked_as_unknown(parts: Parts) -> None:
    parts.send("network", timing(1))
    [entry] = (await parts.ask("export_har"))["log"]["entries"]
    assert {name: entry["timings"][name] for name in ("blocked", "dns", "connect", "ssl")} == dict.fromkeys(
        ("blocked", "dns", "connect", "ssl"), -1
    )
    assert (entry["timings"]["wait"], entry["time"]) == (100.5, 100.5)
    assert (entry["response"]["headersSize"], entry["request"]["bodySize"]) == (-1, -1)


async def test_the_oldest_entries_are_left_out_whole_and_the_note_says_so(
    parts: Parts, har_schema: Draft7Validator
) -> None:
    long = {"requestBody": "r" * REQUEST_BODY_BYTES, "responseBody": '"€' * 2000}
    parts.send("network_bodies", *(body(number, **long) for number in range(1, 20)))
    reply = await parts.call("export_har")
    assert len(reply.texts[0]) <= ANSWER_CHARS
    har = json.loads(reply.texts[0])
    har_schema.validate(har)
    entries = har["log"]["entries"]
    assert entries[-1]["startedDateTime"] == "2026-01-31T12:00:19.000Z"
    assert all(entry["response"]["content"]["text"] == '"€' * 2000 for entry in entries)
    assert f"{len(entries)} of 19 requests" in reply.texts[1]


async def test_one_entry_that_is_too_long_loses_its_bodies_only(parts: Parts, har_schema: Draft7Validator) -> None:
    parts.send("network_bodies", body(1, responseBody="\0" * RESPONSE_BODY_BYTES))
    har = await parts.ask("export_har")
    har_schema.validate(har)
    [entry] = har["log"]["entries"]
    assert "text" not in entry["response"]["content"]


async def test_url_filter_and_limit(parts: Parts) -> None:
    parts.send("network", *(timing(number) for number in range(1, 6)))
    assert len((await parts.ask("export_har", url_filter="api/3"))["log"]["entries"]) == 1
    limited = await parts.ask("export_har", limit=2)
    assert [entry["request"]["url"][21] for entry in limited["log"]["entries"]] == ["4", "5"]


async def test_nothing_captured_is_an_empty_archive(parts: Parts, har_schema: Draft7Validator) -> None:
    har_schema.validate(await parts.ask("export_har"))
