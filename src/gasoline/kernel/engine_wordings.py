"""What V8 says where SpiderMonkey says something else: an error recorded in Firefox is the same error in Chromium."""

import re

ACCESSING = r"^can't access property (?:\"(?P<name>.+)\"|(?P<index>\d+)), (?P<owner>.+) is (?P<what>undefined|null)$"

# SpiderMonkey's message, and how V8 begins its own for the same error: several ways if the message does not say more.
_WORDINGS = tuple(
    (re.compile(message), wordings)
    for message, wordings in (
        (
            r"^can't access property Symbol\.iterator(?:, (?P<subject>.+) is| of) (?P<what>undefined|null)$",
            ("{what} is not iterable", "object {what} is not iterable", "{subject} is not iterable", "Spread syntax"),
        ),
        (
            r"^can't access property (?P<quote>\"?)(?P<name>.+)(?P=quote)(?:, .+ is| of) (?P<what>undefined|null)$",
            (
                "Cannot read properties of {what} (reading '{name}')",
                "Cannot set properties of {what} (setting '{name}')",
            ),
        ),
        (r"^\S+ (?:is (?:undefined|null)|has no properties)$", ("Cannot destructure ",)),
        (r"^can't access lexical declaration '(?P<name>.+)' before", ("Cannot access '{name}' before initialization",)),
        (r"^invalid assignment to const ", ("Assignment to constant variable.",)),
        (r"^too much recursion$", ("Maximum call stack size exceeded",)),
        (r"^JSON\.parse: unexpected end of data", ("Unexpected end of JSON input",)),
        (r"^NetworkError when attempting to fetch resource", ("Failed to fetch",)),
        (r"^error loading dynamically imported module", ("Failed to fetch dynamically imported module",)),
        (r"^invalid array length$", ("Invalid array length",)),
        (r"^reduce of empty array with no", ("Reduce of empty array with no initial value",)),
        (r"^cyclic object value$", ("Converting circular structure to JSON",)),
        (r"^class constructors must be invoked with", ("Class constructor ",)),
        (r"^can't convert (?:undefined|null) to object$", ("Cannot convert undefined or null to object",)),
        (r"^cannot use 'in' operator", ("Cannot use 'in' operator",)),
        (r"^can't define array index property past", ("Cannot add property ",)),
        (r'^"(?P<name>.+)" is read-only$', ("Cannot assign to read only property '{name}'",)),
        (r'^property "(?P<name>.+)" is non-configurable', ("Cannot delete property '{name}'",)),
        (
            r'^setting getter-only property "(?P<name>.+)"$',
            ("Cannot set property {name} of #<Object> which has only a getter", "Cannot set property {name} of "),
        ),
        (r"^can't convert BigInt to number$", ("Cannot mix BigInt and other types",)),
        (r"^invalid date$", ("Invalid time value",)),
        (r"^malformed URI sequence$", ("URI malformed",)),
    )
)


def v8_wordings(message: str) -> tuple[str, ...]:
    """How V8 begins its message for the error that has this one in Firefox; empty if both say the same."""
    for pattern, wordings in _WORDINGS:
        if match := pattern.match(message):
            groups = {name: text or "undefined" for name, text in match.groupdict().items()}
            return tuple(wording.format(**groups) for wording in wordings)
    return ()
