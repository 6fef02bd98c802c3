"""Secrets known by the name before them: `"password": "…"`, `API_KEY=…`, `?token=…`."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import unquote, unquote_plus

from gasoline.kernel.linear_regex import compile_linear
from gasoline.kernel.secrets.candidates import Budget, Candidate, bounded, candidates
from gasoline.kernel.secrets.closing_quote import closing_quote, strings_of_list
from gasoline.kernel.secrets.hit import Hit
from gasoline.kernel.secrets.mask import MASK
from gasoline.kernel.secrets.name_patterns import APART, NAME_ALPHABET, NAME_CHARS, NAMED, PLACES
from gasoline.kernel.secrets.names import Kind, kind_of, may_be_a_result, split_name
from gasoline.kernel.secrets.parameters import is_hidden_parameter, judge_parameter
from gasoline.kernel.secrets.password_verdict import (
    is_adjective,
    is_numbered_word,
    is_passphrase,
    is_result,
    is_unlike_code,
    is_word_password,
)
from gasoline.kernel.secrets.value_verdict import (
    LONGEST,
    contradicts_name,
    is_harmless,
    is_made_of_words,
    is_noise_token,
    is_template,
    judge_value,
)
from gasoline.kernel.secrets.verdict import Verdict, is_masked, is_plain_word, judge_url_password

_KEY_END = re.compile(r"\\*[\"'`]\s*:")
_SETTING = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+\Z")
_BARE = re.compile(r"[^\s\"'`\\,;&<>(){}\[\]#|]+")
_SENTENCE_END = re.compile(r"[^.:][.:]\Z")
_URL_VALUE = re.compile(r"[^\s\"'`\\&<>#]+")
_NUMBER = re.compile(r"[0-9]{3,}(?=[,}\]])")
_FIELD_NUMBER = re.compile(r"(?:[A-Z]{2}[0-9]{2}[ -]?)?[0-9][0-9A-Z /-]*[0-9A-Z]")
"""The number of a card or an account, a date or a code: `4111 1111 1111 1111`, `DE89 3704 0044 0532 0130 00`, `12/28`,
`492039`."""
_QUOTE = re.compile(r"(?:[bBrRuUfFL@$]{0,2})(\\*)([\"'`])")
_SCHEME = re.compile(r"[A-Za-z][0-9A-Za-z-]{2,15} (?=[^ ])")
"""The scheme in an Authorization header: `Token …`, `SSWS …`."""
_FIELD = re.compile(r"[^\r\n\\\"]+")
_FIELD_NAME = re.compile(r"name=\\*[\"']\Z")
ESCAPES = ("n", "r", "t", "b", "f")  # in a JSON text a line break is a backslash and a letter
FIELD_DIGITS = 3  # in the shortest value of a field that is hidden because of its name
URL_MARKS = "?&#;"
QUOTES = frozenset("\"'")
TEXT_ENDS = frozenset({"", '"', "\n", "\r", "\\"})
"""Behind a word that is not quoted: more words would make it a sentence, other marks a program."""
FIELD_ENDS = frozenset({"", "&", '"', "'", "\\"})
CODE_FOLLOWS = frozenset("([{")
BY_NAME = frozenset({Kind.PASSWORD, Kind.SECRET})
LINE_ENDS = ("\n", "\\n")
NAMED_SO = BY_NAME | {Kind.TOKEN}
FIRM = frozenset({Verdict.SURE, Verdict.MOCK})
ENDS = frozenset(",:;}]) \t\r\n")


@cache
def _names() -> Any:
    return compile_linear(PLACES)


class Place(NamedTuple):
    """What is known of where the value stands."""

    in_json: bool
    in_url: bool
    has_quoted_name: bool
    needs_quote: bool
    is_label: bool = False
    """The name ends a text of its own: what follows is the next one, unless that is a key."""
    in_sentence: bool = False
    """`password is …`: what follows may as well be said of the password."""
    in_element: bool = False
    has_scheme: bool = False
    value_pattern: re.Pattern[str] = _URL_VALUE
    """What a value in an address consists of; behind a semicolon, as in a cookie, the next one ends it."""


def find_named(text: str, *, in_json: bool, budget: Budget | None = None) -> Iterator[Hit]:
    """Left to right; a hit inside an earlier value is not reported."""
    return bounded(named_candidates(text, in_json=in_json), text, budget)


def named_places(searched: str | bytes) -> Iterator[Any]:
    return iter(_names().finditer(searched))


def named_candidates(text: str, *, in_json: bool) -> Iterator[Candidate]:
    return candidates(_names(), text, lambda gate: _gate_hit(text, gate.start(), in_json))


def _gate_hit(text: str, start: int, in_json: bool) -> Hit | None:
    named = NAMED.match(text, start)
    return (_named_hit(text, named, in_json) if named else None) or _apart_hit(text, start)


def _named_hit(text: str, named: re.Match[str], in_json: bool) -> Hit | None:
    start, name = _whole_name(text, named)
    lead, sign = text[start - 1 : start], named["sign"]
    is_bracketed = lead == "[" and named["quote"] is None and named["bracket"] is not None
    in_url = sign == "=" and _is_parameter(text, start, named.end())
    in_element = sign == ">"
    if in_element and lead != "<":
        return None
    kind = kind_of(name)
    if kind is Kind.NOTHING:
        return None
    if sign.endswith(LINE_ENDS):
        return _field_hit(text, start, name, kind, named.end())
    is_apart = sign.isspace()
    is_sentence = sign in {"is ", "was "}
    needs_quote = named["bracket"] is not None or sign == "," or is_apart
    if is_sentence and kind is not Kind.PASSWORD:
        needs_quote = True
    if is_bracketed and in_url:  # `user[password]=…`, as a form of Rails or PHP has it
        needs_quote = False
    if is_apart and name.startswith("-"):  # an option of a command
        needs_quote = False
    if kind is Kind.PASSWORD and needs_quote and _is_bare_pass(name):  # "pass" is a verb, too
        kind = Kind.FIELD
    is_label = sign[:1] in {":", "="} and sign[-1] == ","
    is_quoted = named["quote"] is not None or is_label
    pattern = _BARE if lead == ";" else _URL_VALUE
    place = Place(in_json, in_url, is_quoted, needs_quote, is_label, is_sentence, in_element, value_pattern=pattern)
    return _value_hit(text, named.end(), name, kind, place)


def _is_bare_pass(name: str) -> bool:
    return split_name(name) == ("pass",)


def _whole_name(text: str, named: re.Match[str]) -> tuple[int, str]:
    """The name and where it begins, with what stands before the word by which it was found."""
    before = text[max(0, named.start("name") - NAME_CHARS) : named.start("name")]
    rest = before.rstrip(NAME_ALPHABET)
    prefix = before[len(rest) :]
    if rest.endswith("\\") and prefix.startswith(ESCAPES):  # the letter is not the name's
        prefix = prefix[1:]
    return named.start("name") - len(prefix), unquote(prefix + named["name"])


def _apart_hit(text: str, start: int) -> Hit | None:
    """What only a generator makes, with any signs between it and its name: in a table, in prose, in a path."""
    apart = APART.match(text, start, start + NAME_CHARS + LONGEST)
    if apart is None or not is_noise_token(apart["value"]) or is_made_of_words(apart["value"]):
        return None
    name = _whole_name(text, apart)[1]
    kind = kind_of(name)
    if kind not in NAMED_SO or contradicts_name(name, apart["value"]):
        return None
    verdict = judge_value(apart["value"], kind, is_quoted=True)
    return _hit(*apart.span("value"), name, kind, verdict) if verdict is Verdict.SURE else None


def _field_hit(text: str, start: int, name: str, kind: Kind, place: int) -> Hit | None:
    """A field of a form that was sent in parts, which is the same as a parameter of an address."""
    value = _FIELD.match(text, place)
    if value is None or not _FIELD_NAME.search(text[max(0, start - NAME_CHARS) : start]):
        return None
    if not _is_hidden_argument(name, kind, value.group()) or _is_harmless(name, value.group()):
        return None
    return _hit(*value.span(), name, kind, judge_value(value.group(), kind, is_quoted=True))


def _is_parameter(text: str, start: int, value_start: int) -> bool:
    """Whether the name that begins there is a parameter of an address, or a field of a form that begins a text."""
    before = text[max(0, start - NAME_CHARS) : start]
    outer = start - (len(before) - len(before.rstrip(NAME_ALPHABET + "[]"))) if before.endswith("[") else start
    lead = text[max(0, outer - 1) : outer]
    if lead and lead in URL_MARKS:
        return True
    if lead and lead not in QUOTES:
        return False
    value = _URL_VALUE.match(text, value_start) if _BARE.match(text, value_start) else None
    return value is not None and text[value.end() : value.end() + 1] in FIELD_ENDS


def _value_hit(text: str, start: int, name: str, kind: Kind, place: Place) -> Hit | None:
    if place.has_quoted_name and text[start : start + 1] == "[":
        return _list_hit(text, start + 1, name, kind)
    if name.lower().endswith("authorization") and (scheme := _SCHEME.match(text, start)):
        start, place = scheme.end(), place._replace(has_scheme=True)
    quote = _QUOTE.match(text, start)
    if quote is not None:
        return _quoted_hit(text, quote, name, kind, place) if _opens(text, quote, place) else None
    return None if place.needs_quote else _bare_hit(text, start, name, kind, place)


def _quoted_hit(text: str, quote: re.Match[str], name: str, kind: Kind, place: Place) -> Hit | None:
    first = quote.end()
    last = closing_quote(text, first, len(quote.group(1)), quote.group(2))
    value = text[first:last]
    if not value or _is_harmless(name, value):
        return None
    if (place.needs_quote or place.in_sentence or place.is_label) and _KEY_END.match(text, last):
        return None
    verdict = judge_value(value, kind, is_quoted=True)
    by_name = place.has_quoted_name and _is_hidden_member(name, kind, value)
    if verdict is not Verdict.SURE and (place.needs_quote or place.in_sentence or not (by_name or verdict in FIRM)):
        return None
    if verdict is Verdict.NO and kind is Kind.TOKEN and is_plain_word(value):
        verdict = Verdict.WORD
    return _hit(first, last, name, kind, _named_verdict(verdict, name, value))


def _is_hidden_member(name: str, kind: Kind, value: str) -> bool:
    """What an address would give away, a member of JSON does, too, unless it is a text or a place for a value."""
    if kind in BY_NAME or _is_number_of(kind, value):
        return True
    return " " not in value and not is_template(value) and judge_parameter(name, value) in FIRM


def _is_hidden_argument(name: str, kind: Kind, value: str) -> bool:
    return is_hidden_parameter(name) or _is_number_of(kind, value)


def _is_number_of(kind: Kind, value: str) -> bool:
    return kind is Kind.FIELD and _is_field_number(value)


def _is_harmless(name: str, value: str) -> bool:
    """Behind `pass`, a text says when a test passes, in any language."""
    if may_be_a_result(name) and is_result(value):
        return True
    if _is_bare_pass(name) and (" " in value or not value.isascii()):
        return True
    return is_harmless(value)


def _is_field_number(value: str) -> bool:
    digits = sum(char.isdigit() for char in value)
    return digits >= FIELD_DIGITS and _FIELD_NUMBER.fullmatch(value.strip()) is not None


def _list_hit(text: str, start: int, name: str, kind: Kind) -> Hit | None:
    """All texts of a list together: `"passwords": ["…", "…"]`."""
    strings = list(strings_of_list(text, start))
    if not strings or kind not in BY_NAME or all(is_harmless(text[first:last]) for _, first, last in strings):
        return None
    (quote, first, _), (_, _, last) = strings[0], strings[-1]
    verdict = judge_value(text[first : strings[0][2]], kind, is_quoted=True)
    return _hit(first - len(quote), last + len(quote), name, kind, verdict, quote=quote)


def _opens(text: str, quote: re.Match[str], place: Place) -> bool:
    """Whether the quote begins a value. Behind `password=` it may as well end the string that this stands in."""
    if text[quote.end() : quote.end() + 1] in ENDS:
        return False
    return place.has_quoted_name or not place.in_json or quote.group() != '"'


def _bare_hit(text: str, start: int, name: str, kind: Kind, place: Place) -> Hit | None:
    number = _NUMBER.match(text, start) if place.has_quoted_name else None
    if number is not None and may_be_a_result(name):
        return None
    if number is not None and kind in BY_NAME:
        verdict = judge_value(number.group(), kind, is_quoted=True)
        return _hit(start, number.end(), name, kind, verdict, quote=_quote_of_name(text, start))
    by_name = place.in_url and is_hidden_parameter(name)
    # what is longer than any secret is not read to its end, unless the name alone decides
    bare = place.value_pattern.match(text, start) if by_name else _bare_value(text, start)
    if bare is None or _is_harmless(name, bare.group()) or is_masked(text[start : bare.end() + len(MASK)]):
        return None
    by_name = by_name or (place.in_url and _is_number_of(kind, bare.group()))
    is_program = text[bare.end() : bare.end() + 1] in CODE_FOLLOWS and not place.in_url
    if is_program and (is_made_of_words(bare.group()) or not is_noise_token(bare.group())):
        return None
    verdict = _judge_bare(text, bare, name, kind, place)
    verdict = _named_verdict(verdict, name, bare.group())
    return _hit(start, bare.end(), name, kind, verdict) if by_name or verdict is not Verdict.NO else None


def _bare_value(text: str, start: int) -> re.Match[str] | None:
    """The bare value, without the period or colon of a sentence that it ends."""
    bare = _BARE.match(text, start, start + LONGEST + 1)
    if bare is None or bare.end() - start > LONGEST or not _SENTENCE_END.match(bare.group()[-2:]):
        return bare
    return _BARE.match(text, start, bare.end() - 1)


def _judge_bare(text: str, bare: re.Match[str], name: str, kind: Kind, place: Place) -> Verdict:
    is_parameter = place.in_url and kind is not Kind.PASSWORD and is_hidden_parameter(name)  # `x?o.key=r.y` is code
    verdict = judge_value(bare.group(), kind, is_quoted=is_parameter or place.in_element or place.has_scheme)
    if place.in_sentence and (is_adjective(bare.group()) or not _ends_text(text, bare.end())):
        return Verdict.NO
    if kind is not Kind.PASSWORD:
        return verdict
    return _judge_bare_password(text, bare, name, verdict, place)


def _judge_bare_password(text: str, bare: re.Match[str], name: str, verdict: Verdict, place: Place) -> Verdict:
    """In a program, an identifier may stand behind the name: only what ends the text, or looks like none, is sure."""
    value, stop = bare.group(), bare.end()
    is_apart = _ends_text(text, stop) or text[stop].isspace()
    if _is_bare_pass(name) and not place.in_url and (name.isupper() or is_numbered_word(value) or not is_apart):
        return Verdict.NO
    if verdict is not Verdict.NO:
        return verdict
    if _is_setting(text, name, bare.start(), stop):
        return judge_url_password(value)
    if is_apart and is_unlike_code(value):
        return Verdict.SURE
    is_word = _ends_text(text, stop) and is_word_password(value)
    return Verdict.WORD if is_word or (place.in_url and is_passphrase(unquote_plus(value))) else Verdict.NO


def _ends_text(text: str, stop: int) -> bool:
    """Behind a value that is not quoted, perhaps with the period of its sentence."""
    return text[stop : stop + 1] in TEXT_ENDS or (text[stop] in ".!" and text[stop + 1 : stop + 2] in TEXT_ENDS)


def _is_setting(text: str, name: str, start: int, stop: int) -> bool:
    """A weak password counts where nothing else can be meant: connection strings, and lines such as DB_PASSWORD=x."""
    line = _SETTING.match(name) and text[start - 1] == "=" and text[stop : stop + 1] in {"", " ", "\n", "\r", "\\"}
    return bool(line) or is_in_connection_string(text, start, stop)


def _quote_of_name(text: str, start: int) -> str:
    """The quote that ends the name before a bare number, escaped as deep as the text is nested."""
    end = text.rfind('"', 0, start)
    depth = end
    while depth > 0 and text[depth - 1] == "\\":
        depth -= 1
    return text[depth : end + 1]


def _named_verdict(verdict: Verdict, name: str, value: str) -> Verdict:
    if verdict is Verdict.WORD and _is_bare_pass(name):
        return Verdict.NO
    return Verdict.PLACEHOLDER if verdict is Verdict.SURE and contradicts_name(name, value) else verdict


def _hit(start: int, stop: int, name: str, kind: Kind, verdict: Verdict, *, quote: str = "") -> Hit:
    is_password = kind is Kind.PASSWORD
    return Hit(
        start,
        stop,
        "named-password" if is_password else "named-secret",
        "Password" if is_password else "Secret",
        verdict,
        "warning",
        key=name,
        quote=quote,
    )


NEIGHBORHOOD = 160  # characters on each side
_END = re.compile(r"[\n\r\"'`(){}<>\\]")


@cache
def _neighbor() -> Any:
    trade = "server|data source|host|driver|provider|initial catalog|database|user ?id|uid|user"
    return compile_linear(rf"(?i:{trade})[ ]{{0,2}}=[^;]+;")


def is_in_connection_string(text: str, start: int, stop: int) -> bool:
    """Its neighbors say so: names of that trade, with semicolons between, before the string or the line ends."""
    before = _END.split(text[max(0, start - NEIGHBORHOOD) : start])[-1]
    after = _END.split(text[stop : stop + NEIGHBORHOOD], maxsplit=1)[0]
    sides = (before if ";" in before else "", f"{after};" if "=" in after else "")
    return any(side and _neighbor().search(side) for side in sides)
