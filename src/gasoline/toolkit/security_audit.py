"""The security audit that several capabilities share: reads captured data from the store."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import Meta

from gasoline.analysis.security.audit import Audit, audit, audit_report, rules_of
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import CATEGORIES, Category
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.model.events import Event
from gasoline.rendering.quote import inline
from gasoline.store.ring import Slot
from gasoline.store.store import Store
from gasoline.toolkit.context import Context
from gasoline.toolkit.listing import url_contains
from gasoline.toolkit.progress import Progress, run_in_thread
from gasoline.toolkit.site_choice import site_of

Check = Literal["credentials", "auth_patterns", "pii_exposure", "transport", "headers"]
Checks = Annotated[list[Check], Meta(max_length=len(CATEGORIES), description="Checks to run. Default: all.")]


def audited_sites(store: Store, url_filter: str | None) -> dict[str, int]:
    """How many captured events each site has; what does not say its page is not counted."""
    keep = url_contains(url_filter)
    rings = (store.network_bodies, store.network, store.logs, store.actions)
    sites = Counter(site_of(slot.event) for ring in rings for slot in ring.newest_first() if keep(slot))
    del sites[""]
    return dict(sites)


async def run_audit(
    ctx: Context,
    checks: Collection[Category],
    url_filter: str | None,
    severity_min: Severity,
    *,
    in_time: Callable[[Event], bool] = lambda _: True,
) -> Audit:
    """Audits all stored data that passes the filters."""
    store = ctx.store
    keep = url_contains(url_filter)

    def oldest_first(slots: Iterable[Slot[Any]]) -> list[Any]:
        return [slot.event for slot in slots if keep(slot) and in_time(slot.event)][::-1]

    captures = Captures(
        bodies=oldest_first(store.network_bodies.newest_first()),
        requests=oldest_first(store.network.newest_first()),
        logs=oldest_first(store.logs.newest_first()),
        websocket=oldest_first(store.websocket_events.ring.newest_first()),
        actions=oldest_first(store.actions.newest_first()),
    )
    if ctx.server.capsule is not None:
        recorded = ctx.server.capsule.audit
        captures.not_examined.extend(map(inline, recorded.not_examined))
        return audit_report(recorded.select(checks, url_filter), captures, severity_min)
    total = rules_count(checks)

    def work(progress: Progress) -> Audit:
        watched = replace(captures, stop_if_cancelled=progress.stop_if_cancelled)
        return audit(watched, checks, severity_min, lambda done: progress(done, total, "looking for exposures"))

    return await run_in_thread(ctx.progress, work)


def rules_count(checks: Collection[Category]) -> int:
    return len(rules_of(checks))
