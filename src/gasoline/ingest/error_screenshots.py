"""Receives screenshots of errors: stores the file and links it to the error's entry."""

import logging
from collections.abc import Callable
from typing import Any

import msgspec

from gasoline.ingest.bad_body import BadBody
from gasoline.ingest.decode import decode_body
from gasoline.model.events import Event
from gasoline.model.wire import ErrorScreenshot
from gasoline.store.event_buffer import Origin
from gasoline.store.screenshot_folder import SCREENSHOTS_KEPT, ScreenshotFolder
from gasoline.store.store import Store

logger = logging.getLogger("gasoline.ingest")
DECODER = msgspec.json.Decoder(ErrorScreenshot)
JPEG_START = b"\xff\xd8\xff"


class ErrorScreenshotIntake:
    """A screenshot may arrive before its entry and is then linked later."""

    def __init__(self, folder: ScreenshotFolder, store: Store, now_iso: Callable[[], str]) -> None:
        self._folder = folder
        self._store = store
        self._now_iso = now_iso
        self._waiting: dict[str, str] = {}
        self._count = 0
        store.listen(self._arrived)

    def accept(self, body: bytes) -> dict[str, Any]:
        screenshot = decode_body(DECODER, body, '{"errorId": "…", "data": "<JPEG as base64>"}')
        if not screenshot.data.startswith(JPEG_START):
            raise BadBody("The data is not a JPEG. Send a JPEG as base64.", code="invalid_body")
        path = self._stored(screenshot.data)
        if not self._note(screenshot.error_id, path):
            self._wait(screenshot.error_id, path)
        return {"path": path}

    def _stored(self, data: bytes) -> str:
        try:
            return str(self._folder.add(self._name(), data))
        except OSError as error:
            logger.warning("could not store an image: %s", error)
            message = f"The image could not be stored ({error.strerror}). Free some disk space."
            raise BadBody(message, code="not_stored", status=507) from None

    def _name(self) -> str:
        """Named by time, and numbered within the same millisecond."""
        self._count += 1
        return f"{self._now_iso().replace(':', '-')}-{self._count:06}.jpg"

    def _note(self, error_id: str, path: str) -> bool:
        logs = self._store.logs
        entry = logs.find(error_id)
        if entry is None:
            return False
        entry = msgspec.structs.replace(entry, screenshot=path)
        # Sequence number 0: a screenshot is not a repeat, so the entry keeps its position.
        logs.update(entry, len(msgspec.json.encode(entry)), Origin(0))
        logs.commit()
        return True

    def _wait(self, error_id: str, path: str) -> None:
        self._waiting[error_id] = path
        while len(self._waiting) > SCREENSHOTS_KEPT:
            del self._waiting[next(iter(self._waiting))]

    def _arrived(self, _: int, event: Event) -> None:
        path = self._waiting.pop(event.id, None) if event.id else None
        if path is not None:
            self._note(event.id, path)
