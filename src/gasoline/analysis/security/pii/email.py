"""E-mail addresses."""

PATTERN = r"[0-9A-Za-z._%+-]+@[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*\.[A-Za-z]{2,24}"
FILES = frozenset({"png", "jpg", "jpeg", "gif", "svg", "webp", "js", "mjs", "css", "json", "html", "map", "ts", "tsx"})
"""`icon@2x.png` and `lib@1.2.js` are no addresses."""


def is_email(text: str) -> bool:
    name, _, host = text.partition("@")
    return len(name) <= 64 and host.rpartition(".")[2].lower() not in FILES and not name.startswith(".")  # noqa: PLR2004
