"""Learns API contracts from each response and socket message as it arrives, independently of questions."""

from collections import deque

from msgspec.structs import replace

from gasoline.analysis.contracts.api_call import Call, Unparsed, call_from_body, call_from_timing
from gasoline.analysis.contracts.learn import updated_contract, with_failed_call, with_response
from gasoline.analysis.contracts.socket_call import call_from_message, socket_of
from gasoline.kernel.hot_reload import hot_reload_connections
from gasoline.model.events import Event, NetworkBody, RequestTiming, WebSocketEvent
from gasoline.model.switches import NETWORK_BODIES
from gasoline.store.store import Store

MAX_SOCKET_KINDS = 10  # API-03: kinds of messages of one socket that are tracked
HOT_RELOAD_SOCKETS = 40  # connections of development servers that are remembered


def learn_contracts(store: Store) -> None:
    """Starts updating the store's contracts from captured events."""

    hot_reload: deque[str] = deque(maxlen=HOT_RELOAD_SOCKETS)

    def on_exchange(before: NetworkBody | None, after: NetworkBody) -> None:
        _learn(store, before, after)

    def on_event(_: int, event: Event) -> None:
        # Without bodies, the waterfall still has the statuses; with bodies, it would count each call twice.
        if isinstance(event, RequestTiming) and store.extension.switches.get(NETWORK_BODIES) is False:
            _count(store, call_from_timing(event))
        if isinstance(event, WebSocketEvent) and event.id not in hot_reload:
            # The first message of a development server's socket shows what it is.
            hot_reload.extend(hot_reload_connections([event]))
            if event.id not in hot_reload:
                _count_message(store, event)

    store.exchanges.listen(on_exchange)
    store.listen(on_event)


def _learn(store: Store, before: NetworkBody | None, after: NetworkBody) -> None:
    known, call = call_from_body(before) if before else None, call_from_body(after)
    if known is None or call is None:
        _count(store, call)
    elif known.content is Unparsed.UNSEEN and call.content is not Unparsed.UNSEEN:
        _add_body(store, known, call)


def _count(store: Store, call: Call | None) -> None:
    if call is not None and (contract := updated_contract(store.contracts.get(call.key), call)):
        store.contracts.put(contract)


def _count_message(store: Store, event: WebSocketEvent) -> None:
    call = call_from_message(event)
    if call is None:
        return
    known = store.contracts.get(call.key)
    if known is None and store.contracts.count_of(*socket_of(event)) >= MAX_SOCKET_KINDS:
        return
    if contract := updated_contract(known, call):
        store.contracts.put(replace(contract, statuses={}, history=()))


def _add_body(store: Store, known: Call, call: Call) -> None:
    """Adds the body of a call that was already counted."""
    contract = store.contracts.get(call.key)
    if contract is None:
        _count(store, call)
        return
    if call.failed and not known.failed:
        contract = with_failed_call(contract, call)
    store.contracts.put(with_response(contract, call))
