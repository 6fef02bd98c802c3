"""The messages of V8 and SpiderMonkey in plain words, with the expression on the source line that they are about."""

import re
from collections.abc import Callable

from msgspec import Struct

from gasoline.analysis.errors.expression import before_property, called_here, called_method, destructured, names
from gasoline.analysis.errors.inline_text import code_span, one_line
from gasoline.analysis.errors.source_location import SourceLocation
from gasoline.kernel.engine_wordings import ACCESSING, v8_wordings

EXPLAINED_CHARS = 500  # V8 writes no longer messages
SUMMARY_CODE_CHARS = 100  # an expression or a source line in a summary
SUMMARY_MESSAGE_CHARS = 200  # a message in a summary

Match = re.Match[str]
NO_LOCATION = SourceLocation("")


class Rule(Struct, frozen=True):
    """A message, and how to say it. The words continue `TypeError in file:1 — `."""

    message: re.Pattern[str]
    say: Callable[[Match, SourceLocation], str]


def explain(message: str, place: SourceLocation | None) -> str | None:
    """What the message means; None for one that is not a browser's."""
    text = message[:EXPLAINED_CHARS]
    for wording in (text, *v8_wordings(text)):
        for rule in RULES:
            if match := rule.message.search(wording):
                return rule.say(match, place or NO_LOCATION)
    return None


def _code(text: str) -> str:
    return code_span(text, SUMMARY_CODE_CHARS)


def _named(expression: str, place: SourceLocation, otherwise: str) -> str:
    """The expression as the browser names it, unless the source shows that the name is a minifier's."""
    if "(intermediate value)" in expression or (place.line_text and not names(place, expression)):
        return otherwise
    return _code(expression)


def _reading(match: Match, place: SourceLocation) -> str:
    owner = before_property(place, match["name"])
    return f"{_code(owner) if owner else 'a value'} is {match['what']} when {match['doing']} {_code(match['name'])}"


def _accessing(match: Match, place: SourceLocation) -> str:
    """SpiderMonkey names the value, unlike V8."""
    name = match["name"] or match["index"]
    owner = before_property(place, name)
    subject = _named(match["owner"], place, _code(owner) if owner else "a value")
    return f"{subject} is {match['what']} when accessing {_code(name)}"


def _not_a_function(match: Match, place: SourceLocation) -> str:
    called = match["called"]
    if place.line_text and not names(place, called):
        _, dot, method = called.rpartition(".")
        called = (called_method(place, method) if dot else called_here(place)) or ""
    return f"{_code(called) if called else 'a value'} is called but is not a function"


def _destructure(match: Match, place: SourceLocation) -> str:
    source = match["source"] if match["source"] not in ("undefined", "null") else ""
    if not source or (place.line_text and not names(place, source)):
        source = destructured(place) or ""
    subject = _named(source, place, "the value") if source else "the value"
    taken = f" when destructuring {_code(match['name'])}" if match["name"] else " when destructuring it"
    return f"{subject} is {match['what']}{taken}"


def _not_iterable(match: Match, place: SourceLocation) -> str:
    subject = match["subject"].removeprefix("object ")
    if subject in ("undefined", "null"):
        return f"a value is {subject} where an iterable is needed: it cannot be spread, looped over or destructured"
    if subject.startswith("."):
        subject = ""
    return (
        f"{_named(subject, place, 'a value') if subject else 'a value'} is not iterable: it is not an array, Map or Set"
    )


def _stack_full(_: Match, place: SourceLocation) -> str:
    who = _code(place.function) if place.function else "a function"
    return f"{who} calls itself endlessly, until the call stack is full"


def _json(match: Match, _: SourceLocation) -> str:
    start = match.groupdict().get("start") or ""
    if start in ("undefined", "[object Object]"):
        return f"{_code(start)} is parsed as JSON: the value was not JSON text"
    if start.lstrip().startswith("<"):
        return f"text that begins with {_code(start)} is parsed as JSON: it is HTML, perhaps an error page"
    return f"text that is not JSON is parsed as JSON ({one_line(match.string, SUMMARY_MESSAGE_CHARS)})"


def _plain(words: str) -> Callable[[Match, SourceLocation], str]:
    """Words with the message's own groups in them, as code."""

    def say(match: Match, place: SourceLocation) -> str:
        return words.format(**{name: _named(text, place, "a value") for name, text in match.groupdict().items()})

    return say


def _rule(pattern: str, say: Callable[[Match, SourceLocation], str] | str) -> Rule:
    return Rule(re.compile(pattern), _plain(say) if isinstance(say, str) else say)


RULES = (
    _rule(
        r"^Cannot (?:read|set) properties of (?P<what>undefined|null) \((?P<doing>reading|setting) '(?P<name>.+)'\)$",
        _reading,
    ),
    _rule(ACCESSING, _accessing),
    _rule(r"^(?P<called>.+) is not a function$", _not_a_function),
    _rule(r"^(?P<name>[\w$]+) is not defined$", "{name} is not defined: no variable of that name is in scope"),
    _rule(
        r"^Cannot destructure (?:property '(?P<name>.+)' of )?'(?P<source>.+)' as it is (?P<what>undefined|null)\.$",
        _destructure,
    ),
    _rule(
        r"^(?:number |string |boolean )?(?P<subject>.+?) is not iterable(?: \(cannot read property .+\))?$",
        _not_iterable,
    ),
    _rule(
        r"^Spread syntax requires \.\.\.iterable\[Symbol\.iterator\] to be a function$",
        "a value that is not iterable is spread",
    ),
    _rule(
        r"^Cannot access '(?P<name>.+)' before initialization$",
        "{name} is used before its declaration has run, perhaps through a circular import",
    ),
    _rule(r"^Assignment to constant variable\.$", "a `const` is assigned a second time"),
    _rule(r"^Maximum call stack size exceeded$", _stack_full),
    _rule(r"^Unexpected end of JSON input$", "the JSON text is empty or ends too early"),
    _rule(
        r"""^(?:Unexpected token .{1,12}, )?(?:\.\.\.)?"(?P<start>[\s\S]*)"(?:\.\.\.)? is not valid JSON$""",
        _json,
    ),
    _rule(r"^Unexpected token (?P<start>.{1,12}) in JSON at position \d+$", _json),
    _rule(r"\bJSON at position \d+|^JSON\.parse: (?!unexpected end)", _json),
    _rule(
        r"^Failed to fetch dynamically imported module|^error loading dynamically imported module"
        r"|^Importing a module script failed|^Loading (?:CSS )?chunk \S+ failed",
        "a part of the application failed to load: the server lacks the file, perhaps after a new build",
    ),
    _rule(
        r"^Failed to fetch$|^NetworkError when attempting|^Load failed$|^Network Error$",
        "a request got no response: the server is down, the URL is wrong, or CORS forbids it",
    ),
    _rule(r"^Invalid (?:typed )?array length", "an array is made with a negative or too large length"),
    _rule(r"^(?P<name>.+) is not a constructor$", "{name} is called with `new` but is not a class"),
    _rule(r"^Reduce of empty array with no initial value$", "`reduce` without an initial value runs on an empty array"),
    _rule(r"^Converting circular structure to JSON", "an object that contains itself is turned into JSON"),
    _rule(
        r"^Class constructor (?P<name>.+) cannot be invoked without 'new'$", "the class {name} is called without `new`"
    ),
    _rule(r"^Illegal invocation$", "a browser method is called without its object"),
    _rule(r"^Cannot convert undefined or null to object$", "undefined or null is used as an object"),
    _rule(r"^Cannot use 'in' operator", "`in` is used on a value that is not an object"),
    _rule(
        r"^Cannot (?:add property|assign to read only property|delete property)",
        "an object that is frozen or sealed is changed",
    ),
    _rule(r"^Cannot set property .+ which has only a getter$", "a property that has only a getter is set"),
    _rule(r"^Cannot mix BigInt and other types", "a BigInt is combined with another type"),
    _rule(r"^Invalid time value$", "a date that is not valid is formatted"),
    _rule(r"^URI malformed$", "a text with a stray `%` is decoded as a URI"),
    _rule(
        r"^Script error\.?$",
        "the script is from another origin, so the browser hides the error: use `crossorigin` and CORS headers",
    ),
)
