"""`gasoline call --out FILE`: which part of an answer is written to the file, and which part is printed."""

import base64
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from gasoline.commands.flags import refuse

SCRIPTS = ("script", "test_script")
"""The fields that may contain a script."""
SCRIPT_CALLS = frozenset(
    {"generate_test", "get_reproduction_script", "generate what=test", "generate what=reproduction"}
)
FIXTURE_IMPORT = re.compile(
    r"^import \{ fixtures\b.* from '\./fixtures/(?P<name>[\w-]+\.fixtures\.js)';$", re.MULTILINE
)


def returns_script(tool: str, arguments: Mapping[str, object]) -> bool:
    """Whether the answer has a script, which only JSON keeps apart from its fixtures and from words about it."""
    return tool in SCRIPT_CALLS or f"{tool} what={arguments.get('what')}" in SCRIPT_CALLS


def save_answer(blocks: Iterable[dict[str, object]], text: str, out: Path) -> dict[str, object]:
    """The image, the script, or the complete answer."""
    screenshot = next((str(block["data"]) for block in blocks if block.get("type") == "image"), None)
    if screenshot is not None:
        return {**_fields(text), **_write(out, base64.b64decode(screenshot))}
    answer = _fields(text)
    for name in SCRIPTS:
        if isinstance(script := answer.pop(name, None), str):
            fixtures = _write_fixtures(out, script, answer.pop("fixture_file", None))
            return {**answer, **_write(out, script.encode()), **fixtures}
    return _write(out, text.encode() + b"\n")


def _write_fixtures(out: Path, script: str, text: object) -> dict[str, object]:
    """Writes the fixture module where the script imports it from."""
    imported = FIXTURE_IMPORT.search(script)
    if not isinstance(text, str) or imported is None:
        return {}
    path = out.parent / "fixtures" / imported["name"]
    return {"fixtures_written": _write(path, text.encode())["written"]}


def _write(out: Path, content: bytes) -> dict[str, object]:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(content)
    except OSError as error:
        raise refuse(f"cannot write {out}: {error.strerror}") from None
    return {"written": str(out), "bytes": len(content)}


def _fields(text: str) -> dict[str, object]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
