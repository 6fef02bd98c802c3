"""A WebSocket of the page measurements that is never the slow side: frames made beforehand, read by their lengths."""

import asyncio
import base64
import hashlib
import json
from functools import cache

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT = 0x81
SHORT_FRAME = 125
MASKED_HEAD = 6  # two bytes and the mask
READ_BYTES = 65_536


async def talk(head: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """The page's first message says `{"send": N, "take": M}`; the last word is "done" when both are through."""
    key = head.partition("Sec-WebSocket-Key: ")[2].split("\r\n")[0].encode()
    accept = base64.b64encode(hashlib.sha1(key + GUID).digest()).decode()
    start = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    writer.write(f"{start}Sec-WebSocket-Accept: {accept}\r\n\r\n".encode())
    order = json.loads(await _read_text(reader))
    writer.write(_frames(order["send"]))
    await _skip(reader, order["take"])
    writer.write(_frame(b"done"))


async def _read_text(reader: asyncio.StreamReader) -> bytes:
    first = await reader.readexactly(MASKED_HEAD)
    mask = first[2:]
    data = await reader.readexactly(first[1] & 0x7F)
    return bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))


async def _skip(reader: asyncio.StreamReader, count: int) -> None:
    """Short masked frames, by their lengths alone."""
    buffer, place = b"", 0
    while count:
        if len(buffer) < place + 2:
            more = await reader.read(READ_BYTES)
            if not more:
                return  # the page has gone
            buffer, place = buffer[place:] + more, max(0, place - len(buffer))
            continue
        place += MASKED_HEAD + (buffer[place + 1] & 0x7F)
        count -= 1


@cache
def _frames(count: int) -> bytes:
    return b"".join(_frame(json.dumps({"tick": n, "user": "ada", "basket": [n, 2, 3]}).encode()) for n in range(count))


def _frame(data: bytes) -> bytes:
    assert len(data) <= SHORT_FRAME
    return bytes([TEXT, len(data)]) + data
