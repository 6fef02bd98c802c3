"""A performance answer as a person would read it."""

from gasoline.analysis.performance.assess import Assessment
from gasoline.analysis.performance.regression_causes import RegressionCause
from gasoline.kernel.quoted import quoted
from gasoline.model.metrics import Metric
from gasoline.model.units import KIB

NO_BASELINE = "no baseline yet"

_TITLES: dict[Metric, str] = {
    "load": "Load",
    "fcp": "First Contentful Paint",
    "lcp": "Largest Contentful Paint",
    "ttfb": "Time to First Byte",
    "inp": "Interaction to Next Paint",
    "cls": "Cumulative Layout Shift",
    "requests": "Requests",
    "transfer_size": "Transfer size",
    "long_tasks": "Long tasks",
    "total_blocking_time": "Total blocking time",
}
_MILLISECONDS: frozenset[Metric] = frozenset({"load", "fcp", "lcp", "ttfb", "inp", "total_blocking_time"})

_CAUSE_TEXTS = {
    "new_resource": "new resource",
    "grown_resource": "resource grew",
    "slower_resource": "slow request",
    "long_task_script": "long task in",
    "shifted_element": "shifted element",
    "largest_element": "largest element",
}


def render_report(found: Assessment) -> str:
    """Lines of text: the numbers, then what got worse, why, and which budget is broken."""
    numbers = [
        _number_line(found, name, title, value)
        for name, title in _TITLES.items()
        if (value := found.metrics.get(name)) is not None
    ]
    suspects = [f"Likely cause of {', '.join(cause.metrics)}: {_cause_text(cause)}" for cause in found.causes]
    over = [f"Over budget: {row.metric} {row.value:g} > {row.budget:g}" for row in found.over_budget]
    return "\n".join([_heading(found), *numbers, *suspects, *over])


def _heading(found: Assessment) -> str:
    kind = " (route change)" if found.snapshot.soft_navigation is True else ""
    samples = found.baseline.samples
    compared = f"compared with {samples} earlier" if samples else NO_BASELINE
    return f"Performance of {quoted(found.snapshot.url)}{kind}, {compared}"


def _number_line(found: Assessment, name: Metric, title: str, value: float) -> str:
    parts = [f"{title}: {_shown(name, value)}"]
    if (usual := found.baseline.metrics.get(name)) is not None:
        parts.append(f"usually {_shown(name, usual)}")
    if name in found.ratings:
        parts.append(found.ratings[name])
    if any(worse.metric == name for worse in found.regressions):
        parts.append("REGRESSION")
    return ", ".join(parts)


def _shown(name: Metric, value: float) -> str:
    if name in _MILLISECONDS:
        return f"{value:.0f} ms"
    if name == "transfer_size":
        return f"{value / KIB:.0f} KB"
    return f"{value:.3f}" if name == "cls" else f"{value:g}"


def _cause_text(cause: RegressionCause) -> str:
    text = f"{_CAUSE_TEXTS[cause.kind]} {quoted(cause.what)}"
    if cause.after is None:
        return text
    before = "" if cause.before is None else f"{cause.before:.0f} → "
    return f"{text} ({before}{cause.after:.0f} {cause.unit})"
