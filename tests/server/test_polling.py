"""Long polls for questions: only the extension gets them, and a poll whose client vanished takes none along."""

import http.client
import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any

import pytest
from daemon import WAIT_S, Daemon, wait_until


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def poll(daemon: Daemon) -> AbstractContextManager[http.client.HTTPConnection]:
    return daemon.begin("/pending-queries", **{"X-Gasoline-Token": daemon.token})


def wait_for_poll(daemon: Daemon) -> None:
    wait_until(lambda: is_connected(daemon), "the poll to be held")


def is_connected(daemon: Daemon) -> bool:
    return bool(daemon.get("/pilot-status").json["extension_connected"])


def ask(pool: ThreadPoolExecutor, daemon: Daemon) -> Future[dict[str, Any]]:
    return pool.submit(daemon.reply, "get_tabs")


def test_a_poll_whose_client_vanished_leaves_the_question_to_the_next_one(
    daemon: Daemon, pool: ThreadPoolExecutor
) -> None:
    with poll(daemon):
        wait_for_poll(daemon)
    wait_until(lambda: not is_connected(daemon), "the disconnect")
    with poll(daemon) as staying:
        wait_for_poll(daemon)
        answer = ask(pool, daemon)
        (query,) = json.loads(staying.getresponse().read())["queries"]
    daemon.post("/query-result", {"id": query["id"], "result": []}, **{"X-Gasoline-Token": daemon.token})
    assert not answer.result(WAIT_S)["isError"]


def test_a_browser_whose_held_poll_breaks_is_gone_at_once(daemon: Daemon) -> None:
    with poll(daemon):
        wait_for_poll(daemon)
    wait_until(lambda: not is_connected(daemon), "the disconnect")
    status = daemon.get("/pilot-status").json
    assert (status["source"], status["last_poll_ago"] < 3) == ("stale", True)
    assert json.loads(daemon.reply("get_tabs")["content"][0]["text"])["error"] == "extension_not_connected"


@pytest.mark.parametrize("changed_limits", [{"POLL_HOLD_S": 2.0, "UNTAKEN_QUERY_S": 0.3}])
def test_a_poller_without_the_token_gets_no_question(daemon: Daemon, pool: ThreadPoolExecutor) -> None:
    with daemon.begin("/pending-queries") as stranger:
        wait_for_poll(daemon)
        answer = ask(pool, daemon)
        reply = json.loads(answer.result(WAIT_S)["content"][0]["text"])
        assert reply["error"] == "browser_gone"
        assert json.loads(stranger.getresponse().read()) == {"queries": []}
