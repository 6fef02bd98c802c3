"""How clients are notified about significant events: once through each channel they asked for, and nobody else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conversation import HttpTalk, StdioTalk, greet
from daemon import Daemon, wait_until
from event_reader import get_stream
from streaming_talk import UPDATED, ask, call, configure, fail, hears_nothing, listen_stream, modern, throw

EVENT = "notifications/gasoline/event"
FIVE_KEYS = {"category", "severity", "message", "timestamp", "context"}


# NOTE-02
def test_settings_are_answered_and_off_by_default(stdio: Callable[[], StdioTalk]) -> None:
    talk = stdio()
    greet(talk)
    everything = ["errors", "network_errors", "performance", "user_frustration", "security"]
    assert configure(talk) == {"enabled": False, "events": everything, "throttle_seconds": 5, "url_filter": ""}
    changed = configure(talk, enabled=True, events=["security", "errors"], throttle_seconds=2.5, url_filter="/shop")
    assert changed == {
        "enabled": True,
        "events": ["errors", "security"],
        "throttle_seconds": 2.5,
        "url_filter": "/shop",
    }
    assert configure(talk, enabled=False) == {**changed, "enabled": False}


# NOTE-03
@pytest.mark.parametrize(
    "wrong",
    [{"throttle_seconds": 0}, {"throttle_seconds": 61}, {"events": ["rain"]}, {"events": []}, {"enabled": "so"}],
)
def test_wrong_settings_are_refused_and_change_nothing(quiet_daemon: Daemon, wrong: dict[str, Any]) -> None:
    talk = HttpTalk(quiet_daemon)
    greet(talk)
    assert call(talk, "configure", **{"action": "streaming", "enabled": True, **wrong})["isError"] is True
    assert configure(talk)["enabled"] is False


def test_only_a_client_that_enabled_it_is_notified(daemon: Daemon, stdio: Callable[[], StdioTalk]) -> None:
    told, quiet = stdio(), stdio()
    greet(told)
    greet(quiet)
    configure(told, enabled=True)
    message = fail(daemon)
    heard = told.hear()
    assert (heard["method"], heard["params"]["message"]) == (EVENT, message)
    assert set(heard["params"]) == FIVE_KEYS
    assert "id" not in heard
    hears_nothing(told)
    hears_nothing(quiet)


def test_what_follows_at_once_is_one_summary(daemon: Daemon, stdio: Callable[[], StdioTalk]) -> None:
    talk = stdio()
    greet(talk)
    configure(talk, enabled=True, throttle_seconds=1)
    messages = [fail(daemon) for _ in range(4)]
    throw(daemon, "and one error more, in the same breath")
    assert talk.hear()["params"]["message"] == messages[0]
    summary = talk.hear()["params"]
    assert set(summary) == FIVE_KEYS
    assert summary["message"] == "4 significant events: 1 error, 3 network errors"
    assert {event["message"] for event in summary["context"]["events"]} == {*messages[1:], "New error: Error on /shop"}
    hears_nothing(talk)


# NOTE-11
def test_a_logging_level_brings_log_messages_as_well(daemon: Daemon, stdio: Callable[[], StdioTalk]) -> None:
    all_levels, high_levels = stdio(), stdio()
    for talk, level in ((all_levels, "info"), (high_levels, "critical")):
        greet(talk)
        assert ask(talk, "logging/setLevel", level=level)["result"] == {}
        configure(talk, enabled=True)
    message = fail(daemon)
    event, log = all_levels.hear(), all_levels.hear()
    assert (event["method"], log["method"]) == (EVENT, "notifications/message")
    assert log["params"] == {"level": "error", "logger": "gasoline", "data": event["params"]}
    assert high_levels.hear()["params"]["message"] == message
    hears_nothing(all_levels)
    hears_nothing(high_levels)


def test_a_logging_level_alone_brings_nothing(daemon: Daemon, stdio: Callable[[], StdioTalk]) -> None:
    talk = stdio()
    greet(talk)
    ask(talk, "logging/setLevel", level="debug")
    fail(daemon)
    hears_nothing(talk)


def test_a_client_that_switched_it_off_is_no_longer_notified(daemon: Daemon, stdio: Callable[[], StdioTalk]) -> None:
    talk = stdio()
    greet(talk)
    configure(talk, enabled=True)
    configure(talk, enabled=False)
    fail(daemon)
    hears_nothing(talk)


def test_a_subscription_of_the_handshake_era_announces_an_update(
    daemon: Daemon, stdio: Callable[[], StdioTalk]
) -> None:
    talk = stdio()
    greet(talk)
    assert ask(talk, "resources/subscribe", uri="gasoline://events")["result"] == {}
    message = fail(daemon)
    assert talk.hear() == {"jsonrpc": "2.0", "method": UPDATED, "params": {"uri": "gasoline://events"}}
    read = ask(talk, "resources/read", uri="gasoline://events")["result"]["contents"][0]
    assert json.loads(read["text"])[0]["message"] == message
    assert ask(talk, "resources/unsubscribe", uri="gasoline://events")["result"] == {}
    fail(daemon)
    hears_nothing(talk)
    assert "gasoline://events" in ask(talk, "resources/subscribe", uri="gasoline://page")["error"]["message"]


def test_a_current_client_is_notified_only_on_the_stream_it_asked_for(
    daemon: Daemon, stdio: Callable[[], StdioTalk]
) -> None:
    listening, asking = stdio(), stdio()
    listening.say(modern("s1", "subscriptions/listen", notifications={"resourceSubscriptions": ["gasoline://events"]}))
    acknowledged = listening.hear()
    assert acknowledged["method"] == "notifications/subscriptions/acknowledged"
    asking.say(modern("c1", "tools/call", name="configure_streaming", arguments={"enabled": True}))
    content = asking.hear()["result"]["content"]
    assert json.loads(content[0]["text"])["enabled"] is True
    assert "subscriptions/listen" in content[1]["text"]
    fail(daemon)
    heard = listening.hear()
    assert (heard["method"], heard["params"]["uri"]) == (UPDATED, "gasoline://events")
    assert heard["params"]["_meta"] == {"io.modelcontextprotocol/subscriptionId": "s1"}
    for talk in (listening, asking):
        talk.say(modern("end", "tools/list"))
        assert talk.hear()["id"] == "end"


def test_a_current_client_listens_over_http(daemon: Daemon) -> None:
    with (
        listen_stream(daemon, "gasoline://events", "one") as events,
        listen_stream(daemon, "gasoline://page", "two") as other,
    ):
        assert events.next_message()["method"] == other.next_message()["method"]
        fail(daemon)
        assert events.next_message()["params"]["uri"] == "gasoline://events"


def test_a_listener_over_http_that_goes_makes_room(tmp_path: Path) -> None:
    daemon = Daemon(tmp_path / "state", MAX_LISTEN_STREAMS=1)

    def is_admitted() -> bool:
        with listen_stream(daemon, "gasoline://events") as stream:
            return stream.is_open

    try:
        with listen_stream(daemon, "gasoline://events") as first, listen_stream(daemon, "gasoline://events") as second:
            assert first.next_message()["method"] == "notifications/subscriptions/acknowledged"
            assert (first.is_open, second.is_open) == (True, False)
        assert wait_until(is_admitted, "room for another listener")
    finally:
        daemon.stop()


def test_a_current_clients_filter_holds_on_its_stream(daemon: Daemon, stdio: Callable[[], StdioTalk]) -> None:
    talk = stdio()
    talk.say(modern("c1", "tools/call", name="configure_streaming", arguments={"events": ["security"]}))
    talk.hear()
    talk.say(modern("s1", "subscriptions/listen", notifications={"resourceSubscriptions": ["gasoline://events"]}))
    talk.hear()
    fail(daemon)
    talk.say(modern("end", "tools/list"))
    assert talk.hear()["id"] == "end"


def test_each_of_several_channels_notifies_once(daemon: Daemon, stdio: Callable[[], StdioTalk]) -> None:
    talk = stdio()
    greet(talk)
    configure(talk, enabled=True)
    ask(talk, "logging/setLevel", level="error")
    ask(talk, "resources/subscribe", uri="gasoline://events")
    with get_stream(daemon, "/events/stream") as stream:
        message = fail(daemon)
        methods = sorted(talk.hear()["method"] for _ in range(3))
        assert methods == [EVENT, "notifications/message", UPDATED]
        hears_nothing(talk)
        assert stream.next_message()["message"] == message
        second = fail(daemon)
        assert stream.next_message()["message"] == second


# MCP-09
def test_resources_are_listed_and_read(quiet_daemon: Daemon) -> None:
    talk = HttpTalk(quiet_daemon)
    greet(talk)
    listed = {each["uri"] for each in ask(talk, "resources/list")["result"]["resources"]}
    assert listed == {"gasoline://events", "gasoline://errors", "gasoline://page", "gasoline://timeline"}
    assert ask(talk, "resources/templates/list")["result"]["resourceTemplates"] == []
    errors = ask(talk, "resources/read", uri="gasoline://errors")["result"]["contents"][0]
    assert (errors["mimeType"], json.loads(errors["text"])) == ("application/json", [])
    timeline = ask(talk, "resources/read", uri="gasoline://timeline")["result"]["contents"][0]
    assert isinstance(json.loads(timeline["text"]), dict)
    assert "extension_not_connected" in ask(talk, "resources/read", uri="gasoline://page")["error"]["message"]
    assert "gasoline://errors" in ask(talk, "resources/read", uri="gasoline://tea")["error"]["message"]


# MCP-09
def test_prompts_are_listed_and_filled_in(quiet_daemon: Daemon) -> None:
    talk = HttpTalk(quiet_daemon)
    greet(talk)
    titles = [prompt["title"] for prompt in ask(talk, "prompts/list")["result"]["prompts"]]
    assert titles == ["Debug this page", "Verify my fix", "Write a regression test", "Audit this page"]
    filled = ask(talk, "prompts/get", name="debug_this_page", arguments={"symptom": "{} the button is dead"})
    text = filled["result"]["messages"][0]["content"]["text"]
    assert "observe what=errors" in text
    assert "{} the button is dead" in text
    assert "debug_this_page" in ask(talk, "prompts/get", name="tea")["error"]["message"]
