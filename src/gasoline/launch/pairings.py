"""`pairings.json`: the extensions that a person has connected to this state directory."""

import json
import os
import secrets
from collections.abc import Collection
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from gasoline.launch.runtime_file import StrPath, write_private

MAX_PAIRINGS = 100  # connected extensions that are remembered; of more the oldest is forgotten

How = Literal["own_copy", "code", "window"]
"""How the user approved the pairing: see docs/security.md."""


class PairingRecord(NamedTuple):
    """One connected extension. Its key is computed from the token and `id`, and is valid while the record exists."""

    id: str
    origin: str
    how: How
    paired_at: str = ""
    """Empty for an own copy that no browser has loaded yet."""
    last_connected: str = ""


class Pairings:
    """Read again at each use: `gasoline extension` writes to the file while the server runs."""

    def __init__(self, state_dir: StrPath) -> None:
        self._path = Path(state_dir) / "pairings.json"

    @property
    def was_used(self) -> bool:
        """Whether an extension has ever paired, even if it was revoked since."""
        return self._read()[1]

    def all(self) -> list[PairingRecord]:
        """Oldest first."""
        return self._read()[0]

    def find(self, pairing_id: str) -> PairingRecord | None:
        return next((record for record in self.all() if record.id == pairing_id), None)

    def own_copy(self, origin: str) -> PairingRecord:
        """The record of the copy that `gasoline extension` and `gasoline browser` make."""
        known = [record for record in self.all() if record.how == "own_copy" and record.origin == origin]
        if known:
            return known[0]
        record = PairingRecord(new_pairing_id(), origin, "own_copy")
        self._write([*self.all(), record], was_used=self.was_used)
        return record

    def connected(self, record: PairingRecord, now: str) -> None:
        """An extension has proven the key of this record, which may be new."""
        seen = record._replace(paired_at=record.paired_at or now, last_connected=now)
        known = self.all()
        is_new = all(each.id != record.id for each in known)
        self._write([seen if each.id == record.id else each for each in known] + [seen] * is_new, was_used=True)

    def remove(self, pairing_ids: Collection[str]) -> list[PairingRecord]:
        """The records that were removed."""
        records, was_used = self._read()
        removed = [record for record in records if record.id in pairing_ids]
        if removed:
            self._write([record for record in records if record.id not in pairing_ids], was_used=was_used)
        return removed

    def _read(self) -> tuple[list[PairingRecord], bool]:
        try:
            content = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return [], False
        if not isinstance(content, dict):
            return [], False
        rows = content.get("pairings")
        records = [record for row in rows if (record := _record(row))] if isinstance(rows, list) else []
        return records, content.get("was_used") is True

    def _write(self, records: list[PairingRecord], *, was_used: bool) -> None:
        rows = [record._asdict() for record in records[-MAX_PAIRINGS:]]
        write_private(os.fspath(self._path), json.dumps({"was_used": was_used, "pairings": rows}, indent=1))


def new_pairing_id() -> str:
    """Short enough to type."""
    return secrets.token_hex(4)


def _record(row: object) -> PairingRecord | None:
    if not isinstance(row, dict) or row.get("how") not in get_args(How):
        return None
    texts: dict[str, Any] = {name: row.get(name) for name in PairingRecord._fields}
    if not all(isinstance(text, str) for text in texts.values()):
        return None
    return PairingRecord(**texts)
