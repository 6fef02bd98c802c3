"""`gasoline export otlp`: sends what was captured to an OpenTelemetry collector."""

import argparse
import signal
import time
from typing import TYPE_CHECKING

from gasoline.commands.completion.choices import offer
from gasoline.commands.flags import add_json, add_port, add_state_dir, refuse, wanted_port, wanted_state_dir
from gasoline.commands.otlp.endpoint import DEFAULT, BadEndpoint, Endpoint, parse_endpoint
from gasoline.commands.output import print_json, print_note, single_line
from gasoline.commands.serve_capsule import serve_capsule
from gasoline.launch.connect import NoAnswer, open_op
from gasoline.launch.find_daemon import NoDaemon, ensure_daemon
from gasoline.launch.runtime_file import Runtime

if TYPE_CHECKING:
    from gasoline.commands.otlp.event_lines import EventLines
    from gasoline.commands.otlp.pending import Pending
    from gasoline.commands.otlp.sender import Sender

INSTALL_EXTRA = "pipx install --force '.[otlp]' (or: uv tool install --force '.[otlp]')"
"""Does not use the package name: until the package is published, anyone may take the name."""
DESCRIPTION = (
    "Sends the captured session to an OpenTelemetry collector, once: errors and console messages as logs, requests and "
    "page loads as spans, web vitals as metrics. Secrets are masked. Exits 0 if everything arrived, 1 otherwise. Needs "
    f"the `otlp` extra, in a clone: {INSTALL_EXTRA}"
)
FORMATS = ("otlp",)
TICK_S = 0.5  # how often waiting events are looked at
STORED_WAIT_S = 30.0  # until the server sends more of what is stored
REST_READS = 20  # at the end: a page that never rests must not keep the program alive
MISSING = f"export otlp needs OpenTelemetry's exporter, which is not installed. Run, in a clone: {INSTALL_EXTRA}"


def add(parser: argparse.ArgumentParser) -> None:
    parser.description = DESCRIPTION
    offer(parser.add_argument("format", choices=FORMATS, metavar="otlp"), lambda: list(FORMATS))
    parser.add_argument(
        "--endpoint", default=DEFAULT, metavar="URL", help=f"the collector's OTLP/HTTP address (default: {DEFAULT})"
    )
    parser.add_argument("--follow", action="store_true", help="continue with new events until Ctrl-C")
    parser.add_argument("--capsule", metavar="FILE", help="send a saved session")
    add_port(parser)
    add_state_dir(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    try:
        endpoint = parse_endpoint(args.endpoint)
    except BadEndpoint as error:
        raise refuse(str(error)) from None
    if args.follow and args.capsule:
        raise refuse("--follow does not fit --capsule: nothing new happens in a saved session")
    sender = _sender(endpoint)
    if not endpoint.is_local:
        print_note(f"Sending what was captured to {single_line(endpoint.host)}, which is not this machine.")
    try:
        _export(args, sender)
    except (NoDaemon, NoAnswer) as error:
        print_note(f"gasoline export: {error}")
        _report(args, endpoint, sender)
        return 1
    finally:
        sender.close()
    return _report(args, endpoint, sender)


def _sender(endpoint: Endpoint) -> "Sender":
    try:
        from gasoline.commands.otlp.sender import Sender
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith(("opentelemetry", "google", "requests")):
            raise
        raise refuse(MISSING) from None
    return Sender(endpoint)


def _export(args: argparse.Namespace, sender: "Sender") -> None:
    from gasoline.commands.otlp.event_lines import EventLines
    from gasoline.commands.otlp.pending import Pending
    from gasoline.commands.otlp.telemetry import telemetry_of

    runtime = _server(args)
    pending = Pending(time.monotonic)
    try:
        with open_op(runtime, "export", follow=args.follow) as connection:
            lines = EventLines(connection)
            _read_stored(lines, pending)
            sender.send(telemetry_of(pending.take_all(), pending.loads), lines.browser)
            if args.follow:
                _follow(lines, pending, sender, runtime)
            sender.lost["unreadable"] += lines.unreadable
    except ConnectionError as error:
        raise NoAnswer(f"the server (pid {runtime.pid}) did not answer `export`: {error}") from None


def _server(args: argparse.Namespace) -> Runtime:
    if args.capsule:
        return serve_capsule(args, args.capsule)
    return ensure_daemon(wanted_state_dir(args), wanted_port(args))


def _read_stored(lines: "EventLines", pending: "Pending") -> None:
    last = time.monotonic()
    while not lines.is_complete:
        before = len(pending)
        for event in lines.next(TICK_S):
            pending.add(event)
        if len(pending) > before:
            last = time.monotonic()
        elif time.monotonic() - last > STORED_WAIT_S:
            raise NoAnswer("the server did not send what is stored")


def _follow(lines: "EventLines", pending: "Pending", sender: "Sender", runtime: Runtime) -> None:
    from gasoline.commands.otlp.telemetry import telemetry_of

    print_note(f"Sending new events of gasoline on port {runtime.port}; press Ctrl-C to stop.")
    losses = _LossNotes(sender)
    stop = _StopRequest()
    while lines.bye is None and not stop.is_set:
        for event in lines.next(TICK_S):
            pending.add(event)
        sender.send(telemetry_of(pending.take_due(), pending.loads), lines.browser)
        losses.print_new()
    _read_rest(lines, pending)
    sender.send(telemetry_of(pending.take_all(), pending.loads), lines.browser)
    if lines.bye:
        raise NoAnswer(f"the export ended: {lines.bye}")


def _read_rest(lines: "EventLines", pending: "Pending") -> None:
    """What the server sent before Ctrl-C."""
    for _ in range(REST_READS):
        if lines.bye is not None or not (events := list(lines.next(TICK_S))):
            return
        for event in events:
            pending.add(event)


class _StopRequest:
    """The first Ctrl-C: what is being sent is sent to its end. The next one ends the program at once."""

    def __init__(self) -> None:
        self.is_set = False
        self._default = signal.signal(signal.SIGINT, self._on_signal)

    def _on_signal(self, *_: object) -> None:
        self.is_set = True
        signal.signal(signal.SIGINT, self._default)


class _LossNotes:
    """Says once when a collector does not take what is sent, and once when it does again."""

    def __init__(self, sender: "Sender") -> None:
        self._sender = sender
        self._lost = sender.lost.total()
        self._sent = sender.sent.total()
        self._is_losing = False

    def print_new(self) -> None:
        lost, sent = self._sender.lost.total(), self._sender.sent.total()
        if lost > self._lost and not self._is_losing:
            self._is_losing = True
            print_note(f"gasoline export: not accepted: {single_line(self._sender.reason)}")
        elif sent > self._sent and lost == self._lost and self._is_losing:
            self._is_losing = False
            print_note("gasoline export: the collector accepts records again")
        self._lost, self._sent = lost, sent


def _report(args: argparse.Namespace, endpoint: Endpoint, sender: "Sender") -> int:
    sent, lost = +sender.sent, +sender.lost
    if args.json:
        print_json({"endpoint": endpoint.base, "sent": dict(sent), "lost": dict(lost)}, compact=True)
    else:
        print(f"Sent {_counts(sent)} to {endpoint.base}.")
    if lost:
        reason = f": {single_line(sender.reason)}" if sender.reason else ""
        print_note(f"gasoline export: lost {_counts(lost)}{reason}")
    return int(bool(lost))


def _counts(totals: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in totals.items()) or "nothing"
