"""Long polls for questions: only the extension gets them, and a poll whose client vanished takes none along."""

import http.client
import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from daemon import Daemon, wait_until


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def poll(daemon: Daemon) -> http.client.HTTPConnection:
    connection = daemon.begin("/pending-queries", **{"X-Gasoline-Token": daemon.token})
    wait_until(lambda: is_connected(daemon), "the poll to be held")
    return connection


def is_connected(daemon: Daemon) -> bool:
    return bool(daemon.get("/pilot-status").json["extension_connected"])


def ask(pool: ThreadPoolExecutor, daemon: Daemon) -> Future[dict[str, Any]]:
    return pool.submit(daemon.reply, "get_tabs")


def test_a_poll_whose_client_vanished_leaves_the_question_to_the_next_one(
    daemon: Daemon, pool: ThreadPoolExecutor
) -> None:
    vanishing = poll(daemon)
    staying = daemon.begin("/pending-queries", **{"X-Gasoline-Token": daemon.token})
    vanishing.close()
    answer = ask(pool, daemon)
    (query,) = json.loads(staying.getresponse().read())["queries"]
    staying.close()
    daemon.post("/query-result", {"id": query["id"], "result": []}, **{"X-Gasoline-Token": daemon.token})
    assert not answer.result(10)["isError"]


def test_a_browser_whose_held_poll_breaks_is_gone_at_once(daemon: Daemon) -> None:
    poll(daemon).close()
    wait_until(lambda: not is_connected(daemon), "the disconnect")
    status = daemon.get("/pilot-status").json
    assert (status["source"], status["last_poll_ago"] < 3) == ("stale", True)
    assert json.loads(daemon.reply("get_tabs")["content"][0]["text"])["error"] == "extension_not_connected"


def test_a_poller_without_the_token_gets_no_question(daemon: Daemon, pool: ThreadPoolExecutor) -> None:
    stranger = daemon.begin("/pending-queries")
    wait_until(lambda: is_connected(daemon), "the poll to be held")
    answer = ask(pool, daemon)
    reply = json.loads(answer.result(10)["content"][0]["text"])
    assert reply["error"] == "browser_gone"
    assert json.loads(stranger.getresponse().read()) == {"queries": []}
    stranger.close()
