"""Opens a capsule that a person drops onto the dashboard: in a server of its own, to which the dashboard leads."""

import asyncio
import base64
import binascii
import re
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from gasoline.capsule.bounds import SAVED_BYTES
from gasoline.capsule.load import load_capsule
from gasoline.ingest.decode import decode_body
from gasoline.launch.connect import NoAnswer
from gasoline.launch.dashboard_link import ask_for_link
from gasoline.launch.find_daemon import NoDaemon, ensure_daemon
from gasoline.launch.recording_dir import owner_of, recording_dir_of
from gasoline.model.tool_error import ToolError
from gasoline.transport.responses import JsonResponse, failure

DROPPED_BYTES = SAVED_BYTES  # whatever we save can be dropped; `gasoline capsule open` takes larger files
FILE_NAME_CHARS = 100
_PATH = re.compile(r".*[/\\]", re.DOTALL)


class DroppedFile(msgspec.Struct, frozen=True):
    name: Annotated[str, msgspec.Meta(max_length=1_000)]
    data: str
    """The bytes of the file, in base64."""


DROPPED = msgspec.json.Decoder(DroppedFile)


class OpenRecording:
    """Opens one recording at a time, because each starts a server."""

    def __init__(self, state_dir: str) -> None:
        self._state_dir = owner_of(state_dir)
        self._turn = asyncio.Lock()

    async def endpoint(self, request: Request) -> Response:
        """Answers with the one-time address of the recording's dashboard."""
        file = decode_body(DROPPED, await request.body(), '{"name": "….gasoline", "data": "…"}')
        async with self._turn:
            try:
                entry = await asyncio.to_thread(self._open, file)
            except ToolError as error:
                return failure(422, error.code, f"{error.message} {error.hint}")
            except (NoDaemon, NoAnswer, OSError) as error:
                return failure(503, "not_opened", f"The recording could not be opened: {error}")
        return JsonResponse({"url": entry})

    def _open(self, file: DroppedFile) -> str:
        data, name = _bytes_of(file), _name_of(file)
        load_capsule(data, name)  # raises BadCapsule before anything is stored
        directory = recording_dir_of(self._state_dir, data, name)
        return str(ask_for_link(ensure_daemon(directory, 0, replace_other_version=True))["entry"])


def _bytes_of(file: DroppedFile) -> bytes:
    try:
        data = base64.b64decode(file.data, validate=True)
    except (binascii.Error, ValueError):
        raise ToolError("bad_capsule", "The file arrived damaged.", "Drop it again.") from None
    if len(data) > DROPPED_BYTES:
        raise ToolError("too_large", "The file is too large to be dropped.", "Run `gasoline capsule open FILE`.")
    return data


def _name_of(file: DroppedFile) -> str:
    """The last part of the name; only shown, never used as a path."""
    name = _PATH.sub("", file.name)[-FILE_NAME_CHARS:]
    return name if name.strip(". ") else "capsule.gasoline"
