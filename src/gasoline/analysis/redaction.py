"""Takes secrets out of text that leaves the daemon: answers, the log file, notifications.

Works on JSON text as it is about to leave, so that nothing can be forgotten. A mask holds neither quote nor backslash,
and replaces whole escapes, so the text stays valid JSON. What a secret is, the table of the security audit says.
"""

from gasoline.analysis.security.find_secrets import hidden_spans
from gasoline.analysis.security.mask import mask


def redact(text: str) -> str:
    """The text with every secret masked."""
    parts: list[str] = []
    end = 0
    for span in hidden_spans(text):
        parts += text[end : span.start], span.quote, mask(text[span.start : span.stop]), span.quote
        end = span.stop
    return "".join([*parts, text[end:]]) if parts else text
