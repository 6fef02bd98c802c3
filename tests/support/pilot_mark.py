"""The mark of AI Web Pilot in a page: a badge in a closed shadow root, which only the debugger reaches."""

from typing import Any

from playwright.sync_api import Error, FloatRect, Page

HOST = "html > aside"
IN_PAGE = f"document.querySelector('{HOST}') !== null"
BOX = """function () {
    if (!this.matches(":popover-open") || !this.checkVisibility({ visibilityProperty: true })) return null;
    const { left, top, right, bottom, width, height } = this.getBoundingClientRect();
    const isInside = width > 20 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return isInside ? { x: left, y: top, width, height } : null;
}"""


def mark_box(page: Page) -> FloatRect | None:
    """Where a person sees it; None if nobody does."""
    session = page.context.new_cdp_session(page)
    try:
        document = session.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
        badge = _badge_under(document)
        if badge is None:
            return None
        found = session.send("DOM.resolveNode", {"nodeId": badge["nodeId"]})["object"]["objectId"]
        asked = {"objectId": found, "functionDeclaration": BOX, "returnByValue": True}
        box: FloatRect | None = session.send("Runtime.callFunctionOn", asked)["result"].get("value")
    except Error:  # the page has just taken it away
        return None
    else:
        return box
    finally:
        session.detach()


def _badge_under(node: Any) -> Any:
    if node["nodeName"] == "DIV" and "popover" in node.get("attributes", []):
        return node
    below = [*node.get("children", []), *node.get("shadowRoots", [])]
    return next((found for found in map(_badge_under, below) if found), None)
