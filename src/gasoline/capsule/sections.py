"""What a capsule keeps beside the streams of events: one JSON Lines file for each kind of derived data.

Whatever is about all URLs is left out of a capsule that is limited to some of them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec import json

from gasoline.capsule.window import Window
from gasoline.model.contract import Contract
from gasoline.model.snapshot import Snapshot
from gasoline.model.verdict_record import VerdictRecord
from gasoline.model.verification import Session
from gasoline.store.notice_log import SavedNotice
from gasoline.store.pilot_audit import PilotCommand
from gasoline.store.saved_event import SavedValue
from gasoline.store.server_runs import SavedRun
from gasoline.store.store import Store


@dataclass(frozen=True)
class Section:
    """`save` reads it from a store, oldest first; `load` puts decoded values into another store."""

    name: str
    kind: Any
    save: Callable[[Store, Window], Iterable[Any]]
    load: Callable[[Store, list[Any]], None]

    @cached_property
    def decode_line(self) -> Callable[[bytes], Any]:
        return json.Decoder(self.kind).decode


def _contracts(store: Store, window: Window) -> list[Contract]:
    return [
        contract
        for contract in reversed(store.contracts.latest_first())
        if window.includes_time(contract.last_called)
        and (window.url_filter in contract.url or window.url_filter in contract.endpoint)
    ]


def _load_contracts(store: Store, contracts: list[Contract]) -> None:
    store.contracts.load(contracts)


def _verifications(store: Store, window: Window) -> list[SavedValue[Session]]:
    return [
        saved
        for saved in store.verifications.saved()
        if window.includes_time(saved.value.watch.started_at) and window.url_filter in saved.value.url_filter
    ]


def _load_verifications(store: Store, saved: list[SavedValue[Session]]) -> None:
    for value in saved:
        store.verifications.load(value)


def _snapshots(store: Store, window: Window) -> list[SavedValue[Snapshot]]:
    return [
        saved
        for saved in store.snapshots.saved()
        if window.includes_time(saved.value.captured_at) and window.url_filter in saved.value.url_filter
    ]


def _load_snapshots(store: Store, saved: list[SavedValue[Snapshot]]) -> None:
    for value in saved:
        store.snapshots.load(value)


def _verdicts(store: Store, window: Window) -> list[VerdictRecord]:
    records = reversed(store.verdicts.newest_first())
    return [record for record in records if not window.url_filter and window.includes_time(record.ts)]


def _load_verdicts(store: Store, records: list[VerdictRecord]) -> None:
    for record in records:
        store.verdicts.load(record)


def _commands(store: Store, window: Window) -> list[PilotCommand]:
    return [
        command
        for command in store.pilot_audit.saved()
        if window.includes_time(command.time) and window.url_filter in command.command
    ]


def _load_commands(store: Store, commands: list[PilotCommand]) -> None:
    for command in commands:
        store.pilot_audit.load(command)


def _notices(store: Store, window: Window) -> list[SavedNotice]:
    return [
        saved
        for saved in store.notices.saved()
        if window.includes_time(saved.notice.timestamp)
        and (not window.url_filter or any(window.url_filter in address for address in saved.notice.addresses))
    ]


def _load_runs(store: Store, runs: list[SavedRun]) -> None:
    for run in runs:
        store.server_runs.load(run)


SECTIONS = (
    Section("contracts", Contract, _contracts, _load_contracts),
    Section("verifications", SavedValue[Session], _verifications, _load_verifications),
    Section("snapshots", SavedValue[Snapshot], _snapshots, _load_snapshots),
    Section("verdicts", VerdictRecord, _verdicts, _load_verdicts),
    Section("notices", SavedNotice, _notices, lambda store, saved: store.notices.load(saved)),
    Section("server_runs", SavedRun, lambda store, _: store.server_runs.saved(), _load_runs),
    Section("pilot_commands", PilotCommand, _commands, _load_commands),
)
