"""What a secret of one vendor looks like."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gasoline.kernel.secrets.verdict import Verdict, judge

Severity = Literal["info", "warning", "critical"]

ROTATE = "Revoke it, make a new one and keep that on the server."


@dataclass(frozen=True, kw_only=True)
class Format:
    """A row of the table. The pattern reads like a token: a prefix, then so many characters of one alphabet."""

    id: str
    name: str
    literals: tuple[str, ...]
    """Every secret of this format contains one of them; the pattern is not tried on a text without any."""
    pattern: str
    """The pattern of the complete secret, valid for re2 and `re`. If it has a group, only the group is masked."""
    longest: int = 0
    """What is longer is something else; 0 for no such bound."""
    severity: Severity = "critical"
    before: int = 0
    """How many characters of the secret may stand before the literal."""
    window: int = 256
    """How many characters from the literal on the pattern needs to see."""
    check: Callable[[str], Verdict] = judge
    """Decides whether the text after the literal is a secret or only shaped like one."""
    glue: str = ""
    """Characters that say, right before it, that it is part of something else; it is masked all the same."""
    stands_alone: bool = True
    """Whether a letter or digit right before it rules it out."""
    is_searched: bool = False
    """Looked for in the whole text: its literal is too common, or it is too long for a window. The pattern has no long
    counts that could run side by side."""
    near: int = 0
    """How many characters before the secret, on its line, a literal that is not part of it may begin; 0 for none."""
    is_shapeless: bool = False
    """So many letters could be anything: what is not judged a secret is left alone, by the exits too."""
    is_public: bool = False
    """Made for browsers: shown as it is, no finding."""
    advice: str = ROTATE
