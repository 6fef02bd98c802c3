"""Several clients at once, of both eras and over both transports: each hears what it asked for."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from conversation import HttpTalk, StdioTalk, greet
from daemon import Daemon
from event_reader import EventReader, get_stream
from streaming_talk import (
    ACKNOWLEDGED,
    EVENTS,
    FRESH,
    UPDATED,
    OpenSession,
    call,
    configure,
    configure_current,
    fail,
    hears_nothing,
    http_session,
    listen_stream,
    modern,
    throw,
)


def test_two_at_once_with_different_settings_over_both_transports(
    daemon: Daemon, stdio: Callable[[], StdioTalk]
) -> None:
    errors = stdio()
    greet(errors)
    configure(errors, enabled=True, events=["errors"], throttle_seconds=1)
    with http_session(daemon) as shop, http_session(daemon) as silent:
        configure(shop.talk, enabled=True, url_filter="/basket", throttle_seconds=1)
        throw(daemon, "only for the first, of two at once")
        message = fail(daemon, "/basket/checkout")
        assert errors.hear()["params"]["message"] == "New error: Error on /shop"
        assert shop.stream.next_message()["params"]["message"] == message
        hears_nothing(errors)
        # The stream of the third ends with its session, and held nothing.
        daemon.request("DELETE", "/mcp", headers=silent.talk.session)
        assert silent.stream.rest() == []
        daemon.request("DELETE", "/mcp", headers=shop.talk.session)
        assert shop.stream.rest() == []


WISHES: list[dict[str, Any]] = [{"events": ["errors"]}, {"url_filter": "/basket"}]
"""Of each kind of client the first wants errors, the second whatever happens in the basket."""


@pytest.fixture
def legacy_stdio(stdio: Callable[[], StdioTalk]) -> list[StdioTalk]:
    talks = [stdio(), stdio()]
    for talk, wish in zip(talks, WISHES, strict=True):
        greet(talk)
        configure(talk, enabled=True, **wish)
    return talks


@pytest.fixture
def current_stdio(stdio: Callable[[], StdioTalk]) -> list[StdioTalk]:
    talks = [stdio(), stdio()]
    for talk, wish in zip(talks, WISHES, strict=True):
        talk.say(modern("c", "tools/call", name="configure_streaming", arguments=wish))
        assert talk.hear()["id"] == "c"
        talk.say(modern("s", "subscriptions/listen", notifications=EVENTS))
        assert talk.hear()["method"] == ACKNOWLEDGED
    return talks


@pytest.fixture
def legacy_http(daemon: Daemon) -> Iterator[list[OpenSession]]:
    with http_session(daemon) as first, http_session(daemon) as second:
        for session, wish in zip((first, second), WISHES, strict=True):
            configure(session.talk, enabled=True, **wish)
        yield [first, second]


@pytest.fixture
def current_http(daemon: Daemon) -> Iterator[list[EventReader]]:
    for name, wish in zip("ab", WISHES, strict=True):
        configure_current(daemon, name, **wish)
    with (
        listen_stream(daemon, "gasoline://events", "a") as first,
        listen_stream(daemon, "gasoline://events", "b") as second,
    ):
        for stream in (first, second):
            assert stream.next_message()["method"] == ACKNOWLEDGED
        yield [first, second]


def test_two_clients_of_each_era_and_transport_receive_what_each_asked_for(
    daemon: Daemon,
    *,
    legacy_stdio: list[StdioTalk],
    current_stdio: list[StdioTalk],
    legacy_http: list[OpenSession],
    current_http: list[EventReader],
) -> None:
    fail(daemon)  # nobody has asked for it
    throw(daemon, f"for those that want errors {'i' * next(FRESH)}")
    expected = ["New error: Error on /shop", fail(daemon, f"/basket/{'abcdef'[next(FRESH) % 6]}x{next(FRESH)}")]
    assert [talk.hear()["params"]["message"] for talk in legacy_stdio] == expected
    assert [session.stream.next_message()["params"]["message"] for session in legacy_http] == expected
    assert [talk.hear()["method"] for talk in current_stdio] == [UPDATED, UPDATED]
    assert [stream.next_message()["method"] for stream in current_http] == [UPDATED, UPDATED]
    for talk in legacy_stdio:
        hears_nothing(talk)
    for talk in current_stdio:
        talk.say(modern("end", "tools/list"))
        assert talk.hear()["id"] == "end"
    for session in legacy_http:
        daemon.request("DELETE", "/mcp", headers=session.talk.session)
        assert session.stream.rest() == []


def test_two_of_one_name_without_a_session_are_distinguished_by_their_address(daemon: Daemon) -> None:
    one, other = "/mcp?client=one", "/mcp?client=other"
    configure_current(daemon, "twin", one, events=["security"])
    assert configure_current(daemon, "twin", other, url_filter="/twins")["events"] != ["security"]
    assert configure_current(daemon, "twin", one)["url_filter"] == ""
    with (
        listen_stream(daemon, "gasoline://events", "twin", one) as silent,
        listen_stream(daemon, "gasoline://events", "twin", other) as told,
    ):
        for stream in (silent, told):
            assert stream.next_message()["method"] == ACKNOWLEDGED
        fail(daemon, f"/twins/x{next(FRESH)}x")
        assert told.next_message()["method"] == UPDATED
        configure_current(daemon, "twin", one, events=["network_errors"])
        fail(daemon, f"/twins/y{next(FRESH)}y")
        assert silent.next_message()["method"] == UPDATED


def test_a_session_without_a_stream_is_notified_once_it_opens_one(daemon: Daemon) -> None:
    talk = HttpTalk(daemon)
    greet(talk)
    content = call(talk, "configure_streaming", enabled=True, throttle_seconds=0.1)["content"]
    assert "GET stream is not open" in content[1]["text"]
    messages = {fail(daemon), fail(daemon)}
    with get_stream(daemon, "/mcp", **talk.session) as stream:
        params = stream.next_message()["params"]
        assert params["message"] == "2 significant events: 2 network errors"
        assert {event["message"] for event in params["context"]["events"]} == messages
    daemon.request("DELETE", "/mcp", headers=talk.session)
