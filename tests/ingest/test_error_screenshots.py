"""Pictures of errors: stored privately, few of them, noted on their entries."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from parts import NOW, Parts

from gasoline.ingest.bad_body import BadBody
from gasoline.ingest.error_screenshots import ErrorScreenshotIntake
from gasoline.model.wire import SCREENSHOT_BYTES
from gasoline.store.screenshot_folder import SCREENSHOTS_KEPT, ScreenshotFolder

JPEG = b"\xff\xd8\xff\xe0 a picture"


@pytest.fixture
async def parts(tmp_path: Path) -> Parts:
    return Parts(tmp_path)


@pytest.fixture
def intake(parts: Parts) -> ErrorScreenshotIntake:
    return ErrorScreenshotIntake(ScreenshotFolder(parts.folder / "screenshots"), parts.store, lambda: NOW)


def post(intake: ErrorScreenshotIntake, error_id: str = "e1", data: bytes = JPEG) -> Any:
    return intake.accept(json.dumps({"errorId": error_id, "data": base64.b64encode(data).decode()}).encode())


def throw(parts: Parts, **more: Any) -> None:
    parts.send("logs", {"type": "exception", "id": "e1", "message": "boom", **more})


async def test_the_entry_names_the_file_whichever_comes_first(parts: Parts, intake: ErrorScreenshotIntake) -> None:
    throw(parts)
    path = post(intake)["path"]
    assert (await parts.ask("get_browser_errors"))[0]["_screenshot"] == path
    early = post(intake, "e2")["path"]
    parts.send("logs", {"type": "exception", "id": "e2", "message": "later"})
    assert (await parts.ask("get_browser_errors"))[0]["_screenshot"] == early


async def test_a_repeat_of_the_error_keeps_its_picture(parts: Parts, intake: ErrorScreenshotIntake) -> None:
    throw(parts)
    path = post(intake)["path"]
    throw(parts, _aggregatedCount=3)
    (entry,) = await parts.ask("get_browser_errors")
    assert (entry["_screenshot"], entry["_aggregatedCount"]) == (path, 3)


async def test_the_picture_is_known_after_a_restart(parts: Parts, intake: ErrorScreenshotIntake) -> None:
    throw(parts)
    path = post(intake)["path"]
    parts.store.logs.file.close()
    assert (await Parts(parts.folder).ask("get_browser_errors"))[0]["_screenshot"] == path


def test_only_the_owner_can_read_and_the_newest_stay(parts: Parts, intake: ErrorScreenshotIntake) -> None:
    paths = [Path(post(intake, f"e{number}")["path"]) for number in range(SCREENSHOTS_KEPT + 3)]
    assert sorted(paths[-1].parent.iterdir()) == paths[3:]
    assert paths[-1].stat().st_mode & 0o777 == 0o600 and paths[-1].parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("data", [b"<svg>", b"", JPEG + bytes(SCREENSHOT_BYTES)])
def test_only_a_jpeg_of_bounded_size_is_accepted(intake: ErrorScreenshotIntake, data: bytes) -> None:
    with pytest.raises(BadBody):
        post(intake, data=data)


def test_a_body_without_an_error_is_refused(intake: ErrorScreenshotIntake) -> None:
    with pytest.raises(BadBody, match="errorId"):
        intake.accept(b'{"data": ""}')
