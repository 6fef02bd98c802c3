"""Parts of the server without a process: a store, its intakes and a dispatcher, with time under control."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from gasoline.capabilities import ALL
from gasoline.ingest.failed_pages import FailedPages
from gasoline.ingest.flood_gate import FloodGate
from gasoline.ingest.intake import Intake
from gasoline.ingest.server_output import STREAM as SERVER_LOGS
from gasoline.kernel.secrets.redaction import redact, redact_json, redact_lines
from gasoline.model.wire import STREAMS, Received
from gasoline.store.store import Store
from gasoline.toolkit.context import Server
from gasoline.tools.dispatch import Dispatcher, Reply, new_client
from gasoline.tools.registry import Registry
from gasoline.watchers.learn_contracts import learn_contracts
from gasoline.watchers.significance import watch_significance

NOW = "2026-01-31T12:00:00.000Z"
REGISTRY = Registry(ALL)
"""Built once: its schemas take longer to make than most tests take."""


@dataclass
class Timer:
    """A callback scheduled for a time, unless it is canceled."""

    at: float
    callback: Callable[[], None]
    clock: "Clock"

    def cancel(self) -> None:
        if self in self.clock.timers:
            self.clock.timers.remove(self)


@dataclass
class Clock:
    """A clock that advances only when the test says so."""

    seconds: float = 1000.0
    timers: list[Timer] = field(default_factory=list)

    def __call__(self) -> float:
        return self.seconds

    def time(self) -> float:
        return self.seconds

    def call_later(self, delay_s: float, callback: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.seconds + delay_s, callback, self))
        return self.timers[-1]

    def pass_by(self, seconds: float) -> None:
        """Lets time pass; what is due happens in its order, each at its time."""
        end = self.seconds + seconds
        while due := min((timer for timer in self.timers if timer.at <= end), key=lambda timer: timer.at, default=None):
            self.timers.remove(due)
            self.seconds = max(self.seconds, due.at)
            due.callback()
        self.seconds = end


@dataclass
class Parts:
    """A whole server but for its sockets."""

    folder: Path
    clock: Clock = field(default_factory=Clock)

    def __post_init__(self) -> None:
        self.store = Store(self.folder / "logs.jsonl", redact, redact_lines, self.clock)
        learn_contracts(self.store)
        watch_significance(self.store, self.clock)
        FailedPages(self.store)
        gate = FloodGate(self.clock)
        streams = (*STREAMS, SERVER_LOGS)
        self.intakes = {stream.name: Intake(stream, self.store, gate, lambda: NOW) for stream in streams}
        self.facts = self.facts_of("1.2.3", self.folder)
        self.dispatcher = Dispatcher(REGISTRY, self.store, self.facts, redact_json)
        self.client = new_client("test", self.store)

    @staticmethod
    def facts_of(version: str, folder: Path) -> Server:
        return Server(
            version=version, port=7890, log_file=folder / "logs.jsonl", uptime_s=lambda: 5.0, state_dir=folder
        )

    def send(self, stream: str, *events: Any, **batch: Any) -> Received:
        intake = self.intakes[stream]
        return intake.accept(msgspec.json.encode({**batch, intake.stream.field: list(events)}))

    def log(self, *args: Any, level: str = "log", **more: Any) -> Received:
        return self.send("logs", {"type": "console", "level": level, "args": list(args), **more})

    async def call(self, tool: str, **arguments: Any) -> Reply:
        """As JSON unless another output is asked for: most tests compare data."""
        return await self.dispatcher.call(tool, {"output": "json", **arguments}, self.client)

    async def read(self, tool: str, **arguments: Any) -> str:
        """The text of a call that must succeed."""
        reply = await self.call(tool, **{"output": "text", **arguments})
        assert not reply.is_error, reply.texts
        return reply.texts[0]

    async def ask(self, tool: str, **arguments: Any) -> Any:
        """The parsed JSON of a call that must succeed."""
        reply = await self.call(tool, **arguments)
        assert not reply.is_error, reply.texts
        return msgspec.json.decode(reply.texts[0])

    async def fail(self, tool: str, **arguments: Any) -> Any:
        """The parsed JSON of a call that must fail."""
        reply = await self.call(tool, **arguments)
        assert reply.is_error, reply.texts
        return msgspec.json.decode(reply.texts[0])
