"""Element locators for Playwright: strict, so that a script never acts on another element by accident."""

import re
from collections.abc import Sequence

from gasoline.model.actions import SelectorName
from gasoline.scripting.css import attribute_selector, id_selector
from gasoline.scripting.encode import js_literal
from gasoline.scripting.selector_options import SelectorOption, selector_options
from gasoline.scripting.steps import Target

# The most stable selector first (SCR-03)
ORDER: tuple[SelectorName, ...] = ("testId", "role", "ariaLabel", "text", "id", "cssPath")
TEST_ID_ATTRIBUTE = "data-testid"
_NOT_PLAIN_CSS = re.compile(r"^\s*(?:[\w:*-]+=|//|\.\.|[(\"'])|>>")


def locate(target: Target) -> tuple[str, SelectorName]:
    """The expression, and the selector that it uses."""
    scope = scope_of(target.frames)
    scope += "".join(f".locator({_css(host)})" for host in target.shadow)
    way = selector_options(target.selectors, ORDER)[0]
    return f"{scope}.{_find(way)}{_nth(way)}", way.name


def scope_of(frames: Sequence[str]) -> str:
    return "page" + "".join(f".frameLocator({_css(frame)})" for frame in frames)


def _find(way: SelectorOption) -> str:  # noqa: PLR0911  one line for each row of the table
    value = js_literal(way.value)
    match way.name:
        case "testId" if way.attribute == TEST_ID_ATTRIBUTE:
            return f"getByTestId({value})"
        case "testId":
            return f"locator({_css(attribute_selector(way.attribute, way.value))})"
        case "role":
            return f"getByRole({js_literal(way.role)}, {{ name: {value}, exact: true }})"
        case "ariaLabel":
            return f"getByLabel({value}, {{ exact: true }})"
        case "text":
            return f"getByText({value}, {{ exact: true }})"
        case "id":
            return f"locator({_css(id_selector(way.value))})"
        case "cssPath":
            return f"locator({_css(way.value)})"


def _nth(way: SelectorOption) -> str:
    if way.nth is None:
        return ""
    return f".nth({way.nth})" if way.nth else ".first()"


def _css(selector: str) -> str:
    """Playwright also accepts selector languages other than CSS, depending on how the text begins."""
    return js_literal(f"css={selector}" if _NOT_PLAIN_CSS.search(selector) else selector)
