"""The vitals of page loads as metrics."""

from collections.abc import Iterator

from gasoline.analysis.telemetry.records import Point, Value, service_of, time_ns_of
from gasoline.kernel.performance.snapshot_metrics import metrics_of
from gasoline.kernel.urls import path_of
from gasoline.model.metrics import Metric
from gasoline.model.performance import PerformanceSnapshot

MS_PER_S = 1_000
VITALS: dict[Metric, str] = {
    "fcp": "First Contentful Paint",
    "lcp": "Largest Contentful Paint",
    "inp": "Interaction to Next Paint",
    "cls": "Cumulative Layout Shift",
    "ttfb": "Time to First Byte",
}


def points_of(snapshot: PerformanceSnapshot) -> Iterator[Point]:
    """The vitals that the browser reported; times are in seconds, as usual for metrics."""
    attributes: dict[str, Value] = {"url.path": path_of(snapshot.url)}
    found = metrics_of(snapshot)
    for name, description in VITALS.items():
        value = found[name]
        if value is None:
            continue
        yield Point(
            service=service_of(snapshot.page_url or snapshot.url),
            name=f"browser.web_vital.{name}",
            unit="1" if name == "cls" else "s",
            description=description,
            time_ns=time_ns_of(snapshot.ts),
            value=value if name == "cls" else value / MS_PER_S,
            attributes=attributes,
        )
