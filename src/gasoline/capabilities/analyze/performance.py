"""analyze what=performance: how fast a page is, whether it got worse, and why."""

from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from gasoline.analysis.performance.assess import Assessment, assess
from gasoline.analysis.performance.budgets import Budgets, ProjectFile
from gasoline.analysis.performance.wording import NO_BASELINE, render_report
from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.kernel.performance.baseline import Baseline
from gasoline.kernel.performance.regressions import rounded
from gasoline.kernel.quoted import listed, quoted
from gasoline.kernel.urls import ENDPOINT_CHARS, redact_and_truncate, split_url
from gasoline.model.events import Event
from gasoline.model.performance import PerformanceSnapshot
from gasoline.model.tool_error import ToolError
from gasoline.rendering.document import Document, View
from gasoline.rendering.moment import clock
from gasoline.rendering.quote import inline
from gasoline.toolkit.capability import Answer, Capability, Mode
from gasoline.toolkit.capability import Params as BaseParams
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import FILTER_CHARS, why_nothing_captured
from gasoline.toolkit.project_file import find_project_file, read_project_file

FIRST_VISIT = "First visit: no baseline yet. Load the page again to compare."


class Params(BaseParams, frozen=True, kw_only=True):
    """Web vitals against baseline and budgets. Also sizes and long tasks."""

    url: Annotated[
        Annotated[str, Meta(max_length=FILTER_CHARS)] | None,
        Meta(description="Path of the page. Default: the latest."),
    ] = None


async def run(ctx: Context, params: Params) -> Answer:
    path, host = (None, "") if params.url is None else page_of(params.url)
    record = ctx.store.performance.latest(path, host)
    if record is None:
        raise _no_snapshot(ctx, path)
    budgets, trouble = project_budgets(ctx.client.directory, ctx.server.directory)
    budget = budgets.for_path(record.snapshot.url)
    found = assess(record.snapshot, record.before, record.previous, budget)
    note = trouble if record.before.samples else f"{FIRST_VISIT} {trouble}"
    return Answer(answer_of(found), note.strip(), facts={"is_development": _is_development(ctx, record.snapshot)})


def _is_development(ctx: Context, snapshot: PerformanceSnapshot) -> bool:
    """Whether a development server reloads the modules of this page.

    Its socket often has a port of its own. A socket in the same tab therefore counts, unless another page has its host.
    """
    events = [slot.event for slot in ctx.store.websocket_events.ring.newest_first()]
    noise = hot_reload_connections(events)
    sockets = [event for event in events if event.id in noise]
    hosts = {split_url(socket.url).netloc for socket in sockets}
    in_tab = {split_url(socket.url).netloc for socket in sockets if _is_in_same_tab(socket, snapshot)}
    pages = {page.snapshot.host for page in ctx.store.performance.newest_first()}
    return snapshot.host in hosts or bool(in_tab - pages)


def _is_in_same_tab(one: Event, other: Event) -> bool:
    return isinstance(one.tab_id, int) and one.tab_id == other.tab_id


def page_of(url: str) -> tuple[str, str]:
    """A snapshot is identified by its path; for a complete URL, the host must match, too."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url, ""
    return redact_and_truncate(parts.path or "/", ENDPOINT_CHARS), parts.netloc


def answer_of(found: Assessment) -> dict[str, Any]:
    return {
        "url": found.snapshot.url,
        "snapshot": _shown(found.snapshot),
        "baseline": _shown_baseline(found.baseline),
        "regressions": [msgspec.to_builtins(regression) for regression in found.regressions],
        "ratings": found.ratings,
        "over_budget": [msgspec.to_builtins(overrun) for overrun in found.over_budget],
        "causes": [_without_nulls(msgspec.to_builtins(suspect)) for suspect in found.causes],
        "report": render_report(found),
    }


def _shown(snapshot: Any) -> dict[str, Any]:
    """The snapshot without the list that only comparisons need."""
    fields: dict[str, Any] = msgspec.to_builtins(snapshot)
    for name in ("id", "resources"):
        fields.pop(name, None)
    return fields


def _shown_baseline(baseline: Baseline) -> dict[str, Any]:
    numbers = {str(name): rounded(value) for name, value in baseline.metrics.items() if value is not None}
    return {"samples": baseline.samples, **numbers}


def _without_nulls(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in (None, "")}


def project_budgets(*places: str) -> tuple[Budgets, str]:
    """The budgets of the first project that has any, the client's before the server's; and the problem of the file."""
    path = next((path for place in places if place and (path := find_project_file(place))), "")
    if not path:
        return Budgets(), ""
    try:
        return msgspec.json.decode(read_project_file(path), type=ProjectFile).budgets, ""
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        return Budgets(), f"The budgets in .gasoline.json were not used: {quoted(str(error))}."


def _no_snapshot(ctx: Context, path: str | None) -> ToolError:
    known = ctx.store.performance.paths()
    if path is not None and known:
        return ToolError("no_snapshot", f"There is no snapshot of {quoted(path)}.", f"Ask for {listed(known)}.")
    if ctx.store.extension.connected and not ctx.store.extension.switches.get("performanceSnapshotsEnabled", True):
        return ToolError("no_snapshot", "There is no snapshot.", "Turn on “Performance Snapshots” in the popup.")
    return ToolError(
        "no_snapshot", why_nothing_captured(ctx), "Open or reload a page; the snapshot arrives 2 s after the load."
    )


def render(view: View) -> Document:
    """The verdict, the report, and what to do next."""
    data = view.data
    heading, *rest = [inline(line) for line in data["report"].split("\n")]
    development = [DEVELOPMENT] if view.facts["is_development"] else []
    return Document(
        f"{_verdict(data)} · {heading.removesuffix(f', {NO_BASELINE}')}, loaded at {clock(data['snapshot']['ts'])}",
        [*rest, *development, view.note],
        more=_next_steps(data),
    )


DEVELOPMENT = "development server: it is slower than the built application, so compare it only with itself"


RATING_WORDS = {"needs-improvement": "needs improvement", "poor": "poor"}


def _verdict(data: dict[str, Any]) -> str:
    found = "; ".join(
        [
            *_metrics([one["metric"] for one in data["regressions"]], "got worse"),
            *_metrics([one["metric"] for one in data["over_budget"]], "over budget"),
            *(
                said
                for rating, words in RATING_WORDS.items()
                for said in _metrics([name for name, found in data["ratings"].items() if found == rating], words)
            ),
        ]
    )
    if found:
        return inline(found)
    return "No regression" if data["baseline"]["samples"] else "First load"


def _metrics(names: list[str], words: str) -> list[str]:
    return [f"{', '.join(names)} {words}"] if names else []


def _next_steps(data: dict[str, Any]) -> list[str]:
    if data["regressions"] or data["over_budget"]:
        return ["observe what=network include_assets=true (each request)", "observe what=timeline (what ran when)"]
    return []


CAPABILITY = Capability(
    "check_performance",
    (Mode("analyze", "performance"),),
    Params,
    run,
    render,
    reads_captures=True,
    shows_page_text=True,
)
