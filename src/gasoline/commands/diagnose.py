"""The checks of `gasoline doctor`: each looks at one thing and says what it found and how to mend it."""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from gasoline import __version__
from gasoline.commands.status import look_at
from gasoline.launch.early_bind import PortTaken, early_bind
from gasoline.launch.extension_folder import ExtensionMissing, extension_folder
from gasoline.launch.find_browser import BrowserMissing, find_browser
from gasoline.launch.find_daemon import find_daemon
from gasoline.model.limits import DEFAULT_PORT

OPEN_BROWSER = "Run `gasoline browser`, or load the folder that `gasoline extension` prints in chrome://extensions."


@dataclass(frozen=True)
class Check:
    id: str
    status: Literal["ok", "warn", "fail"]
    message: str
    fix: str = ""

    def as_dict(self) -> dict[str, str]:
        return asdict(self)


TRIAL_BYTES = 65_536  # a full disk lets a file be made, but not be filled


@dataclass(frozen=True)
class Scene:
    """What the checks look at."""

    state_dir: str
    port: int | None
    status: Mapping[str, object]

    @property
    def running(self) -> bool:
        return bool(self.status["running"])

    def part(self, name: str) -> Mapping[str, object]:
        found = self.status.get(name)
        return found if isinstance(found, Mapping) else {}


def diagnose(state_dir: str, port: int | None) -> list[Check]:
    scene = Scene(state_dir, port, look_at(find_daemon(state_dir)))
    return [check for look in CHECKS for check in look(scene)]


def _state_directory(scene: Scene) -> Iterator[Check]:
    try:
        with tempfile.TemporaryFile(dir=scene.state_dir) as trial:
            trial.write(bytes(TRIAL_BYTES))
            trial.flush()
            yield Check("state_dir", "ok", f"state directory {scene.state_dir} is writable")
    except OSError as error:
        fix = "Make it writable for you, or choose another with --state-dir or GASOLINE_STATE_DIR."
        yield Check("state_dir", "fail", f"state directory {scene.state_dir} is not writable: {error.strerror}", fix)


def _server(scene: Scene) -> Iterator[Check]:
    if scene.running:
        where = f"pid {scene.status['pid']}, port {scene.status['port']}"
        yield Check("server", "ok", f"the server runs: {where}")
    elif "problem" in scene.status:
        fix = f"End process {scene.status['pid']}; the next client starts a new server."
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


def _extension(scene: Scene) -> Iterator[Check]:
    if not scene.running:
        return
    extension = scene.part("extension")
    if extension.get("connected"):
        yield Check("extension", "ok", f"the extension is connected, version {extension.get('version')}")
    else:
        yield Check("extension", "warn", "the extension is not connected", OPEN_BROWSER)


def _browser(_: Scene) -> Iterator[Check]:
    try:
        yield Check("browser", "ok", f"browser: {find_browser()}")
    except BrowserMissing as error:
        yield Check("browser", "warn", "no Chromium or Chrome was found", str(error))


def _events(scene: Scene) -> Iterator[Check]:
    if not scene.running:
        return
    received = scene.part("rate").get("received", 0)
    if received:
        yield Check("events", "ok", f"{received} events have arrived")
    else:
        fix = "Open a page on localhost, or allow another site in the extension's popup, and reload it."
        yield Check("events", "warn", "no event has arrived yet", fix)


def _log_file(scene: Scene) -> Iterator[Check]:
    reported = scene.part("log_file")
    path = Path(str(reported.get("path") or Path(scene.state_dir) / "logs.jsonl"))
    problem = reported.get("problem") or _why_not_writable(path)
    if problem:
        fix = "Make room or give permission there, or choose another file: gasoline serve --log-file FILE"
        yield Check("log_file", "fail", f"log file {path}: {problem}", fix)
    else:
        yield Check("log_file", "ok", f"log file {path} is writable")


def _why_not_writable(path: Path) -> str:
    nearest = path if path.exists() else path.parent
    return "" if os.access(nearest, os.W_OK) else "it cannot be written"


CHECKS: tuple[Callable[[Scene], Iterator[Check]], ...] = (
    _state_directory,
    _server,
    _port,
    _version,
    _log_file,
    _extension_folder,
    _browser,
    _extension,
    _events,
)
