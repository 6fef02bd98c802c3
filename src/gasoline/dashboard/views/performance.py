"""Performance: every measured page; the details show its latest loads, what got worse and why."""

from collections.abc import Callable
from typing import Any, TypedDict

from gasoline.analysis.performance.assess import Assessment, Rating, assess
from gasoline.analysis.performance.budgets import Budgets, Overrun, by_metric
from gasoline.analysis.performance.regression_causes import RegressionCause
from gasoline.capabilities.analyze.performance import answer_of, project_budgets
from gasoline.dashboard.view import Query, View
from gasoline.kernel.performance.baseline import Baseline
from gasoline.kernel.performance.regressions import Regression, rounded, worst_usual
from gasoline.kernel.performance.trend import Load, Trend
from gasoline.model.metrics import METRICS, Metric
from gasoline.model.performance import PerformanceSnapshot
from gasoline.model.tool_error import ToolError
from gasoline.store.performance_store import PageRecord
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import why_nothing_captured


class MeasuredPage(TypedDict):
    """What the list and the details of a page have."""

    id: str
    url: str
    host: str
    soft_navigation: bool
    """A route change inside the page, without a page load."""
    ts: str
    loads: int
    ratings: dict[Metric, Rating]


class PageLine(MeasuredPage):
    """One measured page in the list."""

    metrics: dict[Metric, float]
    regressions: int
    over_budget: int


class PageList(TypedDict):
    """The view of measured pages."""

    pages: list[PageLine]
    note: str


Numbers = list[float | None]


class Column(TypedDict):
    """A metric over the loads."""

    values: Numbers
    usual: Numbers
    """The baseline before each load."""
    bound: Numbers
    """A load above this counts as worse; null if no bound applies."""


class PageTrend(TypedDict):
    """The latest loads of a page, oldest first."""

    times: list[str]
    metrics: dict[Metric, Column]


class PageDetail(MeasuredPage):
    """One measured page in full."""

    snapshot: PerformanceSnapshot
    baseline: dict[str, float]
    """The normal value of each metric, and the number of `samples`."""
    regressions: list[Regression]
    over_budget: list[Overrun]
    causes: list[RegressionCause]
    report: str
    budget: dict[str, float]
    """The limit of each metric, in its unit."""
    trend: PageTrend


async def read(ctx: Context, query: Query) -> Any:
    records = ctx.store.performance.newest_first()
    budgets, trouble = _budgets(ctx)
    if query.id:
        return _detail(records, query.id, budgets)
    return {
        "pages": [_summarize(record, _assess(record, budgets)) for record in records],
        "note": trouble if records else why_nothing_captured(ctx),
    }


def _budgets(ctx: Context) -> tuple[Budgets, str]:
    """The budgets that assistants get: those of the client's project, or else of the server's directory."""
    return project_budgets(*(client.directory for client in ctx.server.present()), ctx.server.directory)


def _assess(record: PageRecord, budgets: Budgets) -> Assessment:
    return assess(record.snapshot, record.before, record.previous, budgets.for_path(record.snapshot.url))


def _page(record: PageRecord) -> dict[str, Any]:
    return {
        "id": record.snapshot.page,
        "url": record.snapshot.url,
        "host": record.snapshot.host,
        "soft_navigation": record.snapshot.soft_navigation is True,
        "ts": record.snapshot.ts,
        "loads": len(record.trend.loads),
    }


def _summarize(record: PageRecord, found: Assessment) -> dict[str, Any]:
    return {
        **_page(record),
        "metrics": {name: rounded(value) for name, value in found.metrics.items() if value is not None},
        "ratings": found.ratings,
        "regressions": len(found.regressions),
        "over_budget": len(found.over_budget),
    }


def _detail(records: list[PageRecord], wanted: str, budgets: Budgets) -> dict[str, Any]:
    record = next((record for record in records if record.snapshot.page == wanted), None)
    if record is None:
        raise ToolError("not_found", "This page was evicted by newer ones.", "")
    answer = answer_of(_assess(record, budgets))
    budget = by_metric(budgets.for_path(record.snapshot.url))
    return {**answer, **_page(record), "budget": budget, "trend": _trend(record.trend)}


def _trend(trend: Trend) -> dict[str, Any]:
    """The trend in columns, as the chart needs them, without metrics that the browser never reported."""
    points = list(trend.points())
    columns = {name: _column(name, points) for name in METRICS}
    return {
        "times": [load.ts for load, _ in points],
        "metrics": {name: column for name, column in columns.items() if set(column["values"]) != {None}},
    }


def _column(name: Metric, points: list[tuple[Load, Baseline]]) -> dict[str, Numbers]:
    """A metric over the loads: its values, its baselines, and the bounds above which it counts as worse."""
    usual: Numbers = [before.metrics.get(name) for _, before in points]
    return {
        "values": [_known(load.metrics.get(name), rounded) for load, _ in points],
        "usual": [_known(value, rounded) for value in usual],
        "bound": [_known(_known(value, lambda was: worst_usual(name, was)), rounded) for value in usual],
    }


def _known(value: float | None, change: Callable[[float], float | None]) -> float | None:
    return None if value is None else change(value)


VIEW = View("performance", read, count=lambda ctx: len(ctx.store.performance), types=(PageList, PageDetail))
