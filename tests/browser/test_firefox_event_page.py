"""Firefox ends the event page, or the server is killed: everything arrives once, in its order."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from daemon import Daemon, wait_until
from firefox import Firefox, required_firefox
from logged_numbers import numbers
from site_for_tests import Site

COUNT = """<!doctype html><title>Count</title><link rel="icon" href="data:,"><script>
    for (let i = 0; i < 100; i++) console.log('n', i);
    let i = 100;
    globalThis.counting = new Promise((done) => {
        const timer = setInterval(() => {
            for (let k = 0; k < 10 && i < 3000; k++) console.log('n', i++);
            if (i === 3000) done(clearInterval(timer));
        }, 2);
    });
</script>"""


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daemon]:
    daemon = Daemon(tmp_path_factory.mktemp("counting-daemon") / "state")
    yield daemon
    daemon.stop()


@pytest.fixture(scope="module")
def own_firefox(daemon: Daemon, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    firefox = Firefox(required_firefox(), tmp_path_factory.mktemp("counting-firefox"), daemon)
    yield firefox
    firefox.close()


@pytest.fixture(autouse=True)
def nothing_logged(daemon: Daemon, own_firefox: Firefox) -> None:
    """Without a page that could log something later."""
    own_firefox.tab.open("about:blank")
    daemon.call("clear_browser_logs")


def gaps_in(found: list[int], count: int) -> list[tuple[int, int]]:
    """Where the numbers do not follow one another."""
    return [pair for pair in pairwise([-1, *found, count]) if pair[1] != pair[0] + 1]


def all_arrive(daemon: Daemon, count: int = 3000) -> None:
    wait_until(lambda: count - 1 in numbers(daemon), "the last entry")
    assert gaps_in(numbers(daemon), count) == []
    assert daemon.call("get_health")["extension"]["dropped"] == {}


# SEND-07
def test_ten_thousand_logs_in_one_loop_all_arrive_in_order(daemon: Daemon, own_firefox: Firefox, site: Site) -> None:
    own_firefox.tab.open(site.page("/flood", "<!doctype html><title>Flood</title>"))
    own_firefox.tab.evaluate("console.log('begin')")
    # What a page logs before it knows its settings is bounded by about as many entries.
    wait_until(lambda: daemon.call("get_browser_logs"), "the page's settings")
    own_firefox.tab.evaluate("void (() => { for (let i = 0; i < 10000; i++) console.log('n', i) })()")
    all_arrive(daemon, 10_000)


# SEND-02
@pytest.mark.parametrize("ends", [1, 4])
def test_an_event_page_that_ends_in_the_middle_loses_nothing(
    daemon: Daemon, own_firefox: Firefox, site: Site, ends: int
) -> None:
    own_firefox.tab.open(site.page("/count", COUNT))
    for number in range(ends):
        wait_until(lambda: len(numbers(daemon)) > 300 * (number + 1), "the flood")  # noqa: B023 - called at once
        own_firefox.end_event_page()
    all_arrive(daemon)


# SEND-02
def test_a_page_that_wakes_the_event_page_loses_nothing_of_its_first_script(
    daemon: Daemon, own_firefox: Firefox, site: Site
) -> None:
    own_firefox.end_event_page()
    own_firefox.tab.open(site.page("/count", COUNT))
    all_arrive(daemon)


# SEND-02
def test_a_server_killed_in_the_middle_has_every_entry_once_after_its_restart(
    daemon: Daemon, own_firefox: Firefox, site: Site
) -> None:
    own_firefox.tab.open(site.page("/count", COUNT))
    wait_until(lambda: len(numbers(daemon)) > 300, "the flood to begin")
    daemon.kill()
    daemon.start()
    wait_until(lambda: 2999 in numbers(daemon), "the last entry")
    assert gaps_in(numbers(daemon), 3000) == []


# SEND-02
def test_an_event_page_that_ends_without_a_server_loses_nothing_of_a_page_that_is_gone(
    daemon: Daemon, own_firefox: Firefox, site: Site
) -> None:
    daemon.kill()
    own_firefox.tab.open(site.page("/count", COUNT))
    own_firefox.tab.evaluate("counting")
    own_firefox.tab.open("about:blank")
    own_firefox.end_event_page()
    daemon.start()
    own_firefox.tab.open(
        site.page("/next", "<!doctype html><title>Next</title><script>console.log('n', 3000)</script>")
    )
    wait_until(lambda: 3000 in numbers(daemon), "the event page to come back")
    wait_until(lambda: sorted(numbers(daemon)) == list(range(3001)), "what was queued before")


# SEND-10
def test_a_question_right_after_the_event_page_ended_is_answered(
    daemon: Daemon, own_firefox: Firefox, site: Site
) -> None:
    own_firefox.tab.open(site.page("/asked", "<!doctype html><title>Asked</title><h1>Here</h1>"))
    for number in range(3):
        own_firefox.tab.evaluate(f"console.log('n', {number})")
        own_firefox.end_event_page()
        found = daemon.call("query_dom", selector="h1")
        assert found["matches"][0]["text"] == "Here", found
        own_firefox.end_event_page()
        assert daemon.call("observe", what="logs")[0]["args"] == ["n", number]
