"""A browser whose page shows what a test says."""

from typing import Any

from fake_browser import FakeBrowser, returning
from page_story import SITE, Story

from gasoline.model.wire import QueryError, QueryResult

CART = f"{SITE}/cart"


class Screen(FakeBrowser):
    """Answers the question what the page shows, or fails with `error`."""

    def __init__(self, story: Story) -> None:
        self.page: dict[str, Any] = {}
        self.error: QueryError | None = None
        super().__init__(story.parts, self._reply)
        self.shows()

    def shows(self, *lines: str, url: str = CART, **landmarks: list[str]) -> None:
        parts = {"main": list(lines), **landmarks}
        self.page = {
            "url": url,
            "landmarks": [{"landmark": name, "lines": each} for name, each in parts.items() if each],
            "isComplete": True,
        }

    def _reply(self, query: dict[str, Any]) -> QueryResult:
        assert query["type"] == "visible_text"
        if self.error:
            return QueryResult(id=query["id"], error=self.error)
        text = query["params"].get("text")
        found = {} if text is None else {"isThere": any(text in str(part["lines"]) for part in self.page["landmarks"])}
        return returning(self.page | found)(query)
