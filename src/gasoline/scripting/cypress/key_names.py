"""Key names for Cypress."""

from gasoline.scripting.encode import js_comment, js_literal
from gasoline.scripting.steps import Press

_KEYS = {
    "Enter": "{enter}",
    "Escape": "{esc}",
    "Backspace": "{backspace}",
    "Delete": "{del}",
    "Insert": "{insert}",
    "Home": "{home}",
    "End": "{end}",
    "PageUp": "{pageUp}",
    "PageDown": "{pageDown}",
    "ArrowUp": "{upArrow}",
    "ArrowDown": "{downArrow}",
    "ArrowLeft": "{leftArrow}",
    "ArrowRight": "{rightArrow}",
    "Space": " ",
    "{": "{{}",
}
_HELD = {"Alt": "{alt}", "Control": "{ctrl}", "Meta": "{meta}", "Shift": "{shift}"}


def typed(press: Press, place: str | None) -> str:
    """The command that presses a key, on the element or on the focused element."""
    if press.key == "Tab":
        return "cy.press(Cypress.Keyboard.Keys.TAB);"
    key = _KEYS.get(press.key, press.key if len(press.key) == 1 else "")
    if not key:
        return js_comment(f"{press.key} was pressed; Cypress does not support this key.")
    held = "".join(_HELD[name] for name in press.modifiers)
    return f"{place or 'cy.focused()'}.type({js_literal(held + key)});"
