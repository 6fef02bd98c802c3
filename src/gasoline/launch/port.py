"""Reads a port number from a flag or from GASOLINE_PORT."""

import os

DEFAULT_PORT = 7890  # SRV-01

HIGHEST_PORT = 65_535


def parse_port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) <= HIGHEST_PORT:
        return int(text)
    raise ValueError(f"'{text}' is not a valid port: use a number from 1 to {HIGHEST_PORT}, or 0 for any free port")


def port_from_environment() -> int | None:
    text = os.environ.get("GASOLINE_PORT", "").strip()
    if not text:
        return None
    try:
        return parse_port(text)
    except ValueError as error:
        raise ValueError(f"GASOLINE_PORT: {error}") from None
