"""Names of form fields and of state whose value never leaves the page.

The extension asks the same question: `make gen` exports the words, and `tests/data/field_names.json` holds both to
the same answers. A name counts word by word: `cardNumber` has the word `card`, `discardDraft` has not.
"""

import re
from itertools import pairwise

WORDS = (
    "password",
    "passwd",
    "passwrd",
    "passwort",
    "passphrase",
    "passcode",
    "pwd",
    "pass",
    "pin",
    "otp",
    "totp",
    "secret",
    "token",
    "bearer",
    "credential",
    "authorization",
    "cookie",
    "jwt",
    "mnemonic",
    "card",
    "creditcard",
    "debitcard",
    "cardnumber",
    "ccnumber",
    "cvv",
    "cvc",
    "iban",
    "ssn",
    "apikey",
    "accesskey",
    "privatekey",
    "secretkey",
    "signingkey",
    "encryptionkey",
    "sessionid",
    "securitycode",
)
"""Each is one word of a name, or two words that follow one another: `apikey`, `apiKey`, `API_KEY`."""

EMBEDDED_WORDS = ("password", "passwd", "passphrase", "secret", "token")
"""Count inside a longer word, too: `confirmpassword`, `csrfmiddlewaretoken`."""

ORDINARY_WORDS = ("secretar", "secretion", "tokeni", "passwordless")
"""A word with one of these in it contains an embedded word by chance."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_WORDS = frozenset(WORDS)


def is_sensitive_name(name: str) -> bool:
    words = [word.lower() for word in _WORD.findall(name)]
    pairs = (first + second for first, second in pairwise(words))
    return any(_is_sensitive(word) for word in words) or not _WORDS.isdisjoint(pairs)


def _is_sensitive(word: str) -> bool:
    if word in _WORDS or word.removesuffix("s") in _WORDS:
        return True
    return _has_any(word, EMBEDDED_WORDS) and not _has_any(word, ORDINARY_WORDS)


def _has_any(word: str, parts: tuple[str, ...]) -> bool:
    return any(part in word for part in parts)
