"""Whether a password stands in a database's connection string: `Server=db;User Id=app;Password=…;`."""

import re

NEIGHBOURHOOD = 160  # characters on each side
_NEIGHBOUR = re.compile(
    r"(?:server|data source|host|driver|provider|initial catalog|database|user ?id|uid|user)[ ]{0,2}=[^;]{1,80};",
    re.IGNORECASE,
)
_END = re.compile(r"[\n\r\"'`(){}<>\\]")


def is_in_connection_string(text: str, start: int, stop: int) -> bool:
    """Its neighbours say so: names of that trade, with semicolons between, before the string or the line ends."""
    before = _END.split(text[max(0, start - NEIGHBOURHOOD) : start])[-1]
    after = _END.split(text[stop : stop + NEIGHBOURHOOD])[0]
    return _NEIGHBOUR.search(before) is not None or _NEIGHBOUR.search(after + ";") is not None
