"""One-time links and the browsers that came by one: bounded, and good once."""

from parts import Clock

from gasoline.dashboard.browser_sessions import MAX_DASHBOARD_SESSIONS, BrowserSessions
from gasoline.dashboard.one_time_links import DASHBOARD_LINK_S, MAX_DASHBOARD_LINKS, OneTimeLinks


def test_a_code_is_long_random_and_good_once() -> None:
    links = OneTimeLinks(Clock())
    code, other = links.make(), links.make()
    assert code != other and len(code) * 6 >= 256
    assert links.use(code)
    assert not links.use(code)
    assert links.use(other)


def test_a_code_waits_a_minute_and_no_longer() -> None:
    clock = Clock()
    links = OneTimeLinks(clock)
    early, late = links.make(), links.make()
    clock.pass_by(DASHBOARD_LINK_S - 0.01)
    assert links.use(early)
    clock.pass_by(0.01)
    assert not links.use(late)


def test_of_too_many_codes_the_oldest_is_void() -> None:
    links = OneTimeLinks(Clock())
    codes = [links.make() for _ in range(MAX_DASHBOARD_LINKS + 1)]
    assert [links.use(code) for code in codes] == [False] + [True] * MAX_DASHBOARD_LINKS


def test_a_session_is_identified_by_its_complete_id() -> None:
    sessions = BrowserSessions()
    session = sessions.start()
    assert sessions.knows(session)
    assert not any(map(sessions.knows, ("", session[:-1], session + "x", session.swapcase(), "é")))


def test_of_too_many_browsers_the_oldest_has_to_open_a_new_link() -> None:
    sessions = BrowserSessions()
    ids = [sessions.start() for _ in range(MAX_DASHBOARD_SESSIONS + 1)]
    assert [sessions.knows(each) for each in ids] == [False] + [True] * MAX_DASHBOARD_SESSIONS
