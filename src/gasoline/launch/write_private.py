"""Writes a small file that only its owner can read, whole or not at all."""
# pathlib would cost each AI client 3 ms at its start.
# ruff: noqa: PTH105, PTH108

import os


def write_private(path: str, text: str) -> None:
    beside = f"{path}.{os.getpid()}.tmp"
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(beside, path)
    except OSError:
        os.unlink(beside)
        raise
