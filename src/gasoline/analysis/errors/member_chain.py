"""Finds the expression before a property: of `.amount` in `items[0].price.amount` it is `items[0].price`.

Reads backwards from the property, so that no grammar of everything before it is needed. What it cannot read for sure
it does not name.
"""

_OPENING = {")": "(", "]": "[", "}": "{"}
_QUOTES = "\"'`"
_BEFORE_PARENTHESES = frozenset(
    (
        *("await", "case", "catch", "delete", "do", "else", "for"),
        *("function", "if", "in", "instanceof", "new", "of", "return"),
        *("switch", "throw", "typeof", "void", "while", "with", "yield"),
    )
)
"""Words before a parenthesis that are no function's name."""


def is_statement(text: str) -> bool:
    """Whether the parenthesis after this word is not a call."""
    return text in _BEFORE_PARENTHESES


def chain_start(source: str, end: int) -> int | None:
    """The start of the expression that ends at `end`; None if it is uncertain."""
    at = _skip_space(source, end)
    while True:
        start = _operand_start(source, at)
        if start is None:
            return None
        before = _skip_space(source, start)
        if not source.endswith(".", 0, before) or source.endswith("...", 0, before):
            return _with_new(source, start)
        at = _skip_space(source, before - (2 if source.endswith("?.", 0, before) else 1))


def _operand_start(source: str, at: int) -> int | None:
    """A name with the calls and indexes after it, or something in parentheses."""
    while True:
        at = _without_assertion(source, at)
        char = source[at - 1 : at]
        if is_name(char):
            return _name_start(source, at)
        if char not in (")", "]"):
            return None
        opened = _opening_bracket(source, at - 1)
        if opened is None:
            return None
        before = _skip_space(source, opened)
        if source.endswith("?.", 0, before):
            before -= 2
        elif not _takes_brackets(source, before):
            return opened if _stands_alone(source, opened, before) else None
        at = before


def _takes_brackets(source: str, at: int) -> bool:
    """Whether what ends here is called or indexed by the bracket that follows."""
    at = _without_assertion(source, at)
    char = source[at - 1 : at]
    if char in (")", "]"):
        return True
    return is_name(char) and source[name_start(source, at) : at] not in _BEFORE_PARENTHESES


def _stands_alone(source: str, opened: int, before: int) -> bool:
    """Parentheses around something; not the call of a generic function, whose `>` stands before them."""
    is_arrow = source.endswith("=>", 0, before)
    return source[opened + 1 : opened + 2] != ")" and (is_arrow or not source.endswith(">", 0, before))


def _opening_bracket(source: str, at: int) -> int | None:
    """The bracket that the one at `at` closes; strings in between are passed over."""
    closing: list[str] = []
    while at >= 0:
        char = source[at]
        if char in _OPENING:
            closing.append(_OPENING[char])
        elif char in _QUOTES:
            at = source.rfind(char, 0, at)
            if at < 0:
                return None
        elif closing and char == closing[-1]:
            closing.pop()
            if not closing:
                return at
        elif char in _OPENING.values():
            return None
        at -= 1
    return None


def _without_assertion(source: str, at: int) -> int:
    """TypeScript's `!` after a value."""
    value = source[at - 2 : at - 1]
    return at - 1 if source.endswith("!", 0, at) and (value in (")", "]") or is_name(value)) else at


def _with_new(source: str, start: int) -> int:
    before = _skip_space(source, start)
    is_new = source.endswith("new", 0, before) and before < start and not is_name(source[before - 4 : before - 3])
    return before - 3 if is_new else start


def _name_start(source: str, end: int) -> int | None:
    start = name_start(source, end)
    return None if source[start].isdigit() else start


def name_start(source: str, end: int) -> int:
    while end > 0 and is_name(source[end - 1]):
        end -= 1
    return end


def is_name(char: str) -> bool:
    return char.isalnum() or char in ("_", "$", "#")


def _skip_space(source: str, at: int) -> int:
    while at > 0 and source[at - 1].isspace():
        at -= 1
    return at
