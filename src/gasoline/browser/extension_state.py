"""The state of the extension: last contact, switches, losses."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Annotated, Any

from msgspec import Meta, Struct

from gasoline.model import switches
from gasoline.model.bounds import NAME_CHARS
from gasoline.model.wire import MAX_HALF_LOADED_SITES, MAX_SWITCHES, HelloMessage

RECORDER_REST_MS = 5_000  # how long a recorder that keeps failing rests
MAX_DROP_NAMES = 50  # names of bounds that health counts losses under
CONTACT_FRESH_S = 3.0  # PILOT-15
WORKER_RESTART_S = 1.0  # SEND-10: how long a question waits for the next worker; its pages wake it within 0.3 s

BREAKER = "breaker_"  # counters with this prefix: a recorder failed repeatedly and pauses
POLLER = 0  # stands for the poller; channel numbers start at 1


class SavedExtension(Struct, frozen=True, kw_only=True):
    """The state of the extension at the moment when a capsule was saved."""

    version: Annotated[str, Meta(max_length=NAME_CHARS)] = ""
    browser: Annotated[str, Meta(max_length=NAME_CHARS)] = ""
    connected: bool = False
    has_channel: bool = False
    seconds_since_contact: float | None = None
    watched: int = 0
    pilot: bool = False
    switches: Annotated[dict[str, bool], Meta(max_length=MAX_SWITCHES)] = {}
    half_loaded: Annotated[list[str], Meta(max_length=MAX_HALF_LOADED_SITES)] = []
    dropped: Annotated[dict[str, int], Meta(max_length=MAX_DROP_NAMES + 1)] = {}
    open_breakers: Annotated[list[str], Meta(max_length=MAX_DROP_NAMES)] = []


class ExtensionState:
    """Contact and switches as reported by the extension."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._last_contact: float | None = None
        self._greeted = asyncio.Event()
        self._worker_ended: float | None = None
        self._channels = 0
        self._is_closed = False
        self._pilots: dict[int, bool] = {}
        self._last_pilot = False
        self.switches: dict[str, bool] = {}
        self.half_loaded: list[str] = []
        self.version = ""
        self.browser = ""
        """Name and version of the browser that said hello last."""
        self._watched = 0
        self.dropped: Counter[str] = Counter()
        self._breaker_opened: dict[str, float] = {}

    def saved(self) -> SavedExtension:
        return SavedExtension(
            version=self.version,
            browser=self.browser,
            connected=self.connected,
            has_channel=self._channels > 0,
            seconds_since_contact=self.seconds_since_contact,
            watched=self.watched,
            pilot=self.pilot,
            switches=self.switches,
            half_loaded=self.half_loaded,
            dropped=dict(self.dropped),
            open_breakers=self.open_breakers,
        )

    def load(self, saved: SavedExtension) -> None:
        """The state of a saved session; time stands still in it."""
        now, seconds = self._monotonic(), saved.seconds_since_contact
        self.version, self.switches, self.half_loaded = saved.version, saved.switches, saved.half_loaded
        self.browser = saved.browser
        self._last_contact = None if seconds is None else now - seconds
        self._channels = int(saved.has_channel)
        self._is_closed = not saved.connected
        self._last_pilot = saved.pilot
        self._watched = saved.watched
        self.dropped = Counter(saved.dropped)
        self._breaker_opened = dict.fromkeys(saved.open_breakers, now)

    def record_contact(self) -> None:
        self._last_contact = self._monotonic()
        self._is_closed = False

    @property
    def has_greeted(self) -> bool:
        """Whether it has said hello to this server, and with it its switches."""
        return self._greeted.is_set() or self._worker_ended is not None

    @property
    def returning_s(self) -> float:
        """How much longer a question may wait for the worker that follows one that the browser has ended."""
        if self._channels or self._worker_ended is None:
            return 0.0
        return max(0.0, self._worker_ended + WORKER_RESTART_S - self._monotonic())

    async def wait_for_hello(self, wait_s: float) -> None:
        """Returns when it has said hello, or after `wait_s`."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._greeted.wait(), wait_s)

    def channel_opened(self) -> None:
        self._channels += 1
        self.record_contact()

    def channel_closed(self, channel: int, *, has_worker_ended: bool = False) -> None:
        """The browser closed the connection; unless it has another one, it is disconnected."""
        self._last_pilot = self._pilots.pop(channel, self._last_pilot)
        self._disconnect(has_hung_up=True)
        if has_worker_ended and not self._channels:
            self._worker_ended = self._monotonic()
            self._greeted.clear()

    def poll_ended(self, *, is_client_gone: bool) -> None:
        """A poller that got its answer is about to poll again."""
        self._last_pilot = self._pilots.pop(POLLER, self._last_pilot)
        self._disconnect(has_hung_up=is_client_gone)

    def _disconnect(self, *, has_hung_up: bool) -> None:
        self._channels -= 1
        self.record_contact()
        self._is_closed = has_hung_up

    def record_hello(self, hello: HelloMessage, channel: int = POLLER) -> None:
        self._greeted.set()
        self.version, self.switches, self.half_loaded = hello.version, hello.switches, hello.half_loaded
        self.browser = hello.browser
        self.pilot_changed(hello.pilot, channel)

    def pilot_changed(self, enabled: bool, channel: int = POLLER) -> None:
        """The user of this channel's browser changed the switch."""
        self._pilots[channel] = enabled

    @property
    def pilot(self) -> bool:
        """Whether it is on in a connected browser; the last known state if none is connected."""
        return any(self._pilots.values()) if self._pilots else self._last_pilot

    @property
    def pilot_channels(self) -> set[int]:
        """The channels in which it is on."""
        return {channel for channel, enabled in self._pilots.items() if enabled}

    def watches(self, tabs: int) -> None:
        self._watched = tabs

    @property
    def watched(self) -> int:
        """The number of captured tabs. Between two polls of a polling extension, its tabs still count."""
        return self._watched if self.connected else 0

    @property
    def switched_off(self) -> list[str]:
        """Labels of the switches that are off but on by default."""
        return [label for key, label in switches.ON_BY_DEFAULT.items() if self.switches.get(key) is False]

    @property
    def has_error_context(self) -> bool:
        """Whether “AI Error Context” is on or unknown."""
        return self.switches.get(switches.ERROR_CONTEXT, True)

    def lost(self, counts: Mapping[str, int]) -> None:
        """Adds up the extension's drop counts; names beyond the limit share one counter."""
        for name, count in counts.items():
            known = name in self.dropped or len(self.dropped) < MAX_DROP_NAMES
            self.dropped[name if known else "other"] += count
            if known and name.startswith(BREAKER):
                self._breaker_opened[name.removeprefix(BREAKER)] = self._monotonic()

    @property
    def open_breakers(self) -> list[str]:
        """Recorders that are paused in some page after repeated failures."""
        since = self._monotonic() - RECORDER_REST_MS / 1000
        return sorted(name for name, opened in self._breaker_opened.items() if opened > since)

    @property
    def ever_connected(self) -> bool:
        return self._last_contact is not None

    @property
    def connected(self) -> bool:
        """Connected if a command channel is open, or if there was contact within the last seconds and the browser has
        not closed its channel since."""
        if self._channels:
            return True
        seconds = self.seconds_since_contact
        return seconds is not None and seconds < CONTACT_FRESH_S and not self._is_closed

    @property
    def seconds_since_contact(self) -> float | None:
        if self._channels:
            return 0.0
        return None if self._last_contact is None else self._monotonic() - self._last_contact

    def pilot_status(self) -> dict[str, Any]:
        """The answer of `observe what=pilot` and `GET /pilot-status`."""
        seconds = self.seconds_since_contact
        source = "never_connected" if seconds is None else "extension_poll" if self.connected else "stale"
        return {
            "enabled": self.pilot,
            "source": source,
            "extension_connected": self.connected,
            "last_poll_ago": None if seconds is None else round(seconds, 3),
        }
