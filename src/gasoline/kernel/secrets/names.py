"""What a name says about its value: a password, a secret, perhaps a secret, or nothing."""

import re
from enum import Enum
from functools import lru_cache


class Kind(Enum):
    PASSWORD = "password"  # noqa: S105  a kind of name
    SECRET = "secret"  # noqa: S105
    MAYBE = "maybe"
    """The value decides alone: `key`, `auth`, a token among others."""
    NOTHING = "nothing"


_PASSWORD = re.compile(
    r"(?:passw(?:or)?d|passwrd|passphrase|pwd|passcode)s?(?:_?(?:hash|digest))?[0-9]{0,2}$|[0-9a-z]_pass$"
)
_SECRET = re.compile(
    r"(?:secret|secrets|api_?key|access_?key|private_?key|secret_?key|auth_?key|signing_?key|encryption_?key|"
    r"master_?key|account_?key|shared_?key|service_?key|consumer_?key|license_?key|access_?token|refresh_?token|"
    r"auth_?token|id_?token|session_?token|bearer_?token|api_?token|personal_?token|access_?key_?id|secret_?id|"
    r"repo_?token|oauth_?token|client_?token|user_?token|server_?token|bot_?token|jwt|credentials?)"
    r"(?:_?(?:base64|b64|value|string|prod|production|live|staging|dev|test|v?[0-9]{1,2}))?$"
)
_MAYBE = re.compile(r"(?:key|token|auth|signature|sig|login|pat)s?$")
_EXACT_SECRET = frozenset({"authorization", "proxyauthorization", "cookie", "setcookie", "cvv", "cvc", "otp", "ssn"})
_NO_SECRET = re.compile(
    r"public_?key|web_?socket_?key|publishable|integrity|sha(?:1|256|384|512)|checksum|csrf_?(?:param|header|cookie)|"
    r"(?:token|key|secret|password)_?(?:name|type|url|uri|endpoint|field|label|hint|path|length|count|class|placeholder|"
    r"error|message|title|text|prefix|policy|rules?|format|regex|pattern|header|expiry|expires_?(?:in|at))"
)


@lru_cache(maxsize=4096)
def kind_of(name: str) -> Kind:
    """By the end of the name, however it is written: `dbPassword`, `X-Api-Key`, `AWS_SECRET_ACCESS_KEY`."""
    words = flat(name)
    if says_no_secret(words):
        return Kind.NOTHING
    if words.replace("_", "") in _EXACT_SECRET:
        return Kind.SECRET
    if _PASSWORD.search(words):
        return Kind.PASSWORD
    if _SECRET.search(words):
        return Kind.SECRET
    return Kind.MAYBE if _MAYBE.search(words) else Kind.NOTHING


def says_no_secret(words: str) -> bool:
    """Whether a name, in flat words, is that of something about a secret: its type, its length, where to get it."""
    return _NO_SECRET.search(words) is not None


NO_CREDENTIAL = re.compile(
    r"csrf|xsrf|(?:^|_)(?:next|prev|previous|page|paging|continuation|cursor|sync|resume|scroll|push|device|cancel)_"
)
"""Names of tokens that let nobody in: where a list goes on, which form was sent, whom to notify."""

_HUMP = re.compile(r"([a-z0-9])([A-Z])")


def flat(name: str) -> str:
    """Words in lower case with `_` between them."""
    return _HUMP.sub(r"\1_\2", name).replace("-", "_").replace(".", "_").lower().strip("_")
