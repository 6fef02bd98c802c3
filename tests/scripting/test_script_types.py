"""Generated scripts have no type errors as TypeScript, by the types of Cypress and of Playwright themselves."""

import json
import subprocess
from pathlib import Path
from typing import Any

from parts import Parts

ROOT = Path(__file__).parents[2]
PAGE = "http://localhost:3000/shop"
X = {"testId": "x"}

ACTIONS: list[dict[str, Any]] = [
    {"type": "navigate", "trigger": "load", "toUrl": PAGE},
    {"type": "click", "selectors": X},
    {"type": "dialog", "dialog": "confirm", "accepted": True},
    {"type": "dialog", "dialog": "prompt", "accepted": True, "value": "Ann"},
    {"type": "dblclick", "selectors": {"ariaLabel": "y"}},
    {"type": "input", "selectors": {"id": "a"}, "value": "text"},
    {"type": "input", "selectors": {"id": "b"}, "value": "[redacted]", "inputType": "password"},
    {"type": "input", "selectors": {"id": "c"}, "value": "7", "inputType": "range"},
    {"type": "input", "selectors": {"id": "d"}, "files": ["a.png", "b"]},
    {"type": "click", "selectors": {"id": "e"}, "checked": True},
    {"type": "select", "selectors": {"id": "f"}, "selectedValues": ["a", "b"]},
    {"type": "select", "selectors": {"id": "g"}, "selectedValue": "a"},
    {"type": "drag", "selectors": {"id": "h"}, "targetSelectors": {"id": "i"}},
    {"type": "keypress", "selectors": {"id": "j"}, "key": "Enter", "modifiers": ["Control"]},
    {"type": "keypress", "selectors": {"id": "j"}, "key": "Tab"},
    {"type": "click", "selectors": {"text": "Go", "cssPath": "p"}, "frame": ["#f"], "shadow": ["my-app"]},
    {"type": "navigate", "trigger": "pushState", "toUrl": f"{PAGE}/1"},
    {"type": "click", "selectors": {"role": {"role": "button", "name": "Only"}}},
    {"type": "scroll", "scrollY": 7},
    {"type": "input", "selectors": {"id": "k"}, "value": "text"},
    {"type": "submit", "selectors": {"id": "l"}, "formAction": PAGE},
    {"type": "input", "selectors": {"id": "m"}, "value": "red", "keyDelays": [90, 900], "appeared": ["Tea", "Row 1"]},
    {"type": "click", "selectors": {"id": "n"}, "frame": ["#f"], "appeared": ["Paid"]},
]


def at(second: int, **event: Any) -> dict[str, Any]:
    return {"url": PAGE, "ts": f"2026-01-31T12:00:{second:02}Z", **event}


async def write_scripts(parts: Parts, folder: Path) -> None:
    parts.send("actions", *(at(place, **action) for place, action in enumerate(ACTIONS)))
    parts.send("logs", at(30, type="network", method="GET", status=500))
    body = {"id": 1, "list": [{"a": "b"}], "when": None, "is": True}
    call = {"method": "POST", "status": 200, "responseBody": json.dumps(body)}
    parts.send("network_bodies", {**at(1), **call, "url": "http://localhost:3000/api/1"})
    for second, status in ((2, 401), (4, 200)):
        me = {"method": "GET", "status": status, "responseBody": json.dumps({"status": status})}
        parts.send("network_bodies", {**at(second), **me, "url": "http://localhost:3000/api/me"})
    for text in ("re", "red"):
        found = {"method": "GET", "status": 200, "responseBody": "[]"}
        parts.send("network_bodies", {**at(21), **found, "url": f"http://localhost:3000/api/search?q={text}"})
    socket = {"id": "s1", "event": "message", "direction": "incoming", "data": "tick"}
    parts.send("websocket_events", {**at(3), **socket, "url": "ws://localhost:3000/live"})
    heading = {"role": "heading", "level": 1, "text": "Shop", "stable": True}
    elements = [heading, {"text": "ok", "testId": "t", "stable": True}]
    parts.send("dom_snapshots", at(0, elements=elements))
    for name in ("playwright", "cypress"):
        made = await parts.ask("get_reproduction_script", format=name)
        test = await parts.ask(
            "generate_test", framework=name, fixtures=True, test_name="all", assertions={"visual": True}
        )
        place = folder / name
        (place / "fixtures").mkdir(parents=True)
        assert "delay: 90" in test["test_script"]
        assert "q=re" in test["fixture_file"]
        assert ("routeWebSocket" in test["test_script"]) == (name == "playwright")
        (place / "reproduction.ts").write_text(made["script"] + "export {};\n")
        (place / "regression.ts").write_text(test["test_script"])
        (place / "fixtures" / "all.fixtures.js").write_text(test["fixture_file"])


# SCR-18
async def test_every_kind_of_step_and_check_has_no_type_errors(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    folder = tmp_path / "scripts"
    await write_scripts(parts, folder)
    for name in ("playwright", "cypress"):
        types = ["cypress"] if name == "cypress" else ["node"]
        options = {
            "strict": True,
            "noEmit": True,
            "allowJs": True,
            "skipLibCheck": True,
            "target": "es2023",
            "lib": ["es2023", "dom", "dom.iterable"],
            "module": "esnext",
            "moduleResolution": "bundler",
            "types": types,
        }
        place = folder / name
        (place / "node_modules").symlink_to(ROOT / "node_modules")
        (place / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "include": ["*.ts"]}))
        done = subprocess.run(
            [str(ROOT / "node_modules/.bin/tsc"), "-p", "."],
            cwd=place,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stdout
