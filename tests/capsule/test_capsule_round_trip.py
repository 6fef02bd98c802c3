"""A capsule answers what the live session answered, and contains no secret."""

import io
import zipfile
from pathlib import Path

import msgspec
import pytest
from capsules import BROWSER, GITHUB_TOKEN, NOW_S, PASSWORD, Recording, busy_session, saved
from fake_browser import FakeBrowser
from parts import Parts
from recorded_questions import QUESTIONS, readers

from gasoline.capsule.window import Window, read_since
from gasoline.model.wire import QueryError, QueryResult
from gasoline.toolkit.capability import Capability


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    """The tab has been closed since."""
    parts = busy_session(tmp_path)
    FakeBrowser(parts, lambda query: QueryResult(id=query["id"], error=QueryError("no_tab", "Closed.", "")))
    return parts


# CAPS-03
@pytest.mark.parametrize("capability", readers(), ids=lambda capability: capability.tool)
async def test_every_read_capability_answers_byte_for_byte_as_it_did_live(parts: Parts, capability: Capability) -> None:
    await parts.ask("diff_sessions", action="capture", name="before")
    session = (await parts.ask("verify_fix", action="start"))["session_id"]
    questions = QUESTIONS.get(capability.tool, [{}])
    if capability.tool == "verify_fix":
        questions = [{"action": "status", "session_id": session}]
    capsule = await saved(parts)
    live = [(await parts.call(capability.tool, **question)) for question in questions]
    recording = Recording(capsule.data)
    for question, expected in zip(questions, live, strict=True):
        answered = await recording.call(capability.tool, **question)
        assert not expected.is_error, (question, expected.texts)
        assert answered.texts[0] == expected.texts[0], question
        assert expected.texts[0] not in ("[]", "{}"), f"{question} compared nothing"


# CAPS-01
async def test_no_secret_is_in_any_file_and_the_manifest_says_what_was_masked(parts: Parts) -> None:
    capsule = await saved(parts, note=f"my key is {GITHUB_TOKEN}")
    with zipfile.ZipFile(io.BytesIO(capsule.data)) as archive:
        content = b"\n".join(archive.read(name) for name in archive.namelist())
    for secret in (PASSWORD, GITHUB_TOKEN):
        assert secret.encode() not in content
    assert capsule.manifest.masked["Password"] == 3
    assert capsule.manifest.masked["GitHub token"] >= 5
    assert not capsule.manifest.left_out


async def test_the_same_session_gives_the_same_bytes(parts: Parts) -> None:
    assert (await saved(parts)).data == (await saved(parts)).data


async def test_a_window_leaves_out_older_events_and_other_urls(parts: Parts) -> None:
    since = read_since("2026-01-31T12:00:04Z", NOW_S)
    capsule = await saved(parts, Window(since, "api/orders"))
    assert capsule.manifest.counts["network"] == 1
    assert capsule.manifest.counts["actions"] == 0
    assert capsule.manifest.counts["websocket_events"] == 0


# CAPS-12
async def test_a_window_after_every_event_leaves_out_what_was_derived_from_them(parts: Parts) -> None:
    await parts.ask("diff_sessions", action="capture", name="before")
    await parts.ask("diff_sessions", action="compare", compare_a="before", compare_b="current")
    await parts.ask("verify_fix", action="start")
    parts.store.pilot_audit.add("test", "highlight_element", "#buy", "ok")
    derived = ("verifications", "snapshots", "verdicts", "pilot_commands")
    complete = await saved(parts)
    assert complete.manifest.counts | dict.fromkeys(derived, 1) == complete.manifest.counts
    assert Recording(complete.data).opened.facts.audit.findings
    later = await saved(parts, Window(read_since("2099-01-31T12:00:00Z", NOW_S)))
    assert {name: count for name, count in later.manifest.counts.items() if count} == {"server_runs": 1}
    assert not Recording(later.data).opened.facts.audit.findings


# CAPS-12
async def test_a_capsule_of_one_url_has_what_the_server_printed_during_its_requests(parts: Parts) -> None:
    await parts.ask("diff_sessions", action="capture", name="all")
    await parts.ask("diff_sessions", action="capture", name="of pay", url_filter="api/pay")
    capsule = await saved(parts, Window(url_filter="api/pay"))
    recording = Recording(capsule.data)
    [entry] = msgspec.json.decode((await recording.call("get_server_logs")).texts[0])
    assert entry["exception"]["type"] == "KeyError"
    [error] = msgspec.json.decode((await recording.call("get_browser_errors")).texts[0])
    assert error["_serverLog"]["entries"][0]["text"] == entry["text"]
    assert capsule.manifest.counts["snapshots"] == 1


async def test_a_recording_never_advises_to_start_a_server(parts: Parts) -> None:
    for data in ((await saved(parts)).data, (await saved(Parts(parts.folder / "nothing"))).data):
        recording = Recording(data)
        for tool in ("get_browser_errors", "get_server_logs"):
            for output in ("text", "json"):
                assert "gasoline run" not in str((await recording.call(tool, output=output)).texts)


async def test_the_commands_of_a_recording_are_those_that_ran_then(parts: Parts) -> None:
    recording = Recording((await saved(parts)).data)
    live, recorded = parts.store.server_runs.all(), recording.opened.store.server_runs.all()
    assert [run.shown() for run in recorded] == [run.shown() for run in live]
    assert recorded[0].directory == ""


async def test_a_recording_does_not_wait_for_a_browser_to_audit(parts: Parts) -> None:
    reply = await Recording((await saved(parts)).data).call("export_sarif", source="accessibility")
    assert msgspec.json.decode(reply.texts[0])["error"] == "recording"


@pytest.mark.parametrize(("age", "seconds"), [("30s", 30), ("10m", 600), ("2h", 7200)])
def test_an_age_is_a_time_before_now(age: str, seconds: int) -> None:
    since = read_since(age, NOW_S)
    assert since is not None
    assert NOW_S - since.timestamp() == seconds


async def test_an_age_that_is_none_is_refused(parts: Parts) -> None:
    failure = await parts.fail("save_capsule", since="yesterday")
    assert failure["error"] == "invalid_argument"


async def test_saving_answers_with_the_path_of_a_private_file(parts: Parts) -> None:
    answer = await parts.ask("save_capsule", note="The order fails.")
    path = Path(answer["path"])
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_size == answer["bytes"]
    recording = Recording(path.read_bytes())
    assert recording.opened.manifest.note == "The order fails."


# CAPS-05
async def test_a_recording_says_so_in_every_answer(parts: Parts) -> None:
    recording = Recording((await saved(parts)).data)
    mark = "Recording of 2026-01-31 12:00:00–12:00:04 UTC, not the live browser."
    for tool in ("get_browser_errors", "export_har", "get_session_timeline"):
        text = (await recording.call(tool, output="text")).texts[0]
        assert text.splitlines()[0] == mark, tool
    script = (await recording.call("get_reproduction_script", output="text")).texts[0]
    assert script.splitlines()[0] == f"// {mark}"
    health = msgspec.json.decode((await recording.call("get_health")).texts[0])
    assert health["recording"]["saved_at"] == "2026-01-31T12:10:00.000Z"


async def test_a_recording_names_the_browser_that_it_is_of(tmp_path: Path) -> None:
    recording = Recording((await saved(busy_session(tmp_path))).data)
    health = msgspec.json.decode((await recording.call("get_health")).texts[0])
    assert health["extension"]["browser"] == recording.opened.manifest.shown()["browser"] == BROWSER
