"""The checks of `gasoline doctor`: each looks at one thing and says what it found and how to mend it."""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gasoline import __version__
from gasoline.analysis.health_checks import check_report
from gasoline.commands.diagnose_clients import check_clients
from gasoline.commands.install.machine import Machine, this_machine
from gasoline.commands.status import look_at
from gasoline.launch.early_bind import PortTaken, early_bind
from gasoline.launch.extension_folder import ExtensionMissing, extension_folder
from gasoline.launch.find_browser import BrowserMissing, find_browser
from gasoline.launch.find_daemon import find_daemon
from gasoline.launch.state_dir import state_dir
from gasoline.model.check import Check
from gasoline.model.limits import DEFAULT_PORT

TRIAL_BYTES = 65_536  # a full disk lets a file be made, but not be filled


@dataclass(frozen=True)
class Scene:
    """What the checks look at."""

    state_dir: str
    port: int | None
    status: Mapping[str, object]
    machine: Machine

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
    scene = Scene(directory, port, look_at(find_daemon(directory)), this_machine())
    return [check for look in CHECKS for check in look(scene)]


def _state_directory(scene: Scene) -> Iterator[Check]:
    try:
        with tempfile.TemporaryFile(dir=scene.state_dir) as trial:
            trial.write(bytes(TRIAL_BYTES))
            trial.flush()
            yield Check("state_dir", "ok", f"state directory {scene.state_dir} is writable")
    except OSError as error:
        yield _no_state_directory(scene.state_dir, error)


def _no_state_directory(path: str, error: OSError) -> Check:
    fix = "Make it writable for you, or choose another with --state-dir or GASOLINE_STATE_DIR."
    return Check("state_dir", "fail", f"state directory {path} is not writable: {error.strerror}", fix)


def _server(scene: Scene) -> Iterator[Check]:
    if scene.running:
        where = f"pid {scene.status['pid']}, port {scene.status['port']}"
        yield Check("server", "ok", f"the server runs: {where}")
    elif "problem" in scene.status:
        fix = f"Run `kill {scene.status['pid']}`; the next client starts a new server."
        yield Check("server", "fail", str(scene.status["problem"]), fix)
    else:
        yield Check("server", "warn", "no server runs", "An AI client starts it, or you do: gasoline serve")


def _port(scene: Scene) -> Iterator[Check]:
    if scene.running:
        yield _port_of_running(scene)
        return
    port = DEFAULT_PORT if scene.port is None else scene.port
    try:
        early_bind(port).close()
        yield Check("port", "ok", f"port {port} is free")
    except PortTaken as taken:
        yield Check("port", "fail", f"port {port} is taken by {taken.holder.describe()}", taken.holder.next_step())
    except OSError as error:
        yield Check("port", "fail", f"port {port} cannot be used: {error.strerror}", "Choose another with --port.")


def _port_of_running(scene: Scene) -> Check:
    port = scene.status["port"]
    if scene.port in (None, 0, port):
        return Check("port", "ok", f"the server has port {port}")
    fix = "Run `gasoline stop`, or leave out --port and GASOLINE_PORT."
    return Check("port", "fail", f"the server has port {port}, but {scene.port} is asked for", fix)


def _version(scene: Scene) -> Iterator[Check]:
    if not scene.running:
        return
    found = scene.status["version"]
    if found == __version__:
        yield Check("version", "ok", f"the server is version {found}, as this program")
    else:
        message = f"the server is version {found}, this program {__version__}"
        yield Check("version", "warn", message, "Run `gasoline stop`; the next client starts the new one.")


def _extension_folder(_: Scene) -> Iterator[Check]:
    try:
        yield Check("extension_folder", "ok", f"the extension is in {extension_folder()}")
    except ExtensionMissing as error:
        yield Check("extension_folder", "fail", "the extension was not found", str(error))


def _browser(_: Scene) -> Iterator[Check]:
    try:
        yield Check("browser", "ok", f"browser: {find_browser()}")
    except BrowserMissing as error:
        yield Check("browser", "warn", "no Chromium or Chrome was found", str(error))


def _log_file(scene: Scene) -> Iterator[Check]:
    """Whether a line could be written now; what the server met when it wrote is in its report."""
    reported = scene.part("log_file")
    if reported.get("problem"):
        return
    path = Path(str(reported.get("path") or Path(scene.state_dir) / "logs.jsonl"))
    problem = _why_not_writable(path)
    if problem:
        fix = f"Run `mkdir -p {path.parent}` and make it writable for you, or start `gasoline serve --log-file FILE`."
        yield Check("log_file", "fail", f"log file {path}: {problem}", fix)
    else:
        yield Check("log_file", "ok", f"log file {path} is writable")


def _why_not_writable(path: Path) -> str:
    """Tried, not asked: root may write where the file system cannot."""
    try:
        if path.exists():
            os.close(os.open(path, os.O_WRONLY | os.O_APPEND))
        else:
            nearest = next(folder for folder in path.parents if folder.exists())
            tempfile.TemporaryFile(dir=nearest).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _reported(scene: Scene) -> Iterator[Check]:
    """What the server knows; the same that an assistant is told by `observe what=health`."""
    if scene.running:
        yield from check_report(scene.status)


def _clients(scene: Scene) -> Iterator[Check]:
    yield check_clients(scene.machine)


CHECKS: tuple[Callable[[Scene], Iterator[Check]], ...] = (
    _state_directory,
    _server,
    _port,
    _version,
    _log_file,
    _extension_folder,
    _browser,
    _clients,
    _reported,
)
