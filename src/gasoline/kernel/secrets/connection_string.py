"""Whether a password stands in a database's connection string: `Server=db;User Id=app;Password=…;`."""

import re
from functools import cache
from typing import Any

from gasoline.kernel.linear_patterns import compile_linear

NEIGHBOURHOOD = 160  # characters on each side
_END = re.compile(r"[\n\r\"'`(){}<>\\]")


@cache
def _neighbour() -> Any:
    trade = "server|data source|host|driver|provider|initial catalog|database|user ?id|uid|user"
    return compile_linear(rf"(?i:{trade})[ ]{{0,2}}=[^;]+;")


def is_in_connection_string(text: str, start: int, stop: int) -> bool:
    """Its neighbours say so: names of that trade, with semicolons between, before the string or the line ends."""
    before = _END.split(text[max(0, start - NEIGHBOURHOOD) : start])[-1]
    after = _END.split(text[stop : stop + NEIGHBOURHOOD], maxsplit=1)[0]
    return any(_neighbour().search(side) for side in (before, after + ";"))
