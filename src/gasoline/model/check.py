"""A check of `gasoline doctor` and of health: its id, its result, and the fix."""

from typing import Literal

from msgspec import Struct


class Check(Struct, frozen=True):
    id: str
    status: Literal["ok", "warn", "fail"]
    message: str
    fix: str = ""
