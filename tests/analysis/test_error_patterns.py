"""What an error may have begun with: a hot update, a deploy or a failed call."""

from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from parts import Parts
from pattern_events import RACE, SAVE, START, at, call

from gasoline.analysis.causes.patterns.since_deploy import page_loads, since_deploy
from gasoline.analysis.causes.patterns.since_update import since_update, updates_of
from gasoline.analysis.causes.patterns.unhandled_failure import unhandled_failure
from gasoline.analysis.sessions.hot_updates import HotUpdate
from gasoline.model.actions import EnhancedAction, Selectors
from gasoline.model.error_context import FailedRequest
from gasoline.model.events import ExceptionEntry, RequestTiming


def test_an_error_that_began_with_a_hot_update_names_its_files() -> None:
    update = HotUpdate(at(1000), "vite", files=["/src/cart.js"])
    error = START + timedelta(milliseconds=1120)
    assert since_update(error, START, [update]) == "first seen 120 ms after a hot update of /src/cart.js"
    assert since_update(START, START, [update]) == ""
    assert since_update(error, START + timedelta(milliseconds=1050), [update]) == ""
    assert since_update(error + timedelta(hours=1), START, [update]) == ""


def test_an_update_of_another_page_explains_no_error() -> None:
    here = HotUpdate(at(0), "vite", "http://localhost:1/cart", tab_id=1)
    there = HotUpdate(at(0), "vite", "http://localhost:2/", tab_id=2)
    assert updates_of(ExceptionEntry(message="no", tab_id=1), [here, there]) == [here]
    assert updates_of(ExceptionEntry(message="no", url="http://localhost:2/a"), [here, there]) == [there]
    assert updates_of(ExceptionEntry(message="no"), [here, there]) == []


def test_a_rejection_after_a_failed_call_says_that_nobody_handled_it() -> None:
    request = FailedRequest(method="POST", url="http://localhost/api/save", status=500)
    rejected = ExceptionEntry(message="no", rejection=True)
    assert unhandled_failure(rejected, request) == (
        "POST /api/save answered 500, and no code handled the rejection that followed"
    )
    assert unhandled_failure(rejected, None) == ""
    assert unhandled_failure(ExceptionEntry(message="no"), request) == ""


def loaded(ms: float, *scripts: tuple[str, int]) -> list[RequestTiming]:
    page = call("/cart", ms, initiator="navigation")
    return [page, *(call(path, ms + 9, initiator="script", decoded_size=size) for path, size in scripts)]


def clicked(ms: float, name: str = "pay") -> EnhancedAction:
    return EnhancedAction(type="click", ts=at(ms), tab_id=1, selectors=Selectors(id=name))


OLD_LOAD, NEW_LOAD = loaded(0, ("/assets/index-AAAA1111.js", 900)), loaded(60_000, ("/assets/index-BBBB2222.js", 950))


PAY = [clicked(5_000), clicked(65_000)]


def deployed(requests: list[RequestTiming], actions: list[EnhancedAction], error_ms: float = 65_100) -> str:
    error = ExceptionEntry(message="no", ts=at(error_ms), tab_id=1)
    return since_deploy(START + timedelta(milliseconds=error_ms), page_loads(error, requests, actions))


def test_an_error_that_began_with_a_deploy_names_the_scripts_that_changed() -> None:
    assert deployed([*OLD_LOAD, *NEW_LOAD], PAY) == (
        "first seen after the page's scripts had changed: /assets/index-BBBB2222.js instead of "
        "/assets/index-AAAA1111.js; the load 60.0 s before, with the former scripts, had no such error"
    )
    resized = [*loaded(0, ("/app.js", 900)), *loaded(60_000, ("/app.js", 950))]
    assert "changed: /app.js (900 → 950 bytes);" in deployed(resized, PAY)
    assert "changed: /app.js (900 → 950 bytes);" in deployed(resized, [], 60_300)


@pytest.mark.parametrize(
    ("requests", "actions", "error_ms"),
    [
        ([*OLD_LOAD, *loaded(60_000, ("/assets/index-AAAA1111.js", 900))], PAY, 65_100),
        (NEW_LOAD, PAY, 65_100),
        ([*OLD_LOAD, *NEW_LOAD], [clicked(5_000, "other"), clicked(65_000)], 65_100),
        ([*OLD_LOAD, *NEW_LOAD], [], 75_000),
        ([*loaded(0, ("/a.js", 1)), *loaded(60_000, ("/a.js", 1), ("/lazy-CCCC3333.js", 5))], PAY, 65_100),
        ([*OLD_LOAD, *NEW_LOAD], PAY, 5_100),
    ],
)
def test_a_page_that_did_not_do_the_same_with_other_scripts_says_nothing_about_a_deploy(
    requests: list[RequestTiming], actions: list[EnhancedAction], error_ms: float
) -> None:
    assert deployed(requests, actions, error_ms) == ""


async def test_an_error_is_not_new_after_a_deploy_if_its_line_moved(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    new = {"ts": at(65_100), "filename": "http://localhost/assets/index-BBBB2222.js", "lineno": 7, "colno": 1}
    old = {"ts": at(5_100), "filename": "http://localhost/assets/index-AAAA1111.js", "lineno": 5, "colno": 1}
    error = {"type": "exception", "tabId": 1, "message": "boom", "url": "http://localhost/cart"}
    parts.send("network", *(msgspec.to_builtins(each) for each in [*OLD_LOAD, *NEW_LOAD]))
    parts.send("actions", *(msgspec.to_builtins(each) for each in PAY))
    parts.send("logs", {**error, **new})
    assert "first seen after the page's scripts had changed" in await parts.read("observe", what="errors")
    parts.send("logs", {**error, **old})
    assert "first seen after the page's scripts" not in await parts.read("observe", what="errors")


async def test_errors_come_with_patterns_of_the_requested_page_and_of_the_last_minutes(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.send("network", *(msgspec.to_builtins(each) for each in RACE))
    parts.log("no", level="error")
    race = "possible cause: answers out of order"
    assert race in await parts.read("observe", what="errors")
    assert race in await parts.read("observe", what="errors", url_filter="/search")
    assert race not in await parts.read("observe", what="errors", url_filter="localhost:9")
    parts.send("network", msgspec.to_builtins(call("/later", 400_000)))
    assert race not in await parts.read("observe", what="errors")


def n_plus_one(endpoint: str, start: float) -> list[RequestTiming]:
    return [call(f"/{endpoint}/{number}", start + number * 10) for number in range(1, 9)]


def save_twice(path: str, start: float) -> list[RequestTiming]:
    return [call(path, start, 300, **SAVE), call(path, start + 80, 300, **SAVE)]


async def causes(tmp_path: Path, what: str, *requests: RequestTiming, **arguments: str) -> list[str]:
    parts = Parts(tmp_path)
    parts.send("network", *map(msgspec.to_builtins, requests))
    lines = (await parts.read("observe", what=what, **arguments)).splitlines()
    return [line.strip() for line in lines if "possible cause: " in line]


# ERR-25
async def test_many_patterns_of_one_kind_leave_room_for_the_others_and_are_counted(tmp_path: Path) -> None:
    twice = [each for number, path in enumerate("abc") for each in save_twice(f"/{path}", number * 3000)]
    found = await causes(tmp_path, "network", *twice, *n_plus_one("users", 10_000))
    assert [line.removeprefix("possible cause: ").partition(":")[0] for line in found] == [
        "two changes to the same address",
        "one request for each item",
        "two changes to the same address",
        "1 more, not listed here",
    ]
    assert found[-1].endswith("1 more, not listed here: repeated request")


async def test_what_an_answer_does_not_name_takes_no_room_from_what_it_names(tmp_path: Path) -> None:
    bursts = [each for number, name in enumerate("abc") for each in n_plus_one(name, number * 3000)]
    left = [call("/orders", 20_000, 300, method="POST", status=0), call("/", 20_300, initiator="navigation")]
    [cause] = await causes(tmp_path, "errors", *bursts, *left)
    assert "the page was left before" in cause
    [cause] = await causes(tmp_path, "network", *bursts, *save_twice("/cart", 30_000), url_filter="/cart")
    assert "two changes to the same address" in cause
