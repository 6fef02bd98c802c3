"""What a health report says is wrong: the checks that the server and `gasoline doctor` share."""

from collections.abc import Callable, Mapping
from typing import Any

from gasoline.model.check import Check

Report = Mapping[str, Any]
"""The health answer, as `observe what=health` and `gasoline status` give it."""

LOAD_EXTENSION = (
    "Run `gasoline browser`, or load the folder that `gasoline extension` prints in chrome://extensions "
    "and reload it there if it is loaded already."
)
CAPTURE_SITE = (
    "Open a page on localhost, or click “Capture this site” in the extension's popup on the page you work on."
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
    fix = "Open the browser again, or open the extension's popup: it says what it waits for."
    return Check("extension", "warn", "the extension is not connected any more", fix)


def _pairing(report: Report) -> Check | None:
    state = _extension_of(report).get("pairing")
    if _extension_of(report).get("connected") or state not in PAIRING:
        return None
    message, fix = PAIRING[state]
    return Check("pairing", "fail", message, fix)


PAIRING = {
    "closed": (
        "the extension asked to pair, which --auth strict refuses until a person allows it",
        "Run `gasoline pair`, then open the extension's popup.",
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
        return Check("extension_version", "ok", f"the extension is version {found}, as the server")
    fix = "Load the folder that `gasoline extension` prints, or click its reload button in chrome://extensions."
    return Check("extension_version", "warn", f"the extension is version {found}, the server {wanted}", fix)


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
        return Check("switches", "ok", "every switch that is on by default is on")
    names = ", ".join(f"“{name}”" for name in off)
    return Check(
        "switches", "warn", f"switched off: {names}", "Switch on in the extension's popup what you want captured."
    )


def _half_loaded(report: Report) -> Check | None:
    sites = _extension_of(report).get("half_loaded")
    if not sites:
        return None
    message = f"loading a saved state was interrupted, and storage is not taken back yet: {', '.join(sites)}"
    return Check(
        "half_loaded", "warn", message, "Open a page of each of these sites: the former state then comes back."
    )


def _breakers(report: Report) -> Check | None:
    names = _extension_of(report).get("open_breakers")
    if not names:
        return None
    message = f"capture failed repeatedly and pauses for a few seconds: {', '.join(names)}"
    return Check(
        "breakers", "warn", message, "Repeat the steps; if it happens again, report it with what the page does."
    )


def _events(report: Report) -> Check:
    received = report.get("rate", {}).get("received", 0)
    if received:
        return Check("events", "ok", f"{received} events have arrived")
    fix = "Reload the page you work on" + ("." if _watches(report) else f", once it is captured. {CAPTURE_SITE}")
    return Check("events", "warn", "no event has arrived yet", fix)


def _log_file(report: Report) -> Check | None:
    file = report.get("log_file", {})
    if not file.get("problem"):
        return None
    fix = (
        "Make room or give permission there, or choose another: `gasoline stop`, then `gasoline serve --log-file FILE`."
    )
    return Check("log_file", "fail", f"log file {file.get('path')}: {file['problem']}", fix)


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
)
