"""What a renderer gets of an answer: its data with the secrets masked."""

from collections.abc import Callable
from typing import Any

import msgspec

from gasoline.rendering.document import View
from gasoline.toolkit.capability import Answer, Params


def masked_view(answer: Answer, params: Params, mask: Callable[[str], str]) -> View:
    listing = answer.listing
    origins = listing.origins if listing else {}
    raw = msgspec.json.encode({"data": plain(answer.data), "facts": answer.facts, "origins": origins}).decode()
    masked = msgspec.json.decode(mask(raw))
    return View(
        masked["data"],
        masked["facts"],
        params,
        listing.seqs if listing else (),
        listing.matching if listing else 0,
        masked["origins"],
        answer.note,
    )


def plain(data: Any) -> Any:
    """What came from the browser as raw JSON, as data."""
    return msgspec.json.decode(data) if isinstance(data, msgspec.Raw) else data
