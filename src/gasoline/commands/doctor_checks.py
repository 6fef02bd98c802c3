"""The checks of `gasoline doctor`: each looks at one thing and reports what it found and how to fix it."""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gasoline import __version__
from gasoline.analysis.health.checks import check_report
from gasoline.commands.doctor_clients import check_clients
from gasoline.commands.extension_folder import ExtensionMissing, extension_folder
from gasoline.commands.find_browser import BrowserMissing, OnlyGoogleChrome, find_browser
from gasoline.commands.find_firefox import find_firefox
from gasoline.commands.install.platform_paths import PlatformPaths, current_platform
from gasoline.commands.status import read_status
from gasoline.launch.bind_port import PortTaken, bind_port
from gasoline.launch.find_daemon import find_daemon
from gasoline.launch.pairings import Pairings
from gasoline.launch.port import DEFAULT_PORT
from gasoline.launch.state_dir import state_dir
from gasoline.model.check import Check

TRIAL_BYTES = 65_536  # on a full disk, files can be created but not written


@dataclass(frozen=True)
class DoctorContext:
    """What the checks look at."""

    state_dir: str
    port: int | None
    status: Mapping[str, object]
    machine: PlatformPaths

    @property
    def running(self) -> bool:
        return bool(self.status["running"])

    def part(self, name: str) -> Mapping[str, object]:
        found = self.status.get(name)
        return found if isinstance(found, Mapping) else {}


def diagnose(wanted_state_dir: str | None, port: int | None) -> list[Check]:
    try:
        directory = state_dir(wanted_state_dir)
    except OSError as error:
        return [_no_state_directory(error.filename, error)]
    scene = DoctorContext(directory, port, read_status(find_daemon(directory)), current_platform())
    return [check for look in CHECKS for check in look(scene)]


def _state_directory(scene: DoctorContext) -> Iterator[Check]:
    try:
        with tempfile.TemporaryFile(dir=scene.state_dir) as trial:
            trial.write(bytes(TRIAL_BYTES))
            trial.flush()
            yield Check("state_dir", "ok", f"state directory {scene.state_dir} is writable")
    except OSError as error:
        yield _no_state_directory(scene.state_dir, error)


def _no_state_directory(path: str, error: OSError) -> Check:
    fix = "Make it writable, or choose another with --state-dir or GASOLINE_STATE_DIR."
    return Check("state_dir", "fail", f"state directory {path} is not writable: {error.strerror}", fix)


def _server(scene: DoctorContext) -> Iterator[Check]:
    if scene.running:
        where = f"pid {scene.status['pid']}, port {scene.status['port']}"
        yield Check("server", "ok", f"the server is running: {where}")
    elif "problem" in scene.status:
        fix = f"Run `kill {scene.status['pid']}`; the next client starts a new server."
        yield Check("server", "fail", str(scene.status["problem"]), fix)
    else:
        yield Check(
            "server",
            "warn",
            "the server is not running",
            "AI clients start it when they need it; to start it yourself, run `gasoline serve`.",
        )


def _port(scene: DoctorContext) -> Iterator[Check]:
    if scene.running:
        yield _port_of_running(scene)
        return
    port = DEFAULT_PORT if scene.port is None else scene.port
    try:
        bind_port(port).close()
        yield Check("port", "ok", f"port {port} is free")
    except PortTaken as taken:
        yield Check("port", "fail", f"port {port} is taken by {taken.holder.describe()}", taken.holder.next_step())
    except OSError as error:
        yield Check("port", "fail", f"port {port} cannot be used: {error.strerror}", "Choose another port with --port.")


def _port_of_running(scene: DoctorContext) -> Check:
    port = scene.status["port"]
    if scene.port in (None, 0, port):
        return Check("port", "ok", f"the server uses port {port}")
    fix = "Run `gasoline stop`, or remove --port and GASOLINE_PORT."
    return Check("port", "fail", f"the server uses port {port}, but you asked for {scene.port}", fix)


def _version(scene: DoctorContext) -> Iterator[Check]:
    if not scene.running:
        return
    found = scene.status["version"]
    if found == __version__:
        yield Check("version", "ok", f"the server and this program are both version {found}")
    else:
        message = f"the server is version {found}, but this program is {__version__}"
        yield Check("version", "warn", message, "Run `gasoline stop`; the next client starts the new version.")


def _extension_folder(_: DoctorContext) -> Iterator[Check]:
    try:
        yield Check("extension_folder", "ok", f"the extension is in {extension_folder()}")
    except ExtensionMissing as error:
        yield Check("extension_folder", "fail", "the extension was not found", str(error))


def _browser(_: DoctorContext) -> Iterator[Check]:
    try:
        yield Check("browser", "ok", f"browser: {find_browser()}")
    except OnlyGoogleChrome as error:
        message = "only Google Chrome was found: load the extension there yourself, `gasoline browser` cannot"
        yield Check("browser", "warn", message, str(error))
    except BrowserMissing as error:
        yield Check("browser", "warn", "no browser for `gasoline browser` was found", str(error))


def _firefox(_: DoctorContext) -> Iterator[Check]:
    """Firefox is optional, but a configured Firefox must exist."""
    try:
        firefox, extension = find_firefox(), extension_folder("firefox")
        yield Check("firefox", "ok", f"Firefox: {firefox}, for `gasoline browser --firefox` with {extension}")
    except BrowserMissing as error:
        if "GASOLINE_FIREFOX" in os.environ:
            yield Check("firefox", "warn", "the chosen Firefox was not found", str(error))
    except ExtensionMissing as error:
        yield Check("firefox", "fail", "the extension for Firefox was not found", str(error))


def _pairings(scene: DoctorContext) -> Iterator[Check]:
    for record in Pairings(scene.state_dir).all():
        if record.paired_at:
            how = "without a code" if record.how == "window" else "by your own copy or a code"
            message = f"paired {how}: {record.origin}, {record.paired_at}, as {record.id}"
            yield Check("paired", "ok", f"{message}. Not yours? Run `gasoline pair --revoke {record.id}`")


def _log_file(scene: DoctorContext) -> Iterator[Check]:
    """Checks whether a line can be written now; the server's own report covers past write errors."""
    reported = scene.part("log_file")
    if reported.get("problem"):
        return
    path = Path(str(reported.get("path") or Path(scene.state_dir) / "logs.jsonl"))
    problem = _why_not_writable(path)
    if problem:
        fix = f"Run `mkdir -p {path.parent}` and make it writable, or start `gasoline serve --log-file FILE`."
        yield Check("log_file", "fail", f"log file {path}: {problem}", fix)
    else:
        yield Check("log_file", "ok", f"log file {path} is writable")


def _why_not_writable(path: Path) -> str:
    """Tries to write instead of checking permissions: root passes permission checks on a read-only file system."""
    try:
        if path.exists():
            os.close(os.open(path, os.O_WRONLY | os.O_APPEND))
        else:
            nearest = next(folder for folder in path.parents if folder.exists())
            tempfile.TemporaryFile(dir=nearest).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _reported(scene: DoctorContext) -> Iterator[Check]:
    """The problems that the server knows, the same ones that `observe what=health` returns."""
    if scene.running:
        yield from check_report(scene.status)


def _clients(scene: DoctorContext) -> Iterator[Check]:
    yield from check_clients(scene.machine)


CHECKS: tuple[Callable[[DoctorContext], Iterator[Check]], ...] = (
    _state_directory,
    _server,
    _port,
    _version,
    _log_file,
    _extension_folder,
    _browser,
    _firefox,
    _clients,
    _pairings,
    _reported,
)
