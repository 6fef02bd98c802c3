"""A made-up secret of every format in the table, put together here so that no scanner takes this file for a leak."""

import random
import re
import string

from gasoline.kernel.secrets import formats
from gasoline.kernel.secrets.formats.format import Format

_LETTERS = string.ascii_letters + string.digits
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.q7Zt4mXcV9pLw2RkYb8Ns1HfJd6Gu3Ea"
SPECIAL = {
    "private-key": "-----BEGIN EC PRIVATE KEY-----\nMIIEowIBAAKCAQEAx7Zt4mXcV9pLw2RkYb8\n-----END EC PRIVATE KEY-----",
    "encoded-private-key": "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFb2dJQkFBS0NBUUVB",
    "jwt": JWT,
    "aws-secret-key": "aws secret: " + "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzz9kL0mNpQ",
    "ai-key": "sk-" + "x7Zt4mXcV9pLw2RkYb8Ns1HfJd6Gu3Ea",
    "bearer-token": "Bearer x7Zt4mXcV9pLw2RkYb8N",
    "url-password": "postgres://admin:x7Zt4mXcV9pL@db.internal/app",
    "basic-credentials": "Basic YWRtaW46eDdadDRtWGNWOXBM",
    "netrc-password": "machine api.internal login ci password x7Zt4mXcV9pL",
    "twitter-bearer": "A" * 21 + "%3Dx7Zt4mXcV9pLw2RkYb8Ns1HfJd6Gu3Eax7Zt4mXcV9pLw2RkYb8Ns1HfJd6Gu3Ea",
    "password-hash": "$2b$12$" + "R9hcIPz0giURNNX3kh2OPST9PgBkqquziSs7KIUgO2t0jWMUWabcd",
    "grafana-token": "glsa_" + "x7Zt4mXcV9pLw2RkYb8Ns1HfJd6Gu3Ea" + "_3f9a1b2c",
    "supabase-token": "sbp_" + "3f9a1b2c" * 5,
    "sourcegraph-token": "sgp_" + "3f9a1b2c" * 5,
    "notion-token": "ntn_" + "x7Zt4mXcV9pLw2RkYb8Ns1HfJd6Gu3Eax7Zt4mXc",
    "sentry-token": "sntryu_" + "3f9a1b2c" * 8,
    "newrelic-license": "3f9a1b2c" * 4 + "3f9a" + "NRAL",
    "postman-key": "PMAK-" + "3f9a1b2c" * 3 + "-" + "3f9a1b2c" * 4 + "3f",
}


def sample(row: Format) -> str:
    """A text of this format; the same every time."""
    if row.id in SPECIAL:
        return SPECIAL[row.id]
    made = _expand(row.pattern, random.Random(row.id))
    assert re.search(row.pattern, made), (row.id, made)
    return made


def secret_of(row: Format) -> str:
    """The part of the sample that nobody may see."""
    text = sample(row)
    match = re.search(row.pattern, text)
    assert match is not None, (row.id, text)
    return match.group(1 if match.lastindex else 0).strip()


_PIECE = re.compile(
    r"\(\?:((?:[^()]|\((?:[^()])*\))*)\)(\?|\{0,1\})?|\((?!\?)(.*)\)$|\[([^\]]+)\](?:\{(\d+)(,\d*)?\}|([*+?]))?|\\(.)|(.)([?*+])?"
)


def _expand(pattern: str, rng: random.Random) -> str:
    """Reads the few constructs that the table uses."""
    out = []
    for piece in _PIECE.finditer(pattern):
        choice, optional, group, chars, least, _, repeat, escaped, plain, mark = piece.groups()
        if choice is not None:
            out.append("" if optional else _expand(choice.split("|")[0] if "(" not in choice else _top(choice), rng))
        elif group is not None:
            out.append(_expand(_top(group), rng))
        elif chars is not None:
            count = int(least) if least else {"*": 0, "?": 0}.get(repeat or "", 1)
            out.append(_random(chars, count, rng))
        elif escaped is not None:
            out.append("" if escaped == "\\" else escaped)
        elif plain is not None and mark != "*":
            out.append(plain)
    return "".join(out).replace("\\", "").replace("*/", "/")


def _top(choice: str) -> str:
    depth = 0
    for at, char in enumerate(choice):
        depth += (char in "([") - (char in ")]")
        if char == "|" and depth == 0:
            return choice[:at]
    return choice


def _random(chars: str, count: int, rng: random.Random) -> str:
    alphabet = [char for char in _LETTERS + "_-" if re.match(f"[{chars}]", char)] or [chars[0]]
    letters = [char for char in alphabet if char.isalnum()] or alphabet
    return "".join(rng.choice(letters) for _ in range(count))


ROWS = {row.id: row for row in formats.ALL}
