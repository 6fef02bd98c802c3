"""An answer as text: its data masked, rendered by its capability, and bounded."""

from collections.abc import Callable, Sequence

from gasoline.kernel.secrets.redaction import redact
from gasoline.rendering.document import assemble, with_mark
from gasoline.toolkit.capability import Answer, Capability, Params
from gasoline.toolkit.masked_view import masked_view
from gasoline.tools.answer_budget import ANSWER_CHARS


def render_text(
    capability: Capability,
    params: Params,
    answer: Answer,
    tail: Sequence[str],
    redact_json: Callable[[str], str],
    *,
    mark: str = "",
) -> str:
    """Secrets are masked twice: where the names of fields still say what a value is, and in the text that leaves,
    because values that stood apart may be beside each other now. `mark`: what every answer begins with."""
    view = masked_view(answer, params, (lambda text: text) if answer.is_masked else redact_json)
    listing = answer.listing
    sentences = [sentence.strip() for sentence in tail if sentence]
    document = with_mark(capability.render(view), mark)
    text = assemble(document, sentences, listing.older if listing else _nothing_older, ANSWER_CHARS)
    return text if answer.is_masked else redact(text)


def _nothing_older(_: int) -> str:
    return ""
