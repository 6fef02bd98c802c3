"""Accessibility reports, kept for a while: an audit costs the page seconds."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gasoline.model import limits


@dataclass(frozen=True)
class AuditKey:
    """What was asked for; the address makes the rest of the key."""

    scope: str | None
    tags: tuple[str, ...]
    include_passes: bool


@dataclass(frozen=True)
class KeptAudit:
    report: dict[str, Any]
    at: float


class Audits:
    """The newest reports by address and question."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._kept: dict[tuple[str, AuditKey], KeptAudit] = {}

    def fresh_urls(self, key: AuditKey) -> list[str]:
        """The addresses of which there is an answer to this question."""
        return [url for (url, asked), kept in self._kept.items() if asked == key and self._is_fresh(kept)]

    def find(self, url: str, key: AuditKey) -> KeptAudit | None:
        return self._kept.get((url, key))

    def age_s(self, kept: KeptAudit) -> float:
        return self._monotonic() - kept.at

    def keep(self, url: str, key: AuditKey, report: dict[str, Any]) -> None:
        self._kept.pop((url, key), None)
        self._kept[(url, key)] = KeptAudit(report, self._monotonic())
        while len(self._kept) > limits.AUDITS_KEPT:
            del self._kept[next(iter(self._kept))]

    def _is_fresh(self, kept: KeptAudit) -> bool:
        return self.age_s(kept) < limits.AUDIT_CACHE_S
