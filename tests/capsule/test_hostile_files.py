"""Capsules that somebody else made: damaged, oversized, of another version, or with files that do not belong there."""

import io
import random
import stat
import struct
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from capsules import Recording, busy_session, saved
from parts import REGISTRY

from gasoline.capsule import bounds
from gasoline.capsule.archive import BadCapsule, pack, read_file, unpack
from gasoline.capsule.load import load_capsule
from gasoline.model.tool_error import ToolError
from gasoline.tools.capsule_limits import CHANGING

Members = dict[str, bytes]


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


def test_a_bomb_is_refused_by_its_declared_size(members: Members) -> None:
    bomb = b"\n" * (bounds.MEMBER_BYTES + 1)
    data = pack({**members, "logs.jsonl": bomb})
    assert len(data) < 1_000_000
    assert "too large" in refusal(data)


def test_a_bomb_that_lies_about_its_size_is_refused_while_unpacking(members: Members) -> None:
    data = bytearray(pack({"logs.jsonl": b"\n" * (bounds.MEMBER_BYTES + 1)}))
    declared = struct.pack("<I", bounds.MEMBER_BYTES + 1)
    while declared in data:
        place = data.index(declared)
        data[place : place + 4] = struct.pack("<I", 100)
    refusal(bytes(data))


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
async def test_no_changed_value_crashes_loading_or_any_answer(members: Members) -> None:
    chance = random.Random(20260131)
    opened = refused = 0
    while opened < 10:
        try:
            recording = Recording(mutated_line(members, chance))
        except BadCapsule:
            refused += 1
            continue
        opened += 1
        for tool, arguments in READERS:
            for output in ("json", "text"):
                reply = await recording.call(tool, output=output, **arguments)
                assert "internal_error" not in reply.texts[0], (tool, arguments, output)
    assert refused > 10
