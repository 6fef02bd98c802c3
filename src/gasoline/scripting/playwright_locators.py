"""How Playwright finds an element again: strict, so that a script never acts on another one by chance."""

import re

from gasoline.model.actions import SelectorName
from gasoline.scripting.css import attribute_selector, id_selector
from gasoline.scripting.encode import js_literal
from gasoline.scripting.locate import Way, ways
from gasoline.scripting.steps import Target

# v5, Playwright Selector Priority
ORDER: tuple[SelectorName, ...] = ("testId", "role", "ariaLabel", "text", "id", "cssPath")
TEST_ID_ATTRIBUTE = "data-testid"
_NOT_PLAIN_CSS = re.compile(r"^\s*(?:[\w:*-]+=|//|\.\.|[(\"'])|>>")


def locate(target: Target) -> tuple[str, SelectorName]:
    """The expression, and which of the selectors it uses."""
    scope = "page" + "".join(f".frameLocator({_css(frame)})" for frame in target.frames)
    scope += "".join(f".locator({_css(host)})" for host in target.shadow)
    way = ways(target.selectors, ORDER)[0]
    return f"{scope}.{_find(way)}{_nth(way)}", way.name


def _find(way: Way) -> str:  # noqa: PLR0911  one line for each row of the table
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


def _nth(way: Way) -> str:
    if way.nth is None:
        return ""
    return f".nth({way.nth})" if way.nth else ".first()"


def _css(selector: str) -> str:
    """Playwright takes other languages than CSS as well, by how the text begins."""
    return js_literal(f"css={selector}" if _NOT_PLAIN_CSS.search(selector) else selector)
