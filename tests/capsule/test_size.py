"""How large a capsule is when every buffer is full."""

import base64
import random
from pathlib import Path

import msgspec
from capsules import Recording, at, busy_session, saved

from gasoline.capsule.bounds import SAVED_BYTES

WORDS = ("order", "cart", "total", "price", "customer", "stock", "shipping", "invoice", "address", "payment")


def sentence(chance: random.Random, words: int) -> str:
    return " ".join(f"{chance.choice(WORDS)}{chance.randrange(1000)}" for _ in range(words))


# CAPS-02
async def test_ten_busy_minutes_have_less_than_5_mb(tmp_path: Path) -> None:
    chance = random.Random(7)
    parts = busy_session(tmp_path)
    for number in range(2_000):
        parts.log(
            sentence(chance, 8), {"id": number, "items": [sentence(chance, 2)] * 3}, **at(number % 50, id=f"l{number}")
        )
    for number in range(300):
        stack = "\n".join(f"    at {sentence(chance, 1)} (http://localhost:3000/app.js:{line}:9)" for line in range(20))
        parts.send(
            "logs", at(5, id=f"x{number}", type="exception", level="error", message=sentence(chance, 6), stack=stack)
        )
    for number in range(1_000):
        address = {"url": f"http://localhost:3000/api/{number}?q={sentence(chance, 1)}"}
        parts.send("network", at(5, id=f"n{number}", method="GET", status=200, duration=number / 7) | address)
    for number in range(100):
        body = {"method": "GET", "status": 200, "responseBody": sentence(chance, 1_400), "contentType": "text/plain"}
        parts.send("network_bodies", at(6, id=f"n{number}", **body) | {"url": f"http://localhost:3000/api/{number}"})
    for _ in range(200):
        message = {"event": "message", "direction": "incoming", "data": sentence(chance, 300)}
        parts.send("websocket_events", at(7, id="w1", **message))
    for number in range(2_000):
        text = sentence(chance, 12)
        parts.send("server_logs", at(8, name="api", text=f"{number} {text}") | {"url": ""})
    capsule = await saved(parts)
    assert not capsule.manifest.dropped
    assert capsule.manifest.counts["server_logs"] == 2_002
    assert 200_000 < len(capsule.data) < SAVED_BYTES


# CAPS-02
async def test_above_5_mb_the_oldest_entries_of_the_largest_stream_are_dropped_and_counted(tmp_path: Path) -> None:
    chance = random.Random(7)
    parts = busy_session(tmp_path)
    for number in range(300):
        noise = base64.b64encode(chance.randbytes(45_000)).decode()
        parts.log(noise[:9_000], **at(6, id=f"l{number}"))
        parts.send("server_logs", at(6, name="api", text=noise[:15_000]) | {"url": ""})
        body = {"method": "POST", "status": 200, "requestBody": noise[:8_000], "responseBody": noise}
        parts.send("network_bodies", at(6, id=f"n{number}", **body) | {"url": f"http://localhost:3000/api/{number}"})
    answer = await parts.call("save_capsule")
    data = Path(msgspec.json.decode(answer.texts[0])["path"]).read_bytes()
    assert len(data) <= SAVED_BYTES
    opened = Recording(data).opened
    dropped = opened.manifest.dropped
    assert dropped
    for stream, count in dropped.items():
        stored = [each.seq for each in parts.store.buffers[stream].saved()]
        assert [each.seq for each in opened.store.buffers[stream].saved()] == stored[count:]
    total = f"{sum(dropped.values()):,}"
    assert answer.texts[1].startswith(f"The oldest {total} entries did not fit: pass since or url_filter")
