"""What is likely behind a regression: a new or grown resource, a script's long task, a shifted element."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from gasoline.kernel.performance.regressions import SLOWER_MS, Regression
from gasoline.model.metrics import Metric
from gasoline.model.performance import Attribution, PerformanceSnapshot, Resource
from gasoline.model.units import KIB

CAUSE_BYTES = 10 * KIB  # a resource that grew by less explains nothing
CAUSES_SHOWN = 10

CauseKind = Literal[
    "new_resource", "grown_resource", "slower_resource", "long_task_script", "shifted_element", "largest_element"
]


@dataclass(frozen=True)
class RegressionCause:
    """One suspect, what speaks against it, and which numbers it may have made worse."""

    kind: CauseKind
    what: str
    before: float | None = None
    after: float | None = None
    unit: str = ""
    metrics: tuple[Metric, ...] = ()


Earlier = tuple[Resource, ...] | None
"""What the page loaded the time before; None where there was none."""
Finder = Callable[[Earlier, PerformanceSnapshot], list[RegressionCause]]


def regression_causes(found: list[Regression], before: Earlier, after: PerformanceSnapshot) -> list[RegressionCause]:
    """The suspects, each once; none where nothing points at one."""
    blamed: dict[RegressionCause, list[Metric]] = {}
    for regression in found:
        for finder in _FINDERS.get(regression.metric, ()):
            for suspect in finder(before, after):
                blamed.setdefault(suspect, []).append(regression.metric)
    suspects = [replace(suspect, metrics=tuple(metrics)) for suspect, metrics in blamed.items()]
    return suspects[:CAUSES_SHOWN]


def _larger_resources(before: Earlier, after: PerformanceSnapshot) -> list[RegressionCause]:
    """The resource that adds the most bytes."""
    if before is None:
        return []
    known = {_name(resource): resource for resource in before}
    added = [
        (resource.size - (known[name].size if name in known else 0), name, resource)
        for resource in after.resources
        if (name := _name(resource))
    ]
    worst = sorted((row for row in added if row[0] >= CAUSE_BYTES), key=lambda row: -row[0])
    return [_resource_cause(name, resource, known.get(name)) for _, name, resource in worst[:1]]


def _resource_cause(name: str, resource: Resource, before: Resource | None) -> RegressionCause:
    kind: CauseKind = "grown_resource" if before else "new_resource"
    return RegressionCause(kind, name, before.size if before else None, resource.size, "bytes")


def _new_resources(before: Earlier, after: PerformanceSnapshot) -> list[RegressionCause]:
    """The resources that were not loaded before, as causes of a longer list of requests."""
    if before is None:
        return []
    known = {_name(resource) for resource in before}
    fresh = [resource for resource in after.resources if _name(resource) not in known]
    return [RegressionCause("new_resource", _name(resource), None, resource.size, "bytes") for resource in fresh[:3]]


def _slower_request(before: Earlier, after: PerformanceSnapshot) -> list[RegressionCause]:
    """The one of the slowest requests that slowed down most, if that is significant."""
    slowest = [(row, _duration_before(before, _name(row))) for row in after.network.slowest_requests]
    if not slowest:
        return []
    row, earlier = max(slowest, key=lambda found: (found[0].duration or 0) - (found[1] or 0))
    if (row.duration or 0) - (earlier or 0) < SLOWER_MS:
        return []
    return [RegressionCause("slower_resource", _name(row), earlier, row.duration, "ms")]


def _duration_before(before: Earlier, name: str) -> float | None:
    return next((row.duration for row in before or () if _name(row) == name), None)


def _blamed(kind: CauseKind, read: Callable[[Attribution], object]) -> Finder:
    """What the browser itself names."""

    def find(_: Earlier, after: PerformanceSnapshot) -> list[RegressionCause]:
        blamed = read(after.attribution) if isinstance(after.attribution, Attribution) else None
        return [RegressionCause(kind, blamed)] if isinstance(blamed, str) and blamed else []

    return find


def _name(resource: Resource) -> str:
    return resource.url


_LONG_TASK = _blamed("long_task_script", lambda blame: blame.long_task_script)

_FINDERS: dict[Metric, tuple[Finder, ...]] = {
    "load": (_slower_request, _larger_resources, _LONG_TASK),
    "fcp": (_slower_request, _larger_resources, _LONG_TASK),
    "lcp": (_blamed("largest_element", lambda blame: blame.lcp_element), _slower_request, _larger_resources),
    "requests": (_new_resources,),
    "transfer_size": (_larger_resources,),
    "long_tasks": (_LONG_TASK,),
    "total_blocking_time": (_LONG_TASK,),
    "cls": (_blamed("shifted_element", lambda blame: blame.shifted_element),),
}
