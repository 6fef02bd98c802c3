"""The response headers of each origin, for rules about what an origin does not send."""

from collections.abc import Iterator

from msgspec import Struct

from gasoline.analysis.security.captures import Captures
from gasoline.kernel.urls import origin_of, split_url
from gasoline.model.events import NetworkBody

DOCUMENTS = ("text/html", "application/xhtml+xml")


class OriginResponse(Struct, frozen=True):
    """A response whose headers are known, in lower case."""

    body: NetworkBody
    headers: dict[str, str]

    @property
    def is_document(self) -> bool:
        return self.headers.get("content-type", self.body.content_type or "").lower().startswith(DOCUMENTS)

    @property
    def has_all_headers(self) -> bool:
        """A page may read of another origin's answer only a few headers: that one is missing says nothing then."""
        return origin_of(self.body.url) == origin_of(self.body.page_url or "")

    @property
    def is_https(self) -> bool:
        return split_url(self.body.url).scheme == "https"


def responses_by_origin(captures: Captures) -> Iterator[OriginResponse]:
    """Answers of the page's own origin, because of others not all headers are known."""
    for body in captures.bodies:
        if not isinstance(body.response_headers, dict) or not body.status:
            continue
        answer = OriginResponse(body, {name.lower(): value for name, value in body.response_headers.items()})
        if answer.has_all_headers:
            yield answer
