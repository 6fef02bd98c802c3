"""What is known of the extension: when it was last heard of, how its switches stand, what it lost."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from gasoline.model import limits, switches
from gasoline.model.wire import HelloMessage

BREAKER = "breaker_"  # counters by this prefix: a recorder failed repeatedly and rests
POLLER = 0  # stands for whoever polls; channels count from 1


class ExtensionState:
    """Contact and switches, as the extension itself reported them."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._last_contact: float | None = None
        self._channels = 0
        self._has_hung_up = False
        self._pilots: dict[int, bool] = {}
        self._last_pilot = False
        self.switches: dict[str, bool] = {}
        self.half_loaded: list[str] = []
        self.version = ""
        self._watched = 0
        self.dropped: Counter[str] = Counter()
        self._breaker_opened: dict[str, float] = {}

    def heard(self) -> None:
        self._last_contact = self._monotonic()
        self._has_hung_up = False

    def channel_opened(self) -> None:
        self._channels += 1
        self.heard()

    def channel_closed(self, channel: int) -> None:
        """The browser ended the connection: unless it has another one, it is gone now."""
        self._last_pilot = self._pilots.pop(channel, self._last_pilot)
        self._disconnect(has_hung_up=True)

    def poll_ended(self, *, is_client_gone: bool) -> None:
        """A poller that got its answer is about to poll again."""
        self._last_pilot = self._pilots.pop(POLLER, self._last_pilot)
        self._disconnect(has_hung_up=is_client_gone)

    def _disconnect(self, *, has_hung_up: bool) -> None:
        self._channels -= 1
        self.heard()
        self._has_hung_up = has_hung_up

    def introduced(self, hello: HelloMessage, channel: int = POLLER) -> None:
        self.version, self.switches, self.half_loaded = hello.version, hello.switches, hello.half_loaded
        self.pilot_moved(hello.pilot, channel)

    def pilot_moved(self, enabled: bool, channel: int = POLLER) -> None:
        """The person of this channel's browser moved the switch."""
        self._pilots[channel] = enabled

    @property
    def pilot(self) -> bool:
        """On in a browser that is here; as it was last while none is."""
        return any(self._pilots.values()) if self._pilots else self._last_pilot

    @property
    def pilot_channels(self) -> set[int]:
        """Where it is on."""
        return {channel for channel, enabled in self._pilots.items() if enabled}

    def watches(self, tabs: int) -> None:
        self._watched = tabs

    @property
    def watched(self) -> int:
        """Captured tabs. An extension that polls is away for a moment between two polls, and its tabs are not."""
        return self._watched if self.connected else 0

    @property
    def switched_off(self) -> list[str]:
        """Labels of the switches that a person moved from on to off."""
        return [label for key, label in switches.ON_BY_DEFAULT.items() if self.switches.get(key) is False]

    @property
    def has_error_context(self) -> bool:
        """“AI Error Context” is on, or it is not known that it is off."""
        return self.switches.get(switches.ERROR_CONTEXT, True)

    def lost(self, counts: Mapping[str, int]) -> None:
        """Adds up what the extension had to drop; names beyond the bound share one."""
        for name, count in counts.items():
            known = name in self.dropped or len(self.dropped) < limits.DROP_NAMES
            self.dropped[name if known else "other"] += count
            if known and name.startswith(BREAKER):
                self._breaker_opened[name.removeprefix(BREAKER)] = self._monotonic()

    @property
    def open_breakers(self) -> list[str]:
        """Recorders that rest in some page, because they failed repeatedly a moment ago."""
        since = self._monotonic() - limits.RECORDER_REST_MS / 1000
        return sorted(name for name, opened in self._breaker_opened.items() if opened > since)

    @property
    def ever_connected(self) -> bool:
        return self._last_contact is not None

    @property
    def connected(self) -> bool:
        """An open command channel is contact now; otherwise a contact within the last seconds counts, unless the
        browser has closed its channel since."""
        if self._channels:
            return True
        seconds = self.seconds_since_contact
        return seconds is not None and seconds < limits.CONTACT_FRESH_S and not self._has_hung_up

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
