"""Patterns for a name followed by a value, in JSON, programs, settings, addresses, HAR, markup and prose.

`PLACES` finds them in linear time; `NAMED` and `APART` look at each closely.
"""

import re

from gasoline.kernel.linear_regex import SPACE
from gasoline.kernel.secrets import words as table

_OWNED = "|".join(word for word in table.KEY_OWNERS if word != "secret")
_LONG_WORDS = [word for word in table.SECRET_WORDS if word != "ssn"]
# Names whose value is secret by the name, and names whose value must look it.
STRONG = (
    f"{'|'.join((*table.PASSWORD_WORDS, *_LONG_WORDS, *table.TOKEN_WORDS))}|passw|pass|"
    f"(?:{_OWNED})(?:[_.-]|%5F)?key"
    r"|(?:\bs|\\[nrtbf]s|_s|(?-i:S))sn"  # not in `className`
)
WEAK = "|".join((*table.UNCERTAIN_WORDS, "session_?id"))
_FIELD_NAMES = "|".join(("card", "iban", "pass", "pin", "totp", "cc[_-]?number", "security[_-]?code", "session[_-]?id"))
QUOTE = r"(?:\\*[\"'`])"
OPENING_QUOTE = rf"(?:[bBuUrRfFL@$]{{0,2}}{QUOTE})"
"""The start of a string literal in Python, C and others: `b'…'`, `@"…"`."""
INDEX = r"(?:\[[0-9]{0,3}\])?"
# what stands between a name and its value
BETWEEN = (
    rf"\]?{QUOTE}?\]?{INDEX}{SPACE}*(?:[:=]{SPACE}*{QUOTE}{SPACE}*,|=>|:=|===?|!==?|=|:|,{SPACE}*{QUOTE}?(?i:value|content){QUOTE}?{SPACE}*[:=]"
    rf"|(?i:value|content)=|,|(?:is|was) )"
)
BARE_VALUE = r"[^ \t\r\n\"'`\\,;&<>(){}\[\]#|]"
LINE_END = r"(?:\r?\n|\\+r\\+n|\\+n)"
GAP = r"(?:\\+[nrt]|[ \t\r\n=:|>()*~,/?!@-])"
"""A character that may separate a name from a generated value in prose, tables and paths."""
GAP_CHARS = 8
PLACES = "|".join(
    (
        rf"(?i:(?:{STRONG})[0-9a-z_.%-]*){BETWEEN}"
        rf"(?:{SPACE}*(?:\[{SPACE}*)?{OPENING_QUOTE}|[ \t]*(?:{BARE_VALUE}{{4}}|[0-9]))",
        rf"(?i:(?:{WEAK})s?){BETWEEN}(?:{SPACE}*{OPENING_QUOTE}|[ \t]*)[0-9A-Za-z_+/=.~:|%!-]{{20}}",
        rf"(?i:(?:{_FIELD_NAMES})[0-9a-z_-]*){QUOTE}(?::|,{SPACE}*{QUOTE}(?i:value){QUOTE}{SPACE}*:){SPACE}*{QUOTE}",
        rf"(?i:(?:{STRONG}|key)[0-9a-z_-]*)[ \t]{{1,16}}{QUOTE}",
        rf"(?i:(?:{STRONG})[0-9a-z_-]*){QUOTE}(?:{SPACE}*:{SPACE}*\{{{SPACE}*{QUOTE}|{LINE_END})",
        rf"<(?i:[0-9a-z_.-]*(?:{STRONG}|key))>{BARE_VALUE}{{8}}",
        rf"-(?i:[0-9a-z_-]*(?:{STRONG}))[ \t]{{1,4}}{BARE_VALUE}{{6}}",
        rf"[?&#;](?i:[0-9a-z_.%-]*(?:{'|'.join(table.EMBEDDED_WORDS)})[0-9a-z_.%-]*)=",
        r"[?&#;](?i:[0-9a-z_.%-]*(?:sig|signature|auth|bearer))=",
        rf"[?&#;](?i:[0-9a-z_.%-]*(?:{_FIELD_NAMES})[0-9a-z_.%-]*)=",
        rf"(?i:(?:{STRONG})[0-9a-z_-]*){GAP}",  # no more of it: a name may follow
    )
)

NAME_CHARS = 48  # of a name, to the left of the word
NAME_ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.%-"
MEMBER_CHARS = 80  # of an object, before its member `value`
NAMED = re.compile(
    r"(?:[?&#;<]|\\[nrtbf])?(?P<name>[0-9A-Za-z_.%-]+)(?P<quote>\]?\\*[\"'`])?(?P<bracket>\])?(?:\[[0-9]{0,3}\])?\s*"
    r"(?P<sign>[:=]\s*\\*[\"'`]\s*,|=>|:=|===?|!==?|=|"
    rf":\s*\{{[^{{}}]{{0,{MEMBER_CHARS}}}?\\*[\"'](?:value|content)\\*[\"']\s*:|:|"
    rf",\s*\\*[\"']?(?:value|content)\\*[\"']?\s*[:=]|(?:value|content)=|,|>|(?:is|was) "
    rf"|[ \t]{{1,16}}(?=[^ \t:=,])|{LINE_END}{{2,3}})[ \t]*",
    re.IGNORECASE,
)
APART = re.compile(
    rf"(?:[?&#;<]|\\[nrtbf])?(?P<name>[0-9A-Za-z_.%-]+){GAP}{{1,{GAP_CHARS}}}(?:(?:is|was) )?"
    r"(?P<value>[0-9A-Za-z_-]{24,512})(?![0-9A-Za-z_-])"
)
