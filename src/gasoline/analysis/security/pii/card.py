"""Card numbers: an issuer's prefix, its length, and the check digit."""

import re

PATTERN = r"\b[1-6][0-9]{3}[ -]?[0-9]{4,6}[ -]?[0-9]{4,5}(?:[ -]?[0-9]{1,4})?(?:[ -]?[0-9]{1,3})?\b"
# prefix and lengths by issuer: Visa, Mastercard, American Express, Diners, Discover, JCB, Maestro, UnionPay
_ISSUERS = re.compile(
    r"(?:4(?:[0-9]{12}|[0-9]{15}|[0-9]{18})|(?:5[1-5][0-9]{2}|222[1-9]|22[3-9][0-9]|2[3-6][0-9]{2}|27[01][0-9]|2720)[0-9]{12}"
    r"|3[47][0-9]{13}|3(?:0[0-5]|[689][0-9])[0-9]{11}|(?:6011|65[0-9]{2}|64[4-9][0-9])[0-9]{12}|(?:2131|1800)[0-9]{11}"
    r"|35[0-9]{14}|(?:5018|5020|5038|5893|6304|6759|676[1-3])[0-9]{8,15}|62[0-9]{14,17})\Z"
)


def is_card(text: str) -> bool:
    digits = text.replace(" ", "").replace("-", "")
    return _ISSUERS.match(digits) is not None and len(set(digits)) > 1 and passes_luhn(digits)


def passes_luhn(digits: str) -> bool:
    total = 0
    for place, char in enumerate(reversed(digits)):
        value = int(char) * (1 + place % 2)
        total += value - 9 if value > 9 else value  # noqa: PLR2004  the sum of its two digits
    return total % 10 == 0
