"""Names that say whose secret it is: a value that has not that vendor's form is an example."""

import re

from gasoline.kernel.secrets.names import split_name

_SHAPES = (
    (re.compile(r"aws_?secret(?:_?access)?_?key$"), re.compile(r"[0-9A-Za-z/+]{40}")),
    (re.compile(r"aws_?access_?key_?id$"), re.compile(r"A[0-9A-Z]{3}[0-9A-Z]{12,28}")),
)


def contradicts_name(name: str, value: str) -> bool:
    return any(named.search("_".join(split_name(name))) and not shape.fullmatch(value) for named, shape in _SHAPES)
