"""Phone numbers: a plus or separators, 7 to 15 digits, and not a date, a time, a version or an id (SEC-08)."""

import re

PATTERN = (
    r"\+[0-9]{1,3}[ .-]?(?:\([0-9]{1,4}\)[ .-]?)?[0-9]{1,14}(?:[ .-][0-9]{2,10}){0,6}"
    # North America's trunk prefix
    r"|\b1[ .-]\(?[2-9][0-9]{2}\)?[ .-][2-9][0-9]{2}[ .-][0-9]{4}\b"
    r"|\([0-9]{2,4}\)[ .-]?[0-9]{2,4}(?:[ .-][0-9]{2,4}){1,3}"
    # not a year first: every time stamp would be looked at
    r"|\b(?:[03-9][0-9]{1,4}|1[0-8][0-9]{0,3}|2[1-9][0-9]{0,3}|19[0-9]?|20[0-9]?)"
    r"(?:[ .-][0-9]{2,4}){2,4}(?:x[0-9]{1,5})?"
    r"|\b[0-9]{3}-[0-9]{4}\b"
)
_NO_PHONE = re.compile(
    r"(?:19|20)[0-9]{2}[ .-][0-9]{1,2}[ .-][0-9]{1,2}|[0-9]{1,2}[ .-][0-9]{1,2}[ .-](?:19|20)[0-9]{2}"  # dates
    r"|[0-9]{1,3}(?:\.[0-9]{1,3}){3}\Z"  # addresses of machines
    r"|[0-9]{3}-[0-9]{2}-[0-9]{4}\Z"  # social security numbers, valid or not
    r"|[0-9]{4}[ -][0-9]{4}[ -][0-9]{4}[ -][0-9]{4}"  # cards
    r"|(?:19|20)[0-9]{2}[ -](?:19|20)[0-9]{2}\Z"  # years
)
_DIGIT = re.compile(r"[0-9]")
FEWEST, MOST = 7, 15


def is_phone(text: str) -> bool:
    number = text.partition("x")[0]
    digits = len(_DIGIT.findall(number))
    return FEWEST <= digits <= MOST and _NO_PHONE.match(number) is None and not _is_mixed(number)


_DIALABLE = re.compile(r"\+?[0-9(][0-9 ().\-/]{5,24}(?: ?(?:x|ext\.?) ?[0-9]{1,6})?")


def is_dialable(text: str) -> bool:
    """Whether a field that is named after a phone can hold its number: also one without separators."""
    text = text.strip()
    if _DIALABLE.fullmatch(text) is None or _NO_PHONE.match(text) is not None:
        return False
    return FEWEST <= len(_DIGIT.findall(text.partition("x")[0])) <= MOST


def _is_mixed(number: str) -> bool:
    """Numbers in a row, such as coordinates or sizes: a phone number keeps to one separator, but for the country's and
    the one behind a bracket; with a country's prefix it may have two."""
    body = number.partition(" ")[2] if number.startswith("+") else number
    body = body.partition(")")[2] or body
    kinds = sum(mark in body.strip() for mark in " .-")
    return kinds > (2 if number.startswith("+") else 1)
