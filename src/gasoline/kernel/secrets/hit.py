"""A secret found in a text."""

import msgspec

from gasoline.kernel.secrets.formats.format import ROTATE, Severity
from gasoline.kernel.secrets.verdict import Verdict


class Hit(msgspec.Struct, frozen=True):
    """The position of a secret, its kind, and how certain that is."""

    start: int
    stop: int
    rule: str
    """The format's id."""
    name: str
    verdict: Verdict
    severity: Severity = "critical"
    key: str = ""
    """The name that stands before it, where that is how it was found."""
    under: str = ""
    """The name that stands before a secret that was found by its format."""
    is_public: bool = False
    is_hidden: bool = True
    """Whether the exits mask it, whatever the verdict."""
    quote: str = ""
    """What to put around the mask where a bare number is taken out of a JSON text."""
    advice: str = ROTATE

    @property
    def label(self) -> str:
        """The name before it, however it was found."""
        return self.key or self.under
