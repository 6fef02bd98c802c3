"""A tab of Firefox: what a page and its user do there, by WebDriver BiDi."""

import json
from typing import Any

from bidi import Bidi, plain
from daemon import wait_until


class FirefoxTab:
    def __init__(self, bidi: Bidi, context: str) -> None:
        self._bidi = bidi
        self._context = context

    def open(self, url: str) -> None:
        self._bidi.ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def go_back(self) -> None:
        before = self.evaluate("location.href")
        self._bidi.ask("browsingContext.traverseHistory", context=self._context, delta=-1)
        wait_until(lambda: self.evaluate("location.href") != before, "the page before")

    def evaluate(self, script: str) -> Any:
        """The value of an expression in the page; a promise is awaited."""
        answer = self._bidi.ask(
            "script.evaluate",
            expression=script,
            target={"context": self._context},
            awaitPromise=True,
            userActivation=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return plain(answer["result"])

    def click(self, selector: str) -> None:
        """With the mouse, once the element is there: the page sees a trusted event."""
        wait_until(lambda: self.evaluate(f"document.querySelector({json.dumps(selector)}) !== null"), selector)
        middle = (
            "(() => { const box = document.querySelector(" + json.dumps(selector) + ").getBoundingClientRect(); "
            "return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]; })()"
        )
        x, y = self.evaluate(middle)
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        actions = [{"type": "pointerMove", "x": x, "y": y}, *press]
        mouse = {"type": "pointer", "id": "mouse", "actions": actions}
        self._bidi.ask("input.performActions", context=self._context, actions=[mouse])

    def type(self, selector: str, text: str) -> None:
        """By keys, in an element that gets the focus by a click."""
        self.click(selector)
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keyboard", "actions": keys}
        self._bidi.ask("input.performActions", context=self._context, actions=[keyboard])

    def close(self) -> None:
        self._bidi.ask("browsingContext.close", context=self._context)
