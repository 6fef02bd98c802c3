"""observe what=health: the state of server and extension, and losses."""

import os
from typing import Any

import msgspec

from gasoline.analysis.health.checks import problems_in
from gasoline.kernel.time import MS_PER_S
from gasoline.rendering.document import Document, View
from gasoline.rendering.moment import duration
from gasoline.rendering.outline import outline
from gasoline.rendering.quote import inline
from gasoline.rendering.size import count_of, size
from gasoline.store.log_file import MAX_LOG_FILE_ENTRIES
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context

STATM = "/proc/self/statm"


class Params(BaseParams, frozen=True, kw_only=True):
    """Server and extension status. For when data seems missing: problems with fixes, buffers, losses, clients,
    servers, log file, pilot."""


async def run(ctx: Context, _: Params) -> Answer:
    return Answer(report(ctx))


def report(ctx: Context) -> dict[str, Any]:
    """The health answer; `gasoline status` gives the same."""
    facts = _facts(ctx)
    capsule = ctx.server.capsule
    if capsule is None:
        return {**facts, "problems": problems_in(facts)}
    return {**facts, "recording": capsule.shown(), "problems": []}


PRIVATE = ("pilot_audit", "server_runs", "log_file", "clients", "other_versions")
"""Facts that name commands, files, clients or sites: not for everybody who can connect."""


def public_report(ctx: Context) -> dict[str, Any]:
    """The response of `GET /health`, which every process on this machine may read."""
    facts = {name: value for name, value in _facts(ctx).items() if name not in PRIVATE}
    extension = {name: value for name, value in facts["extension"].items() if name != "half_loaded"}
    recording = {"recording": ctx.server.capsule.saved_at} if ctx.server.capsule else {}
    return {**facts, **recording, "extension": extension}


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
            "browser": store.extension.browser or None,
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
        "server_runs": [run.shown() for run in store.server_runs.all()],
        "clients": ctx.server.clients(),
        "other_versions": ctx.server.other_versions(),
    }


def memory_bytes() -> int | None:
    """Resident memory of the daemon; None if the system does not report it."""
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
        "rotates_at": MAX_LOG_FILE_ENTRIES,
    }


def render(view: View) -> Document:
    """What is wrong with its fix, then the facts; whatever is empty or off is left out."""
    report: dict[str, Any] = view.data
    problems = report["problems"]
    headline = count_of(len(problems), "problem") if problems else "No problems"
    about = f"server {report['version']} on port {report['port']}, up {duration(report['uptime_s'] * MS_PER_S)}"
    fixes = [f"{one['status']}: {inline(one['message'])}\n  fix: {inline(one['fix'])}" for one in problems]
    buffers = {name: held for name, held in report["buffers"].items() if held["count"] or held["evicted"]}
    memory = size(report["memory_bytes"]) if report["memory_bytes"] else None
    facts = {name: value for name, value in report.items() if name not in SHOWN_FIRST}
    return Document(
        f"{headline} · {about}",
        [*fixes, *outline(_without_empty({"captured": _counts(buffers), "memory": memory, **facts})), view.note],
    )


SHOWN_FIRST = ("status", "version", "port", "uptime_s", "problems", "buffers", "memory_bytes")


def _counts(buffers: dict[str, Any]) -> dict[str, str]:
    return {
        name: f"{held['count']} of {held['capacity']}" + (f", {held['evicted']} evicted" if held["evicted"] else "")
        for name, held in buffers.items()
    }


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {name: _without_empty(item) for name, item in value.items()}
        return {name: item for name, item in kept.items() if item not in (None, "", [], {}, False)}
    return value


CAPABILITY = Capability(
    "get_health", (Mode("observe", "health"), Mode("configure", "health")), Params, run, render, reads_captures=True
)
