"""How large a capsule is when every buffer is full."""

import random
from pathlib import Path

from capsules import at, busy_session, saved

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
    capsule = await saved(parts)
    assert 200_000 < len(capsule.data) < SAVED_BYTES
