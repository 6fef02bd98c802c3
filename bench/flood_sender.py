"""A process of its own that floods a server with batches of log entries and says, as JSON, how it was received.

`flood_sender.py PORT SECONDS`, or `flood_sender.py PORT 0 ENTRIES`: until so many were accepted.
"""

import json
import os
import socket
import sys
import threading
import time

CONNECTIONS = 4
BATCH = 50
REFUSED_WAIT_S = 0.02  # a refused batch is tried again, as the extension does
TIME_LIMIT_S = 60.0
ENTRY = {
    "type": "console",
    "level": "log",
    "ts": "2026-01-01T00:00:00.000Z",
    "url": "http://localhost:3000/shop/checkout?step=3",
    "args": ["cart updated", {"id": 0, "items": ["lamp", "chair", "desk"], "note": "x" * 270, "total": 129.5}],
}


def body_of(client: str, seq: int) -> bytes:
    """50 entries, about 24 kB; the last one is numbered."""
    return BODY_HEAD + b',%s],"client":"%s","seq":%d}' % (_numbered(client, seq), client.encode(), seq)


def _numbered(client: str, seq: int) -> bytes:
    return json.dumps({**ENTRY, "args": [label_of(client, seq), *ENTRY["args"][1:]]}).encode()


def label_of(client: str, seq: int) -> str:
    return f"batch {seq} of {client}"


BODY_HEAD = b'{"entries":[' + b",".join([json.dumps(ENTRY).encode()] * (BATCH - 1))


class Sender(threading.Thread):
    """One keep-alive connection."""

    def __init__(self, port: int, number: int, until: float, batches: int) -> None:
        super().__init__(daemon=True)
        self.client = f"sender-{os.getpid()}-{number}"  # a name seen before would be a repeat, and not stored
        self.accepted: list[tuple[float, float]] = []  # when the answer came, how long it took
        self.refused = 0
        self.failure = ""
        self._until = until
        self._batches = batches
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = b"POST /logs HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n" % port
        self._head += b"X-Gasoline-Token: %s\r\n" % os.environ.get("SENDER_TOKEN", "").encode()

    def run(self) -> None:
        try:
            self._flood()
        except (AssertionError, OSError) as error:
            self.failure = repr(error)

    def _flood(self) -> None:
        while time.monotonic() < self._until and len(self.accepted) < self._batches:
            body = body_of(self.client, len(self.accepted) + 1)
            data = self._head + b"Content-Length: %d\r\n\r\n" % len(body) + body
            while time.monotonic() < self._until and not self._send(data):
                self.refused += 1
                time.sleep(REFUSED_WAIT_S)

    def _send(self, data: bytes) -> bool:
        start = time.monotonic()
        self._socket.sendall(data)
        status = self._read_status()
        end = time.monotonic()
        if status == 200:
            self.accepted.append((end, end - start))
        elif status != 429:
            raise AssertionError(f"the server answered {status}")
        return status == 200

    def _read_status(self) -> int:
        """The whole answer is read; its status is given."""
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._receive()
        head, _, body = data.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
        while len(body) < length:
            body += self._receive()
        if b'"duplicate"' in body or b'"rejected"' in body:
            raise AssertionError(f"accepted, but not stored: {body!r}")
        return int(head[9:12])

    def _receive(self) -> bytes:
        data = self._socket.recv(65_536)
        if not data:
            raise AssertionError("the server closed the connection")
        return data


def main(port: int, seconds: float, entries: int = 0) -> None:
    batches = entries // BATCH // CONNECTIONS if entries else sys.maxsize
    # The server counts by the whole seconds of this very clock.
    begin = float(int(time.monotonic()) + 1)
    until = begin + (seconds or TIME_LIMIT_S)
    senders = [Sender(port, number, until, batches) for number in range(CONNECTIONS)]
    time.sleep(max(0, begin - time.monotonic()))
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join(TIME_LIMIT_S)
    if entries:
        senders.append(Sender(port, CONNECTIONS, until, 1))  # certainly the newest
        senders[-1].run()
    if any(sender.failure for sender in senders):
        sys.exit(f"void: {[sender.failure for sender in senders]}")
    accepted = sorted(answer for sender in senders for answer in sender.accepted)
    report = {
        "begin": begin,
        "accepted": [(round(end - begin, 6), round(took * 1000, 4)) for end, took in accepted],
        "refused": sum(sender.refused for sender in senders),
        "batch": BATCH,
        "body_bytes": len(body_of("sender-0", 1)),
        "newest": label_of(senders[-1].client, len(senders[-1].accepted)),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
