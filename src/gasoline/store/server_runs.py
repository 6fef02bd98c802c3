"""The commands of `gasoline run`: those that are connected, and those that ended lately."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta, Struct

from gasoline.model.bounds import EXACT_INTEGER, NAME_CHARS, TIME_CHARS
from gasoline.model.events import check_times, parse_time
from gasoline.model.server_bounds import SERVER_COMMAND_CHARS

SERVER_FLUSH_S = 0.05  # how long an answer waits for output that was printed before the question
SERVER_RUNS = 20  # commands that health lists, ended ones included


Time = Annotated[str, Meta(max_length=TIME_CHARS)]
Count = Annotated[int, Meta(ge=0, le=EXACT_INTEGER)]
Flush = Callable[[], Awaitable[None]]


@dataclass
class ServerRun:
    """One command. `flush` asks its wrapper for what was printed until now; None if it is not connected."""

    client: str
    name: str
    command: str
    pid: int
    directory: str
    started_at: str
    ended_at: str = ""
    exit_code: int | None = None
    entries: int = 0
    lost: int = 0
    """Lines that the wrapper dropped."""
    rejected: int = 0
    """Entries that arrived and could not be stored."""
    flush: Flush | None = None

    @property
    def dropped(self) -> int:
        return self.lost + self.rejected

    @property
    def is_running(self) -> bool:
        return self.flush is not None

    def shown(self) -> dict[str, Any]:
        ended = {} if self.is_running else {"ended_at": self.ended_at, "exit_code": self.exit_code}
        return {
            "name": self.name,
            "command": self.command,
            "pid": self.pid,
            "running": self.is_running,
            "since": self.started_at,
            **ended,
            "entries": self.entries,
            "lines_dropped": self.dropped,
        }


class SavedRun(Struct, frozen=True, kw_only=True):
    """A command in a capsule. Its directory stays at home."""

    name: Annotated[str, Meta(max_length=NAME_CHARS)]
    command: Annotated[str, Meta(max_length=SERVER_COMMAND_CHARS)] = ""
    pid: Count = 0
    started_at: Time = ""
    ended_at: Time = ""
    exit_code: Annotated[int, Meta(ge=-EXACT_INTEGER, le=EXACT_INTEGER)] | None = None
    entries: Count = 0
    lost: Count = 0
    running: bool = False

    def __post_init__(self) -> None:
        check_times(self.started_at or None, self.ended_at or None)


async def _nothing_to_flush() -> None:
    """A recorded command prints nothing more."""


class ServerRuns:
    """Runs with unique names; ended runs are evicted first."""

    def __init__(self) -> None:
        self._runs: dict[str, ServerRun] = {}

    def __len__(self) -> int:
        return len(self._runs)

    def all(self) -> list[ServerRun]:
        return list(self._runs.values())

    @property
    def running(self) -> list[ServerRun]:
        return [run for run in self._runs.values() if run.is_running]

    @property
    def ended_last(self) -> ServerRun | None:
        """The command that ended last, if none is running."""
        ended = [] if self.running else [run for run in self._runs.values() if run.ended_at]
        return max(ended, key=lambda run: parse_time(run.ended_at), default=None)

    def open(self, run: ServerRun) -> ServerRun:
        """Registers a command, or finds the one that connects again."""
        known = self._runs.get(run.client)
        if known is not None:
            known.flush, known.ended_at = run.flush, ""
            return known
        run.name = self._free_name(run.name)
        self._runs[run.client] = run
        self._evict()
        return run

    def saved(self) -> list[SavedRun]:
        return [
            SavedRun(
                name=run.name,
                command=run.command,
                pid=run.pid,
                started_at=run.started_at,
                ended_at=run.ended_at,
                exit_code=run.exit_code,
                entries=run.entries,
                lost=run.dropped,
                running=run.is_running,
            )
            for run in self._runs.values()
        ]

    def load(self, saved: SavedRun) -> None:
        """A command of a saved session, as it was when that was saved."""
        self._runs[saved.name] = ServerRun(
            client=saved.name,
            name=saved.name,
            command=saved.command,
            pid=saved.pid,
            directory="",
            started_at=saved.started_at,
            ended_at=saved.ended_at,
            exit_code=saved.exit_code,
            entries=saved.entries,
            lost=saved.lost,
            flush=_nothing_to_flush if saved.running else None,
        )
        self._evict()

    async def flush(self) -> None:
        """Waits a moment for what the commands printed until now."""
        flushes = [asyncio.ensure_future(run.flush()) for run in self._runs.values() if run.flush]
        if flushes:
            _, late = await asyncio.wait(flushes, timeout=SERVER_FLUSH_S)
            for task in late:
                task.cancel()

    def _free_name(self, name: str) -> str:
        """A command that is started again takes over the name of the one that ended."""
        taken = {run.name for run in self.running}
        candidates = (name, *(f"{name}-{number}" for number in range(2, SERVER_RUNS * 2)))
        return next((candidate for candidate in candidates if candidate not in taken), name)

    def _evict(self) -> None:
        while len(self._runs) > SERVER_RUNS:
            ended = (client for client, run in self._runs.items() if not run.is_running)
            del self._runs[next(ended, next(iter(self._runs)))]
