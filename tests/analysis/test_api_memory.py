"""validate_api: filters, bounds, what is kept of responses, and why there is nothing."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from api_calls import Api
from parts import Parts

from gasoline.analysis.contracts.sample import CONTRACT_ERROR_CHARS, CONTRACT_SAMPLE_CHARS
from gasoline.analysis.contracts.schema_node import MAX_CONTRACT_ENTRIES
from gasoline.analysis.contracts.violations import MAX_CONTRACT_VIOLATIONS
from gasoline.model.switches import NETWORK_BODIES
from gasoline.model.units import KIB
from gasoline.store.contract_store import CONTRACTS_BYTES, MAX_CONTRACTS
from gasoline.tools.answer_budget import ANSWER_CHARS


@pytest.fixture
def api(tmp_path: Path) -> Api:
    return Api(Parts(tmp_path))


async def test_filters_choose_endpoints(api: Api) -> None:
    for path in ("/api/users/1", "/api/orders", "/health"):
        api.answers(3, {"a": 1}, path)
        api.answer({}, path)

    async def found(**arguments: Any) -> list[str]:
        return [each["endpoint"] for each in await api.violations(**arguments)]

    assert await found(url_filter="/api/") == ["GET /api/orders", "GET /api/users/:id"]
    assert await found(url_filter="users/1") == ["GET /api/users/:id"]
    assert await found(ignore_endpoints=["/health", "orders"]) == ["GET /api/users/:id"]
    answer = await api.analyze(url_filter="/api/", ignore_endpoints=["orders"])
    assert (answer["tracked_endpoints"], answer["total_requests_analyzed"], answer["clean_endpoints"]) == (1, 4, 0)


async def test_clear_learns_anew(api: Api) -> None:
    api.answers(3, {"a": 1})
    api.answers(3, {"a": 1}, "/api/orders")
    answer = await api.parts.ask("validate_api", action="clear", url_filter="orders")
    assert answer == {"action": "cleared", "endpoints": 1}
    assert await api.parts.ask("validate_api", action="clear") == {"action": "cleared", "endpoints": 1}
    api.answer({"b": 1})
    assert await api.violations() == []
    assert (await api.report())[0]["established_shape"] == {"b": "number"}


# API-03
async def test_the_endpoint_not_called_for_longest_makes_room(api: Api) -> None:
    for number in range(MAX_CONTRACTS):
        api.answer({"a": 1}, f"/e{number}x")
    api.answer({"a": 1}, "/e0x")
    api.answer({"a": 1}, "/one-more")
    tracked = {endpoint["endpoint"] for endpoint in await api.report()}
    assert len(tracked) == MAX_CONTRACTS
    assert "GET /e0x" in tracked
    assert "GET /e1x" not in tracked
    reply = await api.parts.call("validate_api", action="analyze")
    assert "1 endpoints were evicted" in reply.texts[1]


# API-04
async def test_contracts_stay_within_their_memory(api: Api) -> None:
    """The widest shapes that are tracked, each in another form, with violations of their own."""
    for number in range(MAX_CONTRACTS * 2):
        wide = {f"{'long name ' * 9}{number} {field}": 1 for field in range(MAX_CONTRACT_ENTRIES)}
        api.answers(3, wide, f"/e{number}x")
        for odd in range(MAX_CONTRACT_VIOLATIONS):
            api.answer(dict(list(wide.items())[odd + 1 :]), f"/e{number}x")
    assert 0 < api.parts.store.contracts.bytes <= CONTRACTS_BYTES
    assert len((await api.parts.call("validate_api", action="analyze")).texts[0]) <= ANSWER_CHARS


async def test_many_violations_cost_no_endpoint(api: Api) -> None:
    record = {f"field_{number}": {"of": number, "name": "x"} for number in range(40)}
    for number in range(MAX_CONTRACTS):
        api.answers(3, record, f"/e{number}x")
        for odd in range(MAX_CONTRACT_VIOLATIONS + 2):
            api.answer(dict(list(record.items())[odd + 1 :]), f"/e{number}x")
    assert (await api.analyze())["tracked_endpoints"] == MAX_CONTRACTS
    assert api.parts.store.contracts.evicted == 0


async def test_violations_that_do_not_fit_are_counted_and_the_note_says_how_to_see_them(api: Api) -> None:
    wide = {f"a rather long name of a field {number}": 1 for number in range(60)}
    for number in range(MAX_CONTRACTS):
        api.answers(3, wide, f"/e{number}x")
        api.answer({}, f"/e{number}x")
    reply = await api.parts.call("validate_api", action="analyze")
    answer = msgspec.json.decode(reply.texts[0])
    shown = len(answer["violations"])
    assert 0 < shown < MAX_CONTRACTS == answer["total_violations"]
    assert answer["violations_left_out"] == MAX_CONTRACTS - shown
    assert answer["clean_endpoints"] == 0
    assert f"{MAX_CONTRACTS - shown} violations left out: narrow the result with url_filter" in reply.texts[1]


# API-05
async def test_violations_beyond_the_bound_of_an_endpoint_are_counted(api: Api) -> None:
    api.answers(3, {f"f{number}": 1 for number in range(20)})
    api.answer({f"f{number}": "1" for number in range(MAX_CONTRACT_VIOLATIONS + 3)} | {"f19": 1})
    answer = await api.analyze()
    assert len(answer["violations"]) == MAX_CONTRACT_VIOLATIONS
    assert answer["violations_left_out"] == answer["total_violations"] - MAX_CONTRACT_VIOLATIONS > 0


async def test_the_keys_of_a_large_object_are_data_and_the_note_says_so(api: Api) -> None:
    for number in range(4):
        api.answer({f"entry {number} {key}": 1 for key in range(MAX_CONTRACT_ENTRIES + 1)})
    assert await api.violations() == []
    reply = await api.parts.call("validate_api", action="report")
    assert msgspec.json.decode(reply.texts[0])["endpoints"][0]["established_shape"] == {":key": "number"}
    assert "“:key” stands for the keys of an object with more than 100" in reply.texts[1]


async def test_a_response_too_large_to_compare_is_counted(api: Api) -> None:
    api.answers(3, [{f"k{number}": {f"f{inner}": 1 for inner in range(50)} for number in range(5)}])
    [endpoint] = await api.report()
    assert (endpoint["established_shape"], endpoint["too_large_to_compare"]) == (None, 3)


# API-04
async def test_a_typical_endpoint_takes_less_than_ten_kilobytes(api: Api) -> None:
    order = {f"field_{number}": number for number in range(40)}
    api.answers(20, {"orders": [order], "total": 1, "next": "x"})
    api.answer({"orders": [{"field_1": 1}], "total": 1})
    assert api.parts.store.contracts.bytes < 10 * KIB


# API-06
async def test_only_shapes_are_kept(api: Api) -> None:
    api.answers(3, {"name": "Ada Lovelace", "note": 7, "api_key": 1})
    api.answer({"name": "Ada Lovelace", "note": "my card is " + "4" * 60, "api_key": "correct horse battery"})
    kept = str(api.parts.store.contracts.latest_first())
    assert "Ada" not in kept
    assert "correct horse" not in kept
    samples = {each["field"]: each["sample_value"] for each in await api.violations()}
    assert len(samples["note"]) == CONTRACT_SAMPLE_CHARS
    assert "correct" not in samples["api_key"]


# API-06
async def test_a_number_behind_a_secret_name_is_masked_in_the_sample(api: Api) -> None:
    api.answers(3, {"password": "x", "ssn": "x", "total": "x", "ok": "x"})
    api.answer({"password": 87654321, "ssn": 123456789, "total": 10**30, "ok": True})
    samples = {each["field"]: each["sample_value"] for each in await api.violations()}
    assert "87654321" not in str(samples["password"])
    assert "123456789" not in str(samples["ssn"])
    assert (samples["total"], samples["ok"]) == (10**30, True)


async def test_the_error_body_is_masked_and_truncated(api: Api) -> None:
    api.answers(3, {"a": 1})
    api.answer({"password": "correct horse", "trace": "line " * 1_000}, status=500)
    kept = api.parts.store.contracts.latest_first()[0].error_body
    assert len(kept) == CONTRACT_ERROR_CHARS
    assert "correct horse" not in kept
    [violation] = await api.violations()
    assert violation["last_error_body"] == kept


async def test_an_empty_answer_says_when_capture_is_off(api: Api) -> None:
    api.parts.store.extension.record_contact()
    api.parts.store.extension.switches = {NETWORK_BODIES: False}
    reply = await api.parts.call("validate_api", action="analyze")
    assert "“Capture Network Bodies” is off" in reply.texts[1]
    assert "turn it on" in reply.texts[1]


async def test_an_empty_answer_says_why_nothing_is_captured(api: Api) -> None:
    reply = await api.parts.call("analyze", what="api", action="report")
    assert "gasoline doctor" in reply.texts[1]


async def test_a_filter_that_matches_nothing_says_so(api: Api) -> None:
    api.answer({"a": 1})
    reply = await api.parts.call("validate_api", action="report", url_filter="nowhere")
    assert "None of the 1 tracked endpoints match" in reply.texts[1]


def timing(number: int, status: int, **more: Any) -> dict[str, Any]:
    return {"id": f"t{number}", "method": "GET", "url": "http://shop.test/a", "status": status, **more}


async def test_without_bodies_the_waterfall_reports_spikes(api: Api) -> None:
    api.parts.store.extension.switches = {NETWORK_BODIES: False}
    for number, status in enumerate((200, 200, 200, 500)):
        api.parts.send("network", timing(number, status, initiator="fetch"))
    api.parts.send("network", timing(9, 500, initiator="img"))
    [violation] = await api.violations()
    assert (violation["status_history"], violation["last_error_body"]) == ([200, 200, 200, 500], None)


async def test_with_bodies_the_waterfall_counts_nothing_again(api: Api) -> None:
    api.parts.store.extension.switches = {NETWORK_BODIES: True}
    api.answer({"a": 1}, "/a")
    api.parts.send("network", timing(1, 200, initiator="fetch"))
    assert (await api.report())[0]["call_count"] == 1
