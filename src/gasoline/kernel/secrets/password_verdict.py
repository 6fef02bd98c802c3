"""Whether a value behind the name of a password is one: it may be weak, but it is not what forms, validators and
sentences put there."""

import re

from gasoline.kernel.secrets.verdict import Verdict, is_mock, is_plain_word

PASSWORD_CHARS = 6  # of a password with letters that is sure to be one
WEAK_CHARS = 4  # of the shortest that counts
EXAMPLES = frozenset({"secret", "password", "passwd", "pass", "pwd", "mypassword", "yourpassword"})
LABELS = frozenset(
    {
        "password", "passwd", "credentials", "required", "optional", "invalid", "missing", "hidden", "string",
        "text", "number", "boolean", "object", "buffer", "weak", "strong", "medium", "correct", "incorrect", "wrong",
        "empty", "expired", "changed", "updated", "reset", "accepted", "rejected", "failed", "success", "unset",
        "undefined", "mismatch", "forgotten", "please", "enter", "input", "field", "verified", "confirmed",
        "unknown", "unchanged",
        "passwort", "kennwort", "contraseña", "senha", "wachtwoord", "lösenord", "adgangskode", "passord",
        "salasana", "hasło", "heslo", "parola", "şifre", "пароль", "パスワード", "密码", "密碼", "비밀번호",
    }
)  # fmt: skip
"""What forms and validators put behind the name."""
SAID_OF_PASSWORDS = frozenset(
    {
        "absent", "common", "compromised", "different", "identical", "insecure", "present", "private", "public",
        "secret", "secure", "shorter", "longer", "simple", "unique", "unsafe", "nothing", "always", "never", "still",
        "already", "either", "neither", "usually", "optional", "default", "random", "plaintext", "cleartext",
    }
)  # fmt: skip
PROSE = frozenset(
    {
        "a", "an", "the", "is", "are", "was", "be", "been", "has", "have", "had", "must", "should", "can", "cannot",
        "could", "will", "not", "no", "or", "and", "of", "to", "for", "in", "on", "at", "with", "by", "from", "your",
        "you", "our", "this", "that", "these", "least", "most", "too", "than", "if", "when", "characters",
        "character", "letters", "letter", "digits", "digit", "long", "short", "match", "matches", "do", "does",
        "did", "use", "using", "contain", "contains", "only", "forgot", "show", "hide", "new", "old", "current",
        "confirm", "repeat", "again", "as", "it", "its", "sign", "log", "login", "account", "email", "username",
        "user", "name", "choose", "create", "change", "set", "type", "re-enter",
    }
)  # fmt: skip
SENTENCE_WORDS = PROSE | SAID_OF_PASSWORDS | LABELS - {"correct"}  # as in "correct horse battery staple"
"""With one of these, several words are a sentence or a label."""
RESULTS = frozenset(
    {"pass", "fail", "passed", "failed", "skip", "skipped", "ok", "yes", "no", "on", "off", "error", "warn", "warning"}
)
ADJECTIVE_ENDINGS = (
    "ed",
    "en",
    "ing",
    "able",
    "ible",
    "al",
    "ic",
    "ly",
    "ful",
    "less",
    "ive",
    "ory",
    "ary",
    "id",
    "ous",
)
_NO_LETTER = re.compile(r"[^A-Za-z]")
_NUMBERED_WORDS = re.compile(r"(?:[A-Za-z]+|[0-9]{1,2})(?:[-_.](?:[A-Za-z]+|[0-9]{1,2}))+\Z")
_NUMBERED = re.compile(r"[A-Za-z_-]+[0-9]{1,2}\Z")
_COUNT = re.compile(r"[0-9]{1,3}(?:[%/][0-9]*)?\Z")
_NAME_INSIDE = re.compile(r"pass(?:w|ph|code)|pwd|secret|token", re.IGNORECASE)
_TOKEN = re.compile(r"[0-9A-Za-z_+/=~:|%!-]+\Z")
_SYMBOL = re.compile(r"[!$%^&*?~]")
_UNLIKE_CODE = re.compile(r"[@#$!%^*?~§€_-]*[^\W_]+(?:[@#$!%^*?~§€_-]+[^\W_]+)*[@#$!%^*?~§€_-]*\Z")


def judge_password(value: str, *, is_quoted: bool) -> Verdict:
    if value.isdecimal():
        return Verdict.SURE if len(value) >= (WEAK_CHARS if is_quoted else PASSWORD_CHARS) else Verdict.NO
    if not any(map(str.isalpha, value)):
        return Verdict.NO
    if len(value) >= PASSWORD_CHARS and _is_example(value):
        return Verdict.MOCK
    return _judge_quoted(value) if is_quoted else _judge_bare(value)


def _is_example(value: str) -> bool:
    return not is_plain_word(value) and _NO_LETTER.sub("", value).lower() in EXAMPLES


def _judge_bare(value: str) -> Verdict:
    has_digit = any(map(str.isdigit, value))
    is_token = len(value) >= PASSWORD_CHARS and has_digit and _TOKEN.match(value) is not None
    return Verdict.SURE if is_token and not _NUMBERED_WORDS.match(value) else Verdict.NO


def _judge_quoted(value: str) -> Verdict:
    has_digit = any(map(str.isdigit, value))
    if " " in value:
        return Verdict.WORD if is_passphrase(value) else Verdict.NO
    if is_plain_word(value) or _NUMBERED_WORDS.match(value) or not (has_digit or _SYMBOL.search(value)):
        return Verdict.WORD if len(value) >= WEAK_CHARS and not _is_label(value) else Verdict.NO
    if len(value) < PASSWORD_CHARS:
        return Verdict.WORD if len(value) >= WEAK_CHARS else Verdict.NO
    is_path = "/" in value and (value.islower() or not has_digit)
    return Verdict.NO if is_path else Verdict.MOCK if is_mock(value) else Verdict.SURE


def _is_label(value: str) -> bool:
    return value.lower() in LABELS or (_NAME_INSIDE.search(value) is not None and value.lower() not in EXAMPLES)


def is_passphrase(value: str) -> bool:
    """`violet canyon 93 lantern`: words, of which none makes a sentence. A label begins with a capital."""
    words = value.casefold().split()
    if len(words) == 1 or any(word.strip(".,:;!?…'\"()") in SENTENCE_WORDS for word in words):
        return False
    if not all(any(map(str.isalnum, word)) for word in words):
        return False
    return any(map(str.isdigit, value)) or (value.islower() and value[-1].isalnum())


def is_word_password(value: str) -> bool:
    """A lower-case word that no form and no validator puts behind the name: `password: sunshine`."""
    is_word = value.isascii() and value.isalpha() and value.islower()
    return is_word and len(value) >= PASSWORD_CHARS and value not in LABELS


def is_unlike_code(value: str) -> bool:
    """Of both letters and digits, with symbols as no identifier has them: `P@ssw0rd1`, `pässwörter7`."""
    is_mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    return is_mixed and len(value) >= PASSWORD_CHARS and _UNLIKE_CODE.match(value) is not None


def is_adjective(value: str) -> bool:
    """What sentences say of a password: `required`, `base64-encoded`, `too-short`, `visible`."""
    word = value.rpartition("-")[2].lower()
    return word in LABELS or word in SAID_OF_PASSWORDS or word.endswith(ADJECTIVE_ENDINGS)


def is_result(value: str) -> bool:
    """Behind `pass`: how many tests did, or whether one did."""
    return value.lower() in RESULTS or _COUNT.match(value) is not None


def is_numbered_word(value: str) -> bool:
    """`case1`, `step_2`: behind `pass:` in a line of text, what passed."""
    return _NUMBERED.match(value) is not None
