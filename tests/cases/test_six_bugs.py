"""Six bugs in applications with a real development server and a real API: found, fixed and kept from coming back."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from case_server import CaseServer, Version
from daemon import Daemon, wait_until
from playwright.sync_api import Page
from runner import Outcome, run_scripts
from six_cases import CASES, Case

pytestmark = pytest.mark.usefixtures("one_tab", "bodies_on")
each_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CaseServer]:
    server = CaseServer(tmp_path_factory.mktemp("cases") / "cases")
    yield server
    server.stop()


def open_page(page: Page, server: CaseServer, case: Case, version: Version) -> None:
    page.goto("about:blank")
    server.api.reset()
    server.use(case.name, version)
    page.goto(server.address(case.name))


def walk(page: Page, server: CaseServer, case: Case, version: Version) -> None:
    """What the person does in this version of the application."""
    begin(page, server, case, version)
    for step in case.steps:
        step(page, version)


def begin(page: Page, server: CaseServer, case: Case, version: Version) -> None:
    if not case.is_hot:
        open_page(page, server, case, version)
    else:
        if not page.url.startswith(server.url):
            open_page(page, server, case, "")
            page.get_by_role("button", name="One pack").click()
        with page.expect_console_message(lambda message: "hot updated" in message.text):
            server.use(case.name, version)


def verify(daemon: Daemon, action: str, **more: Any) -> Any:
    return daemon.call("analyze", what="verify_fix", action=action, **more)


def compare(daemon: Daemon, session: str) -> Any:
    return verify(daemon, "compare", session_id=session)["result"]


@each_case
def test_one_call_names_the_cause_with_its_file_and_line(
    page: Page, captured: Daemon, server: CaseServer, case: Case
) -> None:
    walk(page, server, case, "broken")
    last = ""

    def told() -> bool:
        """Source maps may come after the entries."""
        nonlocal last
        last = captured.reply("observe", what="errors", output="text")["content"][0]["text"]
        return bool(re.search(case.reason, last)) and case.line in last

    try:
        wait_until(told)
    finally:
        print(last)


@pytest.fixture
def sessions(page: Page, captured: Daemon, server: CaseServer, case: Case) -> Iterator[tuple[str, str]]:
    """After the bug was seen: one whose person knows what is right, and one that has only the evidence."""
    walk(page, server, case, "broken")
    knowing = verify(captured, "start", expect=case.expect)["session_id"]
    unknowing = verify(captured, "start")["session_id"]
    yield knowing, unknowing
    verify(captured, "cancel", session_id=knowing)
    verify(captured, "cancel", session_id=unknowing)


# FIX-05, FIX-13, FIX-16
@each_case
def test_a_fix_is_distinguished_from_a_fake_one(
    page: Page, captured: Daemon, server: CaseServer, case: Case, sessions: tuple[str, str]
) -> None:
    knowing, unknowing = sessions
    assert compare(captured, knowing)["verdict"] == "unchanged"
    assert "nothing was exercised" in compare(captured, unknowing)["caution"]
    walk(page, server, case, "fake")
    assert compare(captured, knowing)["verdict"] in ("unchanged", "improved")
    told = captured.reply("verify_fix", action="compare", session_id=unknowing, output="text")["content"][0]["text"]
    assert case.unsure in told
    assert not told.startswith("fixed")
    by_errors = compare(captured, unknowing)
    assert by_errors["verdict"] != "fixed" or by_errors["proved"] is False
    for session in sessions:
        verify(captured, "watch", session_id=session)
    walk(page, server, case, "fixed")
    assert compare(captured, knowing)["verdict"] == "fixed"


@pytest.fixture(scope="module")
def outcomes(
    one_tab: Page, bodies_on: None, browser_daemon: Daemon, server: CaseServer, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Outcome]:
    """Of the tests recorded on the fixed applications, by file: `notes.broken.spec.js`."""
    folder = tmp_path_factory.mktemp("scripts")
    scripts = {case.name: record(one_tab, browser_daemon, server, case) for case in CASES.values()}
    found: dict[str, Outcome] = {}
    for version in ("broken", "fixed"):
        found |= run_on(server, version, folder / version, scripts)
    return found


def record(page: Page, daemon: Daemon, server: CaseServer, case: Case) -> str:
    page.goto("about:blank")
    daemon.call("clear_browser_logs")
    begin(page, server, case, "fixed")
    for step in case.steps:
        step(page, "fixed")
        wait_until(lambda: case.expect in appeared(daemon), f"{case.expect} to be known to have appeared")
    return str(daemon.call("generate_test", test_name=case.name)["test_script"])


def appeared(daemon: Daemon) -> str:
    """What the steps made appear, as far as it stayed: people look at a page before they go on."""
    return json.dumps([action.get("appeared") for action in daemon.call("get_enhanced_actions")])


def run_on(server: CaseServer, version: Version, folder: Path, scripts: dict[str, str]) -> dict[str, Outcome]:
    folder.mkdir()
    server.api.reset()
    for name, script in scripts.items():
        server.use(name, version)
        (folder / f"{name}.{version}.spec.js").write_text(script)
    return {file: outcome for (file, _), outcome in run_scripts(folder).items()}


@each_case
def test_a_test_recorded_on_the_fix_fails_on_the_bug_and_passes_on_the_fix(
    outcomes: dict[str, Outcome], case: Case
) -> None:
    fixed, broken = outcomes[f"{case.name}.fixed.spec.js"], outcomes[f"{case.name}.broken.spec.js"]
    assert fixed.passed, fixed.message
    assert not broken.passed
    assert case.seen_on_failure in broken.message
