"""What a health report says is wrong: the checks that the server and `gasoline doctor` share."""

from collections.abc import Callable, Mapping
from typing import Any

from gasoline.kernel.quoted import listed
from gasoline.model.check import Check

Report = Mapping[str, Any]
"""The health answer, as `observe what=health` and `gasoline status` give it."""

LOAD_EXTENSION = (
    "Run `gasoline browser`, or load the folder that `gasoline extension` prints in chrome://extensions "
    "and reload it there if it is already loaded."
)
CAPTURE_SITE = (
    "Open a page on localhost, or click “Capture this site” in the extension's popup on the page you are working on."
)


def check_report(report: Report) -> list[Check]:
    """Every check that applies, those that are in order too."""
    return [check for look in CHECKS if (check := look(report)) is not None]


def problems_in(report: Report) -> list[dict[str, str]]:
    """What is not in order, each with its fix: short, because an assistant reads it."""
    found = (check for check in check_report(report) if check.status != "ok")
    return [{"id": one.id, "status": one.status, "message": one.message, "fix": one.fix} for one in found]


def _extension(report: Report) -> Check:
    if _extension_of(report).get("connected"):
        return Check("extension", "ok", f"the extension is connected, version {_extension_of(report).get('version')}")
    if _pilot_source(report) == "never_connected":
        return Check("extension", "warn", "the extension has never connected to this server", LOAD_EXTENSION)
    fix = "Open the browser again, or open the extension's popup: it shows the reason."
    return Check("extension", "warn", "the extension is no longer connected", fix)


def _pairing(report: Report) -> Check | None:
    state = _extension_of(report).get("pairing")
    if _extension_of(report).get("connected") or state not in PAIRING:
        return None
    message, fix = PAIRING[state]
    return Check("pairing", "fail", message, fix)


PAIRING = {
    "closed": (
        "the extension asked to pair, which needs your permission",
        "Open the extension's popup and run the `gasoline pair` command that it shows.",
    ),
    "contested": (
        "two extensions of one browser asked to pair without a code, so both were refused",
        "Remove extensions that you do not trust, then run the `gasoline pair` command that the popup shows.",
    ),
    "unfinished": (
        "the extension is paired with another server and does not trust this one",
        "Click “Trust this server” in the extension's popup.",
    ),
}


def _extension_version(report: Report) -> Check | None:
    found, wanted = _extension_of(report).get("version"), str(report.get("version"))
    if not found:
        return None
    if found == _numbers(wanted):
        return Check("extension_version", "ok", f"the extension and the server are both version {found}")
    fix = "Run `gasoline extension`, then click the extension's reload button in chrome://extensions."
    return Check("extension_version", "warn", f"the extension is version {found}, but the server is {wanted}", fix)


def _forwarders(report: Report) -> Check | None:
    others = report.get("other_versions") or []
    if not others:
        return None
    message = (
        f"started by another version of gasoline: {', '.join(map(str, others))}; the server is {report['version']}"
    )
    return Check(
        "forwarder_version", "warn", message, "Restart these AI clients; `gasoline install` updates their entry."
    )


def _site(report: Report) -> Check | None:
    extension = _extension_of(report)
    if not extension.get("connected"):
        return None
    tabs = extension.get("watched_tabs", 0)
    if tabs:
        return Check("site", "ok", f"{tabs} {'tab is' if tabs == 1 else 'tabs are'} captured")
    return Check("site", "warn", "no open tab is captured", CAPTURE_SITE)


def _switches(report: Report) -> Check | None:
    off = _extension_of(report).get("switched_off")
    if off is None or not _extension_of(report).get("connected"):
        return None
    if not off:
        return Check("switches", "ok", "all default switches are on")
    names = ", ".join(f"“{name}”" for name in off)
    return Check(
        "switches", "warn", f"switched off: {names}", "Turn on what you want to capture in the extension's popup."
    )


def _half_loaded(report: Report) -> Check | None:
    sites = _extension_of(report).get("half_loaded")
    if not sites:
        return None
    message = f"loading a saved state was interrupted, and storage is not restored yet: {listed(sites)}"
    return Check("half_loaded", "warn", message, "Open a page of each of these sites to restore its previous state.")


def _breakers(report: Report) -> Check | None:
    names = _extension_of(report).get("open_breakers")
    if not names:
        return None
    message = f"capture failed repeatedly and pauses for a few seconds: {listed(names)}"
    return Check(
        "breakers", "warn", message, "Repeat the steps; if it happens again, report it with what the page does."
    )


def _events(report: Report) -> Check:
    received = report.get("rate", {}).get("received", 0)
    if received:
        return Check("events", "ok", f"{received} events have arrived")
    fix = "Reload the page you are working on" + ("." if _watches(report) else f", once it is captured. {CAPTURE_SITE}")
    return Check("events", "warn", "no events have arrived yet", fix)


def _log_file(report: Report) -> Check | None:
    file = report.get("log_file", {})
    if not file.get("problem"):
        return None
    fix = "Free disk space or fix permissions, or run `gasoline stop`, then `gasoline serve --log-file FILE`."
    return Check("log_file", "fail", f"log file {file.get('path')}: {file['problem']}", fix)


def _servers(report: Report) -> Check | None:
    runs = report.get("server_runs") or []
    if lost := [f"{run['lines_dropped']} of {run['name']}" for run in runs if run["lines_dropped"]]:
        message = f"server output came faster than it could be kept; lines dropped: {', '.join(lost)}"
        return Check(
            "servers", "warn", message, "The newest lines are kept. Lower the server's log level to keep more."
        )
    running = [f"{run['name']} since {run['since']}" for run in runs if run["running"]]
    return Check("servers", "ok", f"server output is captured: {listed(running)}") if running else None


def _extension_of(report: Report) -> Report:
    found = report.get("extension")
    return found if isinstance(found, Mapping) else {}


def _pilot_source(report: Report) -> object:
    pilot = report.get("pilot")
    return pilot.get("source") if isinstance(pilot, Mapping) else None


def _watches(report: Report) -> bool:
    return bool(_extension_of(report).get("watched_tabs"))


def _numbers(version: str) -> str:
    """“0.2.0” of “0.2.0rc1”: Chrome takes numbers only."""
    end = next((at for at, char in enumerate(version) if not (char.isdecimal() or char == ".")), len(version))
    return version[:end]


CHECKS: tuple[Callable[[Report], Check | None], ...] = (
    _extension,
    _pairing,
    _extension_version,
    _forwarders,
    _switches,
    _site,
    _half_loaded,
    _breakers,
    _events,
    _log_file,
    _servers,
)
