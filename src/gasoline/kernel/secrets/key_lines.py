"""A private key whose lines are texts of their own: joined by plus signs in a program, or a list in JSON."""

import re
from collections.abc import Iterator

from gasoline.kernel.secrets.candidates import Candidate
from gasoline.kernel.secrets.formats.keys import PEM
from gasoline.kernel.secrets.hit import Hit
from gasoline.kernel.secrets.verdict import Verdict

LINES = 200
_HEADER = re.compile(r"-----BEGIN (?:[A-Z]{2,9} ){0,2}PRIVATE KEY(?: BLOCK)?-----")
_GAP = r"(?:\\+[nrt]|[ \t\r\n])*"
_LINE = re.compile(rf"{_GAP}\\*[\"'`]{_GAP}[+,.]{_GAP}\\*[\"'`]([0-9A-Za-z+/=]{{8,}})")


def find_key_lines(text: str) -> Iterator[Candidate]:
    """Reports each line as a hit, because a mask over all lines would remove the quotes between them."""
    if PEM.literals[0] not in text:
        return
    for header in _HEADER.finditer(text):
        line, lines = _LINE.match(text, header.end()), 0
        while line is not None and lines < LINES:
            yield line.start(1), Hit(line.start(1), line.end(1), PEM.id, PEM.name, Verdict.SURE, advice=PEM.advice)
            line, lines = _LINE.match(text, line.end()), lines + 1
