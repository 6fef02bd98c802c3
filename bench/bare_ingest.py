"""The least a Python server can do with a batch: read, decode, keep. Prints its port.

What the machine allows in this very minute; ours does the rest (guard, repeats, sizes, log file, watchers) as well.
"""

import socket
from collections import deque
from typing import Any

import msgspec
import uvicorn

from gasoline.model.events import AnyLogEntry


class Batch(msgspec.Struct):
    entries: list[AnyLogEntry]


decoder = msgspec.json.Decoder(Batch)
kept: deque[AnyLogEntry] = deque(maxlen=10_000)


async def app(_scope: Any, receive: Any, send: Any) -> None:
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    kept.extend(decoder.decode(body).entries)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"{}"})


async def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    config = uvicorn.Config(app, http="httptools", lifespan="off", log_level="error", access_log=False)
    await uvicorn.Server(config).serve(sockets=[listener])


if __name__ == "__main__":
    import uvloop

    uvloop.run(main())
