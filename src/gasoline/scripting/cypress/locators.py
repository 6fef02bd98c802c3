"""Element locators for Cypress. It has no accessible names, so attributes and text replace roles."""

from collections.abc import Sequence

from gasoline.model.actions import SelectorName
from gasoline.scripting.css import attribute_selector, id_selector
from gasoline.scripting.encode import js_literal
from gasoline.scripting.script_urls import regex_escape
from gasoline.scripting.selector_options import SelectorOption, selector_options
from gasoline.scripting.steps import Target

ORDER: tuple[SelectorName, ...] = ("testId", "ariaLabel", "id", "text", "cssPath", "role")
_INTO_FRAME = ".its('0.contentDocument.body').should('not.be.empty').then((body) => cy.wrap(body))"
_BY_TEXT = ("text", "role")


def locate(target: Target) -> tuple[str, SelectorName]:
    """The chain of commands, and the selector that it uses."""
    scope, is_inside = scope_of(target.frames), bool(target.frames)
    for host in target.shadow:
        scope += f".{_get(host, is_inside)}.shadow()"
        is_inside = True
    way = _best(target)
    if way.name in _BY_TEXT:
        return f"{scope}.contains({exact_text(way.value)})", way.name
    return f"{scope}.{_get(_selector(way), is_inside)}{'' if way.nth is None else f'.eq({way.nth})'}", way.name


def scope_of(frames: Sequence[str]) -> str:
    """The innermost frame."""
    return "cy" + "".join(f".{_get(frame, place > 0)}{_INTO_FRAME}" for place, frame in enumerate(frames))


def exact_text(text: str) -> str:
    """A regular expression for an element's complete text."""
    pattern = "^\\s*" + "\\s+".join(map(regex_escape, text.split())) + "\\s*$"
    return f"new RegExp({js_literal(pattern)})"


def _best(target: Target) -> SelectorOption:
    """`contains` returns only the first match, so a text that is not unique cannot be used."""
    possible = selector_options(target.selectors, ORDER)
    sure = [way for way in possible if way.nth is None or way.name not in _BY_TEXT]
    return (sorted(sure, key=lambda way: way.name == "role") or possible)[0]


def _selector(way: SelectorOption) -> str:
    match way.name:
        case "testId":
            return attribute_selector(way.attribute, way.value)
        case "ariaLabel":
            return attribute_selector("aria-label", way.value)
        case "id":
            return id_selector(way.value)
    return way.value


def _get(selector: str, is_inside: bool) -> str:
    return f"{'find' if is_inside else 'get'}({js_literal(selector)})"
