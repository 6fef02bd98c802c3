"""Learns the contracts of APIs from each response as it arrives, so that nothing depends on when somebody asks."""

from gasoline.analysis.contracts.call import Call, Unparsed, call_in, call_timed
from gasoline.analysis.contracts.learn import contract_after, turned_out_failed, with_response
from gasoline.model.events import Event, NetworkBody, RequestTiming
from gasoline.model.switches import NETWORK_BODIES
from gasoline.store.store import Store


def watch_contracts(store: Store) -> None:
    """From now on the store's contracts follow what is captured."""

    def heard_of(before: NetworkBody | None, after: NetworkBody) -> None:
        _learn(store, before, after)

    def happened(_: int, event: Event) -> None:
        # Without bodies the waterfall still tells how requests ended; with them it would count each call again.
        if isinstance(event, RequestTiming) and store.extension.switches.get(NETWORK_BODIES) is False:
            _count(store, call_timed(event))

    store.exchanges.listen(heard_of)
    store.listen(happened)


def _learn(store: Store, before: NetworkBody | None, after: NetworkBody) -> None:
    known, call = call_in(before) if before else None, call_in(after)
    if known is None or call is None:
        _count(store, call)
    elif known.content is Unparsed.UNSEEN and call.content is not Unparsed.UNSEEN:
        _add_body(store, known, call)


def _count(store: Store, call: Call | None) -> None:
    if call is not None and (contract := contract_after(store.contracts.get(call.key), call)):
        store.contracts.put(contract)


def _add_body(store: Store, known: Call, call: Call) -> None:
    """Adds what a call said to what it did, which was counted before."""
    contract = store.contracts.get(call.key)
    if contract is None:
        _count(store, call)
        return
    if call.failed and not known.failed:
        contract = turned_out_failed(contract, call)
    store.contracts.put(with_response(contract, call))
