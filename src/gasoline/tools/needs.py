"""What must be there before a capability runs, and what to do where it is not."""

from gasoline.capabilities.capability import Capability, Need
from gasoline.model.errors import ToolError
from gasoline.store.extension_state import ExtensionState

OPEN_BROWSER = "Open the browser with the Gasoline extension (`gasoline browser`), or run `gasoline doctor`."


def check_needs(capability: Capability, extension: ExtensionState) -> None:
    """Raises a ToolError that says how to get what is missing."""
    if Need.PILOT in capability.needs:
        _check_pilot(extension)
    if Need.BROWSER in capability.needs and not extension.connected:
        raise ToolError("extension_not_connected", "No browser is connected.", OPEN_BROWSER)


def _check_pilot(extension: ExtensionState) -> None:
    if extension.connected and extension.pilot:
        return
    away = "" if extension.connected else f"No browser is connected. {OPEN_BROWSER} "
    raise pilot_disabled(f"{away}Only the person can do it: ask for it, then call again.")


def pilot_disabled(hint: str) -> ToolError:
    """The pilot document's own words."""
    return ToolError("ai_web_pilot_disabled", "Enable 'AI Web Pilot' in extension popup to use this tool", hint)
