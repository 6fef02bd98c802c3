"""The security audit that several capabilities use: takes the captures out of the store."""

from collections.abc import Collection, Iterable
from typing import Annotated, Any, Literal

from msgspec import Meta

from gasoline.analysis.security.audit import Audit, audit, rules_of
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.finding import CATEGORIES, Category
from gasoline.capabilities.context import Context
from gasoline.capabilities.listing import url_contains
from gasoline.capabilities.progress import Progress, off_the_loop
from gasoline.kernel.secrets.formats.format import Severity
from gasoline.store.ring import Slot

Check = Literal["credentials", "auth_patterns", "pii_exposure", "transport", "headers"]
Checks = Annotated[list[Check], Meta(max_length=len(CATEGORIES), description="Default all.")]


async def run_audit(
    ctx: Context, checks: Collection[Category], url_filter: str | None, severity_min: Severity
) -> Audit:
    """Over everything that is remembered and passes the filter."""
    store = ctx.store
    keep = url_contains(url_filter)

    def oldest_first(slots: Iterable[Slot[Any]]) -> list[Any]:
        return [slot.event for slot in slots if keep(slot)][::-1]

    captures = Captures(
        bodies=oldest_first(store.network_bodies.newest_first()),
        requests=oldest_first(store.network.newest_first()),
        logs=oldest_first(store.logs.newest_first()),
        websocket=oldest_first(store.websocket_events.ring.newest_first()),
        actions=oldest_first(store.actions.newest_first()),
    )
    total = rules_count(checks)

    def work(progress: Progress) -> Audit:
        return audit(captures, checks, severity_min, lambda done: progress(done, total, "looking for exposures"))

    return await off_the_loop(ctx.progress, work)


def rules_count(checks: Collection[Category]) -> int:
    return len(rules_of(checks))
