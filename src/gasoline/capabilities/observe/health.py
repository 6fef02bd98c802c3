"""observe what=health: is everything in order, what was lost."""

import os
from typing import Any

import msgspec

from gasoline.analysis.health_checks import problems_in
from gasoline.capabilities.capability import Answer, Capability, Mode
from gasoline.capabilities.capability import Params as BaseParams
from gasoline.capabilities.context import Context
from gasoline.model import limits

STATM = "/proc/self/statm"


class Params(BaseParams, frozen=True, kw_only=True):
    """State of server and extension: when something seems missing. Problems with their fixes, buffers, losses, clients,
    log file, pilot."""


async def run(ctx: Context, _: Params) -> Answer:
    return Answer(report(ctx))


def report(ctx: Context) -> dict[str, Any]:
    """The health answer; `GET /health` and `gasoline status` give the same."""
    facts = _facts(ctx)
    return {**facts, "problems": problems_in(facts)}


def _facts(ctx: Context) -> dict[str, Any]:
    store = ctx.store
    return {
        "status": "ok",
        "version": ctx.server.version,
        "port": ctx.server.port,
        "uptime_s": round(ctx.server.uptime_s(), 1),
        "buffers": ctx.buffers(),
        "memory_bytes": memory_bytes(),
        "extension": {
            "connected": store.extension.connected,
            "version": store.extension.version or None,
            "watched_tabs": store.extension.watched,
            "dropped": dict(store.extension.dropped),
            "open_breakers": store.extension.open_breakers,
            "switched_off": store.extension.switched_off,
            "half_loaded": store.extension.half_loaded,
            "pairing": ctx.server.pairing(),
        },
        "pilot": store.extension.pilot_status(),
        "pilot_audit": [msgspec.to_builtins(command) for command in store.pilot_audit.newest()],
        "log_file": _log_file(ctx),
        "rate": {"events_per_s": ctx.server.events_per_s(), "received": store.received},
        "clients": ctx.server.clients(),
        "other_versions": ctx.server.other_versions(),
    }


def memory_bytes() -> int | None:
    """Resident memory of the daemon; None where the system does not tell."""
    try:
        with open(STATM, "rb") as statm:  # noqa: PTH123
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None


def _log_file(ctx: Context) -> dict[str, Any]:
    file = ctx.store.logs.file
    return {
        "path": str(ctx.server.log_file),
        "problem": file.problem or None,
        "lost_lines": file.lost_lines,
        "damaged_lines": ctx.store.logs.damaged_lines,
        "rotates_at": limits.LOG_FILE_ENTRIES,
    }


CAPABILITY = Capability(
    "get_health", (Mode("observe", "health"), Mode("configure", "health")), Params, run, reads_captures=True
)
