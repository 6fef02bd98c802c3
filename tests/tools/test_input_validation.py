"""The edge: what other senders may send, and what our own failures may cost."""

import ast
import asyncio
import errno
import importlib
import pkgutil
import threading
from pathlib import Path
from types import MappingProxyType, ModuleType

import pytest
from parts import Parts

import gasoline
from gasoline.ingest.bad_body import BadBody
from gasoline.ingest.error_screenshots import ErrorScreenshotIntake
from gasoline.kernel.background_tasks import start_task
from gasoline.model.bounds import NAME_CHARS
from gasoline.model.error_context import COMPONENT_DEPTH
from gasoline.model.events import REQUEST_BODY_BYTES, RESPONSE_BODY_BYTES, WEBSOCKET_DATA_BYTES
from gasoline.store.screenshot_folder import ScreenshotFolder
from gasoline.toolkit.progress import Progress, run_in_thread
from gasoline.tools.dispatch import Dispatcher

PAGE = "http://localhost:3000/shop"
NOW = "2026-01-31T12:00:00.000Z"


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


@pytest.mark.parametrize("timestamp", [-1, 1e300, 8.64e15])
async def test_a_timestamp_that_is_not_a_date_is_refused(parts: Parts, timestamp: float) -> None:
    assert parts.send("actions", {"type": "click", "url": PAGE, "timestamp": timestamp}).rejected == 1


async def test_bodies_of_other_senders_are_bounded_and_say_so(parts: Parts) -> None:
    long = "é" * RESPONSE_BODY_BYTES
    parts.send("network_bodies", {"method": "POST", "url": PAGE, "requestBody": long, "responseBody": long})
    (body,) = await parts.ask("get_network_bodies")
    assert len(body["requestBody"].encode()) <= REQUEST_BODY_BYTES
    assert len(body["responseBody"].encode()) <= RESPONSE_BODY_BYTES
    assert body["truncated"] is True


async def test_choices_of_other_senders_fit_into_a_step_and_hide_secrets(parts: Parts) -> None:
    long = ["x" * 6_000, "y" * 6_000]
    for name, chosen in (("size", long), ("password", ["hunter22x", "hunter23x"])):
        parts.send("actions", {"type": "select", "url": PAGE, "selectors": {"id": name}, "selectedValues": chosen})
    hidden, bounded = await parts.ask("get_enhanced_actions")
    assert bounded["selectedValues"] == long[:1]
    assert hidden["selectedValues"] == ["[redacted]", "[redacted]"]


async def test_half_a_surrogate_pair_in_an_argument_breaks_no_answer(parts: Parts) -> None:
    saved = await parts.ask("save_capsule", note="\ud83d", url_filter="a\ud83d")
    assert (saved["note"], saved["url_filter"]) == ("?", "a?")


async def test_messages_of_other_senders_are_bounded_and_say_so(parts: Parts) -> None:
    long = "a b " * WEBSOCKET_DATA_BYTES
    parts.send("websocket_events", {"event": "message", "id": "w1", "url": "ws://a/b", "data": long})
    (message,) = await parts.ask("get_websocket_events")
    assert len(message["data"].encode()) <= WEBSOCKET_DATA_BYTES
    assert (message["truncated"], message["size"]) == (True, len(long))


async def test_the_response_of_a_failed_request_is_bounded_for_every_sender(parts: Parts) -> None:
    long = "é" * RESPONSE_BODY_BYTES
    failed = {"type": "network", "method": "GET", "url": "http://localhost/a", "status": 500, "response": long}
    thrown = {
        "type": "exception",
        "message": "boom",
        "url": "http://localhost/",
        "_failedRequest": {"method": "GET", "url": "http://localhost/a", "response": long},
    }
    parts.send("logs", failed, thrown)
    newest, oldest = await parts.ask("get_browser_logs")
    assert oldest["truncated"] is True
    assert len(oldest["response"].encode()) <= RESPONSE_BODY_BYTES
    assert newest["_failedRequest"]["truncated"] is True
    assert len(newest["_failedRequest"]["response"].encode()) <= RESPONSE_BODY_BYTES
    short = {**failed, "response": "é" * (RESPONSE_BODY_BYTES // 2)}
    parts.send("logs", short)
    assert "truncated" not in (await parts.ask("get_browser_logs"))[0]


async def test_texts_at_the_limit_are_not_truncated(parts: Parts) -> None:
    text = "x " * (RESPONSE_BODY_BYTES // 2)
    parts.send("network_bodies", {"method": "GET", "url": PAGE, "responseBody": text})
    (body,) = await parts.ask("get_network_bodies")
    assert body["responseBody"] == text
    assert "truncated" not in body


async def test_an_entry_with_too_many_components_keeps_those_next_to_the_error(parts: Parts) -> None:
    components = [{"name": f"C{number}"} for number in range(COMPONENT_DEPTH + 1)]
    ancestry = {"framework": "react", "components": components}
    received = parts.send("logs", {"type": "exception", "message": "x", "url": PAGE, "_componentAncestry": ancestry})
    assert (received.received, received.rejected) == (1, 0)
    (error,) = await parts.ask("get_browser_errors")
    names = [component["name"] for component in error["_aiContext"]["componentAncestry"]["components"]]
    assert names == [f"C{number}" for number in range(1, COMPONENT_DEPTH + 1)]


@pytest.mark.parametrize("selectors", [{"id": "api_key"}, {"testId": "signing-key"}])
async def test_what_is_typed_into_a_field_with_a_secret_name_is_not_stored(
    parts: Parts, selectors: dict[str, str]
) -> None:
    typed = {"type": "input", "url": PAGE, "inputType": "text", "value": "q7Zt4mXcV9pLw2RkYb8NsH3f"}
    parts.send("actions", {**typed, "selectors": selectors}, {**typed, "selectors": {"id": "city"}, "value": "Aachen"})
    city, secret = await parts.ask("get_enhanced_actions")
    assert (city["value"], secret["value"]) == ("Aachen", "[redacted]")
    answer = await parts.ask("generate_test")
    assert "?? '[user-provided]'" in answer["test_script"]
    assert any("[user-provided]" in text for text in answer["warnings"])


def test_an_id_is_never_shortened(parts: Parts) -> None:
    assert parts.send("logs", {"type": "console", "id": "x" * (NAME_CHARS + 1)}).rejected == 1


async def test_a_message_without_an_address_has_that_of_its_connection(parts: Parts) -> None:
    parts.send("websocket_events", {"event": "open", "id": "w1", "url": "ws://a/live"})
    parts.send("websocket_events", {"event": "message", "id": "w1", "direction": "incoming", "data": "x"})
    messages = await parts.ask("get_websocket_events", url_filter="/live")
    assert [message["event"] for message in messages] == ["message", "open"]


# SRV-13
def test_a_listener_that_throws_costs_neither_the_batch_nor_the_other_listeners(parts: Parts) -> None:
    heard: list[str] = []

    def broken(*_: object) -> None:
        raise RuntimeError

    for listen in (parts.store.listen, parts.store.listen_to_updates):
        listen(broken)
    parts.store.exchanges.listen(broken)
    parts.store.notices.listen(broken)
    parts.store.listen(lambda _, event: heard.append(event.id))
    entry = {"type": "exception", "id": "e1", "message": "x", "url": PAGE}
    assert parts.send("logs", entry).received == 1
    assert parts.send("logs", {"id": "e1", "stack": "x"}).received == 1
    assert parts.send("network_bodies", {"method": "GET", "url": PAGE, "id": "b1", "status": 500}).received == 1
    assert heard == ["e1", "b1"]


async def test_an_answer_that_cannot_be_written_is_an_error_answer(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(Dispatcher, "_success", broken)
    assert (await parts.fail("get_health"))["error"] == "internal_error"


def modules_of_the_server() -> list[ModuleType]:
    names = [
        found.name for found in pkgutil.walk_packages(gasoline.__path__, "gasoline.") if "__main__" not in found.name
    ]
    return [importlib.import_module(name) for name in names]


def test_no_exception_is_kept_by_a_module_a_class_or_a_container() -> None:
    """One that is raised again and again would keep the traceback of every time."""
    modules = modules_of_the_server()
    kept = [
        (module.__name__, name) for module in modules for name, value in vars(module).items() if keeps_exception(value)
    ]
    assert len(modules) > 100
    assert kept == []


def keeps_exception(value: object) -> bool:
    if isinstance(value, BaseException):
        return True
    if isinstance(value, type) and value.__module__.startswith("gasoline."):
        return any(keeps_exception(each) for each in vars(value).values() if not isinstance(each, type))
    if isinstance(value, (dict, MappingProxyType)):
        return any(map(keeps_exception, value.values()))
    return isinstance(value, (list, tuple, set, frozenset)) and any(map(keeps_exception, value))


def test_an_exception_is_found_wherever_a_module_keeps_it() -> None:
    keeper = type("Keeper", (), {"__module__": "gasoline.example", "failures": {"full": [OSError()]}})
    assert all(map(keeps_exception, [OSError(), (OSError(),), {"a": [OSError()]}, keeper]))
    assert not any(map(keeps_exception, [OSError, (OSError,), {"a": 1}, Progress]))


def test_every_background_task_has_an_owner_that_logs_its_failure() -> None:
    sources = [Path(str(module.__file__)) for module in modules_of_the_server()]
    bare = [source.name for source in sources if starts_bare_task(ast.parse(source.read_text()))]
    assert bare == ["background_tasks.py"]


def starts_bare_task(tree: ast.Module) -> bool:
    """Calls `create_task`, instead of `start_task`, or drops what `ensure_future` returns."""
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    dropped = [
        node.value.func for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ]
    return "create_task" in map(name_of, called) or "ensure_future" in map(name_of, dropped)


def name_of(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def test_a_full_disk_is_said_and_leaves_no_half_picture(
    parts: Parts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ScreenshotFolder(tmp_path / "pictures")
    intake = ErrorScreenshotIntake(folder, parts.store, lambda: NOW)

    class FullDisk:
        def __init__(self, *_: object) -> None: ...
        def __enter__(self) -> "FullDisk":
            return self

        def __exit__(self, *_: object) -> None: ...
        def write(self, _: bytes) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("gasoline.store.screenshot_folder.os.fdopen", FullDisk)
    with pytest.raises(BadBody) as failure:
        intake.accept(b'{"errorId": "e1", "data": "/9j/4AAQ"}')
    assert (failure.value.code, failure.value.status) == ("not_stored", 507)
    assert "No space left on device" in failure.value.message
    assert list(folder.path.glob("*")) == []


async def test_work_in_a_thread_stops_when_its_caller_goes_away() -> None:
    has_begun, may_go_on, ended = threading.Event(), threading.Event(), threading.Event()
    steps: list[int] = []

    def work(progress: Progress) -> None:
        try:
            for step in range(3):
                progress(step, 3, "working")
                steps.append(step)
                has_begun.set()
                may_go_on.wait(10)
        finally:
            ended.set()

    task = asyncio.ensure_future(run_in_thread(Progress(), work))
    await asyncio.to_thread(has_begun.wait, 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    may_go_on.set()
    assert await asyncio.to_thread(ended.wait, 10)
    assert steps == [0]


async def test_the_failure_of_a_background_task_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise RuntimeError("the reason")

    with pytest.raises(RuntimeError):
        await start_task("a task that fails", fail())
    await asyncio.sleep(0)
    assert "a task that fails" in caplog.text
    assert "the reason" in caplog.text


@pytest.mark.parametrize("count", [0, -1])
def test_an_error_happened_at_least_once(parts: Parts, count: int) -> None:
    entry = {"type": "exception", "message": "x", "url": PAGE, "_aggregatedCount": count}
    assert parts.send("logs", entry).rejected == 1


async def test_an_action_without_a_time_has_that_of_its_timestamp(parts: Parts) -> None:
    parts.send("actions", {"type": "click", "url": PAGE, "timestamp": 1_769_860_740_000})
    (action,) = await parts.ask("get_enhanced_actions")
    assert action["ts"] == "2026-01-31T11:59:00.000Z"


async def test_cleared_buffers_are_not_said_to_have_been_empty_all_along(parts: Parts) -> None:
    parts.log("from a sender without the extension")
    await parts.ask("clear_browser_logs")
    note = (await parts.call("get_browser_logs")).texts[1]
    assert "Nothing captured yet" not in note
    assert "The buffers contain nothing" in note
