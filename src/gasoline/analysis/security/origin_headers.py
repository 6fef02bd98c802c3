"""The response headers of each origin, for rules about what an origin does not send."""

from collections.abc import Iterator
from dataclasses import dataclass

from gasoline.analysis.security.addresses import origin_of, split
from gasoline.analysis.security.captures import Captures
from gasoline.model.events import NetworkBody

DOCUMENTS = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True)
class Answer:
    """A response whose headers are known, in lower case."""

    body: NetworkBody
    headers: dict[str, str]

    @property
    def is_document(self) -> bool:
        return self.headers.get("content-type", self.body.content_type or "").lower().startswith(DOCUMENTS)

    @property
    def is_readable_whole(self) -> bool:
        """A page may read of another origin's answer only a few headers: that one is missing says nothing then."""
        return origin_of(self.body.url) == origin_of(self.body.page_url or "")

    @property
    def is_https(self) -> bool:
        return split(self.body.url).scheme == "https"


def answers(captures: Captures) -> Iterator[Answer]:
    """Answers of the page's own origin, because of others not all headers are known."""
    for body in captures.bodies:
        if not isinstance(body.response_headers, dict) or not body.status:
            continue
        answer = Answer(body, {name.lower(): value for name, value in body.response_headers.items()})
        if answer.is_readable_whole:
            yield answer
