"""Patterns in requests: each with captures that show it and captures that look like it and do not."""

from typing import Any

import pytest
from pattern_events import RACE, SAVE, call

from gasoline.analysis.causes.patterns import request_patterns
from gasoline.model.call_site import CallPlace
from gasoline.model.events import NetworkBody, RequestTiming


def of_requests(*requests: RequestTiming) -> list[tuple[str, tuple[str, ...]]]:
    return [(found.kind, found.ids) for found in request_patterns(enumerate(requests, start=1))]


ADD: dict[str, Any] = {"method": "POST", "status": 201}


OLD_LIST: dict[str, Any] = {"cached": True, "called_from": [CallPlace(file="src/notes.js", line=4)]}


ITEMS = [call(f"/users/{number}", number * 10) for number in range(1, 6)]


# ERR-25
@pytest.mark.parametrize(
    ("requests", "expected"),
    [
        (RACE, [("answers_out_of_order", ("r1", "r2"))]),
        ([call("/search?q=a", 0, 50), call("/search?q=ab", 100, 50)], []),
        ([call("/search?q=a", 0, 150), call("/search?q=ab", 100, 100)], []),
        ([call("/search?q=a", 0, 500, aborted=True, status=0), call("/search?q=ab", 100, 50)], []),
        ([call("/search?q=a", 0, 500), call("/search?q=ab", 100, 50, tab_id=2)], []),
        ([call("/orders", 0, 300, **SAVE), call("/orders", 80, 300, **SAVE)], [("repeated_request", ("r1", "r2"))]),
        ([call("/orders", 0, 300, **SAVE), call("/orders", 5000, 300, **SAVE)], []),
        ([call("/orders", 0, 300, status=0, **SAVE), call("/orders", 400, 300, **SAVE)], []),
        (
            [call("/me", number * 100) for number in range(5)],
            [("repeated_request", ("r1", "r2", "r3", "r4", "r5"))],
        ),
        ([call("/me", number * 100) for number in range(4)], []),
        ([call("/me", number * 5000) for number in range(5)], []),
        ([call("/me", number * 2000) for number in range(9)], []),
        (
            [call("/me", number * 100) for number in (*range(5), 90)],
            [("repeated_request", ("r1", "r2", "r3", "r4", "r5"))],
        ),
        ([call("/orders", 0, 100, **SAVE, status=503), call("/orders", 400, 100, **SAVE)], []),
        (
            [call("/orders", 0, 900, **SAVE, status=503), call("/orders", 400, 100, **SAVE)],
            [("repeated_request", ("r1", "r2"))],
        ),
        ([call("/graphql", 0, 100, **SAVE), call("/graphql", 50, 100, **SAVE)], []),
        ([call("/search", 0, 500), call("/search", 100, 50)], [("answers_out_of_order", ("r1", "r2"))]),
        ([call("/users/1", 0, 500), call("/users/2", 100, 50)], [("answers_out_of_order", ("r1", "r2"))]),
        ([call("/users/1", 0, 500), call("/users/2", 10, 50)], []),
        (
            [*ITEMS, call("/users/9", 60_000)],
            [("n_plus_one", ("r1", "r2", "r3", "r4", "r5"))],
        ),
        (
            [call(f"/users?id={number}", number * 10) for number in range(5)],
            [("n_plus_one", ("r1", "r2", "r3", "r4", "r5"))],
        ),
        ([call(f"/users?page={number}", number * 10) for number in range(5)], []),
        (ITEMS, [("n_plus_one", ("r1", "r2", "r3", "r4", "r5"))]),
        (ITEMS[:4], []),
        (
            [call("/save", 0, 100, method="POST", status=0), call("/", 80, initiator="navigation")],
            [("left_before_answer", ("r1",))],
        ),
        ([call("/save", 0, 100, method="POST"), call("/", 80, initiator="navigation")], []),
        ([call("/save", 0, 100, method="POST", status=0), call("/", 120, initiator="navigation")], []),
        ([call("/notes", 0, 50, **ADD), call("/notes", 80, 1, **OLD_LIST)], [("stale_answer", ("r1", "r2"))]),
        (
            [call("/notes/7", 0, 50, method="PATCH"), call("/notes?page=1", 80, 1, **OLD_LIST)],
            [("stale_answer", ("r1", "r2"))],
        ),
        ([call("/notes", 0, 50, **ADD), call("/notes", 80)], []),
        ([call("/notes", 0, 50, **ADD), call("/notes", 60), call("/notes", 80, 1, **OLD_LIST)], []),
        ([call("/notes", 0, 90, **ADD), call("/notes", 80, 1, **OLD_LIST)], []),
        ([call("/notes", 0, 50, method="POST", status=422), call("/notes", 80, 1, **OLD_LIST)], []),
        ([call("/tags", 0, 50, **ADD), call("/notes", 80, 1, **OLD_LIST)], []),
        ([call("/notes-old", 0, 50, **ADD), call("/notes", 80, 1, **OLD_LIST)], []),
    ],
)
def test_requests(requests: list[RequestTiming], expected: list[Any]) -> None:
    assert of_requests(*requests) == expected


def test_the_words_name_the_requests_the_order_and_the_place() -> None:
    (race,) = request_patterns(enumerate(RACE, start=1))
    assert race.text == (
        "answers out of order: r1 GET /search?q=a was sent before r2 GET /search?q=ab but answered 350 ms after it; "
        "a page that shows whatever comes last shows the older r1"
    )
    saved = [call("/orders", 0, 300, **SAVE), call("/orders", 80, 300, **SAVE)]
    (twice,) = request_patterns(enumerate(saved, start=1))
    assert twice.text == (
        "two changes to the same address: r1 POST /orders and r2 80 ms later while the first was under way, "
        "from src/form.js:9"
    )


def test_a_stale_answer_is_reported_with_the_change_that_it_lacks() -> None:
    requests = [call("/notes", 0, 50, **ADD), call("/notes", 80, 1, **OLD_LIST)]
    (stale,) = request_patterns(enumerate(requests, start=1))
    assert stale.text == (
        "an old answer from a cache in the browser: r2 GET /notes was not sent, although r1 POST /notes had succeeded "
        "30 ms before, from src/notes.js:4"
    )


def sent(number: int, body: str, **more: Any) -> NetworkBody:
    return NetworkBody(id=str(number), method="POST", status=200, request_body=body, **more)


def words_of(path: str, *bodies: NetworkBody) -> list[str]:
    calls = [call(path, number * 80, 300, id=body.id, **SAVE) for number, body in enumerate(bodies)]
    return [found.text.partition(":")[0] for found in request_patterns(enumerate(calls, start=1), bodies)]


def test_changes_are_the_same_only_if_what_they_sent_is_known_to_be_the_same() -> None:
    assert words_of("/orders", sent(1, '{"n":1}'), sent(2, '{"n":1}')) == ["the same change was sent twice"]
    assert words_of("/orders", sent(1, '{"n":1}'), sent(2, '{"n":2}')) == []
    long = {"truncated": True}
    assert words_of("/orders", sent(1, "{", **long), sent(2, "{", **long)) == ["two changes to the same address"]
    one, other = '{"query":"mutation Add { add }"}', '{"query":"mutation Drop { drop }"}'
    assert words_of("/graphql", sent(1, one), sent(2, other)) == []
    assert words_of("/graphql", sent(1, one), sent(2, one)) == ["the same change was sent twice"]


def test_an_overtaken_answer_that_said_the_same_is_not_named() -> None:
    calls = [call("/search", 0, 500, id="1"), call("/search", 100, 50, id="2")]
    same = [NetworkBody(id=number, method="GET", status=200, response_body="[]") for number in ("1", "2")]
    assert request_patterns(enumerate(calls, start=1), same) == []
