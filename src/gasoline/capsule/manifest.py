"""What a capsule says about itself: when it was recorded, what it holds, what was masked, and in which environment."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from gasoline.browser.extension_state import SavedExtension
from gasoline.capsule.bounds import FORMAT, MEMBERS, NOTE_CHARS, PICTURES
from gasoline.model.bounds import EXACT_INTEGER, NAME_CHARS, TIME_CHARS
from gasoline.model.events import check_times
from gasoline.model.wire import MAX_ACTION_BUFFER, MAX_ACTIONS, MIN_ACTION_BUFFER
from gasoline.store.saved_event import SavedRing, Seq
from gasoline.toolkit.listing import FILTER_CHARS

Word = Annotated[str, Meta(max_length=NAME_CHARS)]
Time = Annotated[str, Meta(max_length=TIME_CHARS)]
Counts = Annotated[dict[Word, Annotated[int, Meta(ge=0, le=EXACT_INTEGER)]], Meta(max_length=4 * MEMBERS)]


class Sequences(Struct, frozen=True, kw_only=True):
    """The sequence numbers of the saved server, so that cursors in answers stay the same."""

    cursor: Seq = 0
    received: Seq = 0
    notices: Seq = 0
    contracts_evicted: Seq = 0


class Environment(Struct, frozen=True, kw_only=True):
    """The state of extension and server at the moment of saving."""

    extension: SavedExtension = SavedExtension()
    actions_kept: Annotated[int, Meta(ge=MIN_ACTION_BUFFER, le=MAX_ACTION_BUFFER)] = MAX_ACTIONS
    rings: Annotated[dict[Word, SavedRing], Meta(max_length=MEMBERS)] = {}
    sequence: Sequences = Sequences()
    system: Annotated[str, Meta(max_length=FILTER_CHARS)] = ""


class Picture(Struct, frozen=True, kw_only=True):
    """A screenshot: its file in the capsule, and the error that it belongs to."""

    file: Word
    error_id: Word


class Manifest(Struct, frozen=True, kw_only=True):
    """The first file of a capsule."""

    format: int = FORMAT
    product: Word = "gasoline"
    version: Word
    saved_at: Time
    start: Time = ""
    """The time of the oldest event; empty if there is none."""
    end: Time = ""
    since: Time = ""
    """Older events were left out on request."""
    url_filter: Annotated[str, Meta(max_length=FILTER_CHARS)] = ""
    note: Annotated[str, Meta(max_length=NOTE_CHARS)] = ""
    counts: Counts = {}
    """How many entries each file has."""
    masked: Counts = {}
    """How many secrets were masked, by kind."""
    left_out: Counts = {}
    """Entries that could not be masked without damage, by file."""
    dropped: Counts = {}
    """The oldest entries, left out because the capsule would have been too large, by file."""
    pictures: Annotated[tuple[Picture, ...], Meta(max_length=PICTURES)] = ()
    environment: Environment = Environment()

    def __post_init__(self) -> None:
        check_times(self.saved_at, self.start or None, self.end or None, self.since or None)

    def shown(self) -> dict[str, Any]:
        """The manifest as `capsule info` prints it."""
        extension = self.environment.extension
        return {
            "format": self.format,
            "version": self.version,
            "saved_at": self.saved_at,
            "start": self.start,
            "end": self.end,
            "since": self.since,
            "url_filter": self.url_filter,
            "note": self.note,
            "counts": self.counts,
            "masked": self.masked,
            "left_out": self.left_out,
            "dropped": self.dropped,
            "pictures": len(self.pictures),
            "extension": extension.version,
            "browser": extension.browser,
            "switches": extension.switches,
            "system": self.environment.system,
        }
