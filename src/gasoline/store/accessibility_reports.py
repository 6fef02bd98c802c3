"""A cache of accessibility reports, because an audit takes seconds."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

AUDIT_CACHE_S = 30.0  # A11Y-03
AUDITS_KEPT = 20  # reports in the cache


class ReportKey(Struct, frozen=True):
    """The parameters of an audit; together with the URL they are the key."""

    scope: str | None
    tags: tuple[str, ...]
    include_passes: bool


class CachedReport(Struct, frozen=True):
    report: dict[str, Any]
    at: float


class AccessibilityReports:
    """The newest reports by URL and parameters."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._kept: dict[tuple[str, ReportKey], CachedReport] = {}

    def fresh_urls(self, key: ReportKey) -> list[str]:
        """The URLs with a report for these parameters."""
        return [url for (url, asked), kept in self._kept.items() if asked == key and self._is_fresh(kept)]

    def find(self, url: str, key: ReportKey) -> CachedReport | None:
        return self._kept.get((url, key))

    def age_s(self, kept: CachedReport) -> float:
        return self._monotonic() - kept.at

    def keep(self, url: str, key: ReportKey, report: dict[str, Any]) -> None:
        self._kept.pop((url, key), None)
        self._kept[(url, key)] = CachedReport(report, self._monotonic())
        while len(self._kept) > AUDITS_KEPT:
            del self._kept[next(iter(self._kept))]

    def _is_fresh(self, kept: CachedReport) -> bool:
        return self.age_s(kept) < AUDIT_CACHE_S
