"""A check of `gasoline doctor` and of health: what was looked at, what was found, how to mend it."""

from typing import Literal

from msgspec import Struct


class Check(Struct, frozen=True):
    id: str
    status: Literal["ok", "warn", "fail"]
    message: str
    fix: str = ""
