"""Capsules that somebody else made: damaged, oversized, of another version, or with files that do not belong there."""

import io
import random
import re
import stat
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from capsules import Recording, busy_session, saved
from hostile_capsule import Members, hostile_everywhere
from parts import REGISTRY

from gasoline.capsule import bounds
from gasoline.capsule.archive import BadCapsule, pack, read_file, unpack
from gasoline.capsule.load import load_capsule
from gasoline.dashboard.frame_state import read_state
from gasoline.dashboard.view import Query
from gasoline.dashboard.views import ALL as VIEWS
from gasoline.model.tool_error import ToolError
from gasoline.tools.capsule_limits import CHANGING

HOSTILE_TEXT = "</pre><script>alert(1)</script>\u202e"


@pytest.fixture
async def capsule(tmp_path: Path) -> bytes:
    return (await saved(busy_session(tmp_path))).data


@pytest.fixture
def members(capsule: bytes) -> Members:
    return unpack(capsule)


def refusal(data: bytes) -> str:
    with pytest.raises(BadCapsule) as caught:
        load_capsule(data, "x.gasoline")
    assert caught.value.code == "bad_capsule"
    assert caught.value.hint
    return caught.value.message


def with_manifest(members: Members, **changes: Any) -> bytes:
    manifest = {**msgspec.json.decode(members["manifest.json"]), **changes}
    return pack({**members, "manifest.json": msgspec.json.encode(manifest)})


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99])
def test_a_truncated_file_is_refused(capsule: bytes, share: float) -> None:
    assert "damaged or not a zip file" in refusal(capsule[: int(len(capsule) * share)])


def test_a_file_that_is_not_a_zip_is_refused() -> None:
    assert "not a zip file" in refusal(b"<html>" * 100)


def test_a_newer_format_says_how_to_read_it(members: Members) -> None:
    data = with_manifest(members, format=bounds.FORMAT + 1)
    with pytest.raises(BadCapsule, match="its format is 2, and this version reads up to 1") as caught:
        load_capsule(data, "x.gasoline")
    assert "Update Gasoline" in caught.value.hint


@pytest.mark.parametrize("format", [0, -1, "1", None, 1.5])
def test_an_unknown_format_is_refused(members: Members, format: object) -> None:
    refusal(with_manifest(members, format=format))


def test_a_file_of_another_program_is_refused(members: Members) -> None:
    assert "another program" in refusal(with_manifest(members, product="other"))


def test_a_manifest_is_required(members: Members) -> None:
    del members["manifest.json"]
    assert "no manifest.json" in refusal(pack(members))


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "/etc/passwd",
        "pictures/../../x.jpg",
        "a\\b.jsonl",
        "run.sh",
        "pictures/",
        "LOGS.jsonl",
        "é.jsonl",
    ],
)
def test_a_file_that_does_not_belong_there_is_refused(members: Members, name: str) -> None:
    assert "does not belong" in refusal(pack({**members, name: b"x"}))


def test_a_symbolic_link_is_refused(members: Members) -> None:
    file = io.BytesIO(pack(members))
    with zipfile.ZipFile(file, "a") as archive:
        link = zipfile.ZipInfo("extra.jsonl")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert "a link" in refusal(file.getvalue())


def test_the_same_file_twice_is_refused(members: Members) -> None:
    file = io.BytesIO(pack(members))
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("logs.jsonl", b"")
    assert "twice" in refusal(file.getvalue())


def test_too_many_files_are_refused(members: Members) -> None:
    extra = {f"a{'b' * number}.jsonl": b"" for number in range(40)}
    more = {f"c{'d' * number}.jsonl": b"" for number in range(40)}
    assert "files, more than" in refusal(pack({**members, **extra, **more}))


def test_a_list_of_very_many_files_is_refused_without_being_read(
    members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = io.BytesIO(pack(members))
    with zipfile.ZipFile(file, "a") as archive:
        for number in range(1_000):
            archive.writestr(f"a{number}", b"")
    monkeypatch.setattr(zipfile, "ZipFile", None)
    assert "files, more than" in refusal(file.getvalue())


def test_a_bomb_is_refused_by_its_declared_size(members: Members) -> None:
    bomb = b"\n" * (bounds.MEMBER_BYTES + 1)
    data = pack({**members, "logs.jsonl": bomb})
    assert len(data) < 1_000_000
    assert "too large" in refusal(data)


def declaring(data: bytes, size: int, checksum: int | None = None) -> bytes:
    """The same archive, in which every header says that its large file has `size` bytes, and perhaps its checksum."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        info = max(archive.infolist(), key=lambda info: info.file_size)
    changes = [(info.file_size, size)] if checksum is None else [(info.file_size, size), (info.CRC, checksum)]
    for old, new in changes:
        assert data.count(struct.pack("<I", old)) == 2
        data = data.replace(struct.pack("<I", old), struct.pack("<I", new))
    return data


def test_a_bomb_that_lies_about_its_size_is_refused(members: Members) -> None:
    bomb = pack({**members, "logs.jsonl": b"\n" * (bounds.MEMBER_BYTES + 1)})
    assert "damaged" in refusal(declaring(bomb, 100))


def test_a_bomb_that_forges_its_checksum_too_unpacks_only_what_it_declares(members: Members) -> None:
    bomb = pack({**members, "logs.jsonl": b"\n" * (bounds.MEMBER_BYTES + 1)})
    start = b"\n" * 100
    tracemalloc.start()
    try:
        assert unpack(declaring(bomb, len(start), zlib.crc32(start)))["logs.jsonl"] == start
        assert tracemalloc.get_traced_memory()[1] < bounds.MEMBER_BYTES // 4
    finally:
        tracemalloc.stop()


def test_many_large_files_together_are_refused(members: Members) -> None:
    large = {f"{letter}.jsonl": b"\n" * bounds.MEMBER_BYTES for letter in "abcde"}
    assert "unpacked" in refusal(pack({**members, **large}))


def test_absurd_counts_are_refused(members: Members) -> None:
    assert "lines" in refusal(pack({**members, "logs.jsonl": b"{}\n" * (bounds.LINES + 1)}))
    manifest = msgspec.json.decode(members["manifest.json"])
    manifest["environment"]["sequence"]["cursor"] = 10**30
    refusal(pack({**members, "manifest.json": msgspec.json.encode(manifest)}))


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe{\x00",
        "{}".encode("utf-16"),
        b"[" * 100_000,
        b'{"seq": 1, "last_seq": 1, "event": {"type": "console", "ts": "yesterday"}}',
        b'{"seq": 1, "last_seq": 1, "event": {"type": "console", "ts": ""}}',
        b'{"seq": -1, "last_seq": 1, "event": {"type": "console", "ts": "2026-01-31T12:00:00Z"}}',
        b'{"seq": 1, "last_seq": 1, "event": {"type": "unheard of"}}',
    ],
)
def test_a_line_that_is_not_an_event_is_refused(members: Members, line: bytes) -> None:
    assert "not valid" in refusal(pack({**members, "logs.jsonl": line}))


def test_a_stream_that_only_a_newer_version_has_is_skipped(members: Members) -> None:
    load_capsule(pack({**members, "telemetry.jsonl": b'{"seq": 1}\n'}), "x.gasoline")


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.gasoline"
    with path.open("wb") as file:
        file.truncate(bounds.FILE_BYTES + 1)
    with pytest.raises(BadCapsule, match="larger than"):
        read_file(path)
    with pytest.raises(ToolError, match="cannot be read"):
        read_file(tmp_path / "missing.gasoline")


def flipped(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


VALUES: list[Any] = [
    None,
    "",
    "x" * 50_000,
    0,
    -1,
    2**63,
    1e308,
    True,
    [],
    {},
    [[]],
    {"a": {}},
    "\u202e<script>",
    "9999-99-99",
    "\ud7ff",
]


def with_other_value(line: bytes, chance: random.Random) -> bytes:
    """One value somewhere inside becomes another."""
    value = msgspec.json.decode(line)
    place = value
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return line
        key = chance.choice(keys)
        if not isinstance(place[key], dict | list) or chance.random() < 0.2:
            place[key] = chance.choice(VALUES)
            return msgspec.json.encode(value)
        place = place[key]


def mutated_line(members: Members, chance: random.Random) -> bytes:
    name = chance.choice([name for name, data in members.items() if data and not name.endswith(".jpg")])
    lines = members[name].splitlines() if name.endswith(".jsonl") else [members[name]]
    number = chance.randrange(len(lines))
    lines[number] = with_other_value(lines[number], chance)
    return pack({**members, name: b"\n".join(lines)})


READERS = [
    (capability.tool, {"action": action} if action else {})
    for capability in REGISTRY.capabilities
    if not capability.needs and CHANGING.get(capability.tool) != ()
    for action in {"validate_api": ["analyze", "report"], "diff_sessions": ["list"], "verify_fix": []}.get(
        capability.tool, [""]
    )
]


def test_no_flipped_byte_crashes_loading(capsule: bytes) -> None:
    chance = random.Random(20260131)
    refused = 0
    for _ in range(300):
        try:
            load_capsule(flipped(capsule, chance), "x.gasoline")
        except BadCapsule:
            refused += 1
    assert refused > 200


# CAPS-06
@pytest.mark.parametrize("seed", [20260131, 7, 99])
async def test_no_changed_value_crashes_loading_or_any_answer(members: Members, seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    opened = refused = 0
    while opened < 15:
        try:
            recording = Recording(mutated_line(members, chance), folder=tmp_path)
        except BadCapsule:
            refused += 1
            continue
        opened += 1
        await ask_everything(recording)
    assert refused > 10


def with_contract(members: Members, **changes: Any) -> Members:
    lines = [msgspec.json.decode(line) for line in members["contracts.jsonl"].splitlines()]
    return {**members, "contracts.jsonl": b"\n".join(msgspec.json.encode({**line, **changes}) for line in lines)}


def with_finding(members: Members, **changes: Any) -> Members:
    audit = msgspec.json.decode(members["security.jsonl"])
    findings = [{**finding, **changes} for finding in audit["findings"]]
    assert findings
    return {**members, "security.jsonl": msgspec.json.encode({**audit, "findings": findings})}


# CAPS-06
@pytest.mark.parametrize(
    ("change", "changes"),
    [
        (with_contract, {"calls": 0}),
        (with_contract, {"calls": -1}),
        *((with_finding, {name: ""}) for name in ("title", "description", "recommendation", "cwe")),
        (with_finding, {"evidence": {}}),
    ],
)
async def test_an_empty_field_crashes_no_answer(
    members: Members, change: Callable[..., Members], changes: dict[str, Any], tmp_path: Path
) -> None:
    await ask_everything(Recording(pack(change(members, **changes)), folder=tmp_path))


async def ask_everything(recording: Recording) -> list[str]:
    """Every answer and every view of the dashboard, the details of its entries included."""
    answers: list[str] = []
    for tool, arguments in READERS:
        for output in ("json", "text"):
            reply = await recording.call(tool, output=output, **arguments)
            assert "internal_error" not in reply.texts[0], (tool, arguments, output)
            answers += reply.texts
    page = await recording.call("generate_report", output="json", style="html")
    assert not page.is_error, page.texts
    ctx = recording.dispatcher.context(recording.client)
    answers.append(recording.dispatcher.json(read_state(ctx)))
    for view in VIEWS:
        listed = recording.dispatcher.json(await view.read(ctx, Query()))
        answers.append(listed)
        for found in sorted(set(re.findall(r'"id":"([^"\\\\]+)"', listed)))[:3]:
            with suppress(ToolError):
                answers.append(recording.dispatcher.json(await view.read(ctx, Query(found))))
    return answers


# CAPS-07
async def test_markup_in_every_field_of_a_capsule_stays_text(members: Members, tmp_path: Path) -> None:
    recording = Recording(pack(hostile_everywhere(members, HOSTILE_TEXT)), folder=tmp_path)
    assert recording.opened.manifest.note.startswith(HOSTILE_TEXT)
    answers = await ask_everything(recording)
    assert sum("<script>" in answer for answer in answers) > 20
    assert not [answer for answer in answers if "\u202e" in answer]
    page = Path(msgspec.json.decode((await recording.call("generate_report", style="html")).texts[0])["path"])
    assert "<script" not in page.read_text("utf-8")
