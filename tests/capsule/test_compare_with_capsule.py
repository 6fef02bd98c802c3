"""A saved session as one side of a comparison."""

from dataclasses import replace
from pathlib import Path

import pytest
from capsules import FAILURE, TRACEBACK, at, busy_session, saved
from parts import Parts


@pytest.fixture
async def capsule(tmp_path: Path) -> Path:
    folder = tmp_path / "there"
    folder.mkdir()
    path = tmp_path / "reported.gasoline"
    path.write_bytes((await saved(busy_session(folder))).data)
    return path


@pytest.fixture
def here(tmp_path: Path) -> Parts:
    folder = tmp_path / "here"
    folder.mkdir()
    parts = Parts(folder)
    parts.client = replace(parts.client, directory=str(tmp_path))
    return parts


async def test_the_reported_errors_are_the_baseline_of_a_verification(here: Parts, capsule: Path) -> None:
    started = await here.ask("verify_fix", action="start", capsule=capsule.name)
    messages = [issue.get("message", "") for issue in started["baseline"]["error_details"]]
    assert any("reading 'total'" in message for message in messages)
    session = started["session_id"]
    await here.ask("verify_fix", action="watch", session_id=session)
    message = "Cannot read properties of undefined (reading 'total')"
    here.send("logs", at(20, id="again", type="exception", level="error", message=message))
    here.send("server_logs", at(21, name="api", level="error", text=TRACEBACK, exception=FAILURE) | {"url": ""})
    compared = await here.ask("verify_fix", action="compare", session_id=session)
    assert compared["result"]["verdict"] == "unchanged"
    changes = [change for change in compared["result"]["changes"] if change["category"] == "console"]
    assert [change["before"] for change in changes] == [change["after"] for change in changes]
    assert message in [change["before"] for change in changes]


async def test_a_saved_session_is_compared_with_the_live_one(here: Parts, capsule: Path) -> None:
    compared = await here.ask("diff_sessions", action="compare", compare_a=str(capsule), compare_b="current")
    resolved = compared["diff"]["errors"]["resolved"]
    assert any("reading 'total'" in str(error) for error in resolved)
    assert compared["a"] == str(capsule)


async def test_a_file_that_is_missing_or_damaged_says_so(here: Parts, tmp_path: Path) -> None:
    (tmp_path / "bad.gasoline").write_text("nothing")
    failure = await here.fail("diff_sessions", action="compare", compare_a="bad.gasoline", compare_b="current")
    assert failure["error"] == "bad_capsule"
    failure = await here.fail("verify_fix", action="start", capsule="missing.gasoline")
    assert failure["error"] == "no_such_file"
