"""Secrets of no vendor: private keys, JSON web tokens, addresses with a password, Authorization headers."""

from gasoline.kernel.secrets.formats.format import Format
from gasoline.kernel.secrets.verdict import judge_basic, judge_bearer, judge_key, judge_presence, judge_url_password

PEM = Format(
    id="private-key",
    name="Private key",
    literals=("-----BEGIN ",),
    # The lines of a key in a JSON text are apart by escapes; a quote ends it, or the text would be JSON no more.
    pattern=r"-----BEGIN (?:[A-Z]{2,9} ){0,2}PRIVATE KEY(?: BLOCK)?-----((?:\\+[rnu]|[ \t\r\n0-9A-Za-z+/=:,-])*)",
    is_searched=True,
    check=judge_key,
)
ENCODED_PEM = Format(
    id="encoded-private-key",
    name="Private key in base64",
    literals=("LS0tLS1CRUdJTi",),
    # "-----BEGIN RSA PRIVATE KEY", "… EC PRI…", "… PRIVATE KEY", "… OPENSSH PRI…", "… ENCRYPTED PRI…", "… DSA PRI…"
    pattern=r"LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFURSBL|BFQyBQUklWQVRFIEtF|BQUklWQVRFIEtFWS|BPUEVOU1NIIFBSSVZB|BFTkNSWVBURUQgUFJJ|BEU0EgUFJJVkFURSBL)[0-9A-Za-z+/]{20,}={0,2}",
    is_searched=True,
    check=judge_presence,
)
JWT = Format(
    id="jwt",
    name="JSON web token",
    literals=("eyJ",),
    pattern=r"eyJ[0-9A-Za-z_-]{8,}\.eyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]*",
    is_searched=True,
    severity="warning",
    glue="-_",
    advice="Send it in the Authorization header, over HTTPS, and nowhere else.",
    check=judge_presence,
)
URL_PASSWORD = Format(
    id="url-password",
    name="Password in an address",
    literals=("://", r":\/\/"),
    stands_alone=False,
    is_searched=True,
    pattern=r":\\*/\\*/[^ \t\r\n:/@\"'\\<>?#,;(){}\[\]|`]*:([^ \t\r\n/@\"'\\<>(){}\[\]|`]+)@[0-9A-Za-z\[]",
    advice="Read the address from the server's environment; change the password.",
    check=judge_url_password,
)
BEARER = Format(
    id="bearer-token",
    name="Bearer token",
    literals=("earer ", "EARER "),
    before=1,
    pattern=r"[bB](?:earer|EARER) +([0-9A-Za-z._~+/=-]{8,})",
    is_searched=True,
    advice="Remove it; a token in a log or a body is a token for everybody who reads it.",
    check=judge_bearer,
)
BASIC = Format(
    id="basic-credentials",
    name="Basic credentials",
    literals=("asic ", "ASIC "),
    before=1,
    is_searched=True,
    pattern=r"[bB](?:asic|ASIC) +([0-9A-Za-z+/]{8,}={0,2})",
    advice="They are a user name and a password in base64: change the password.",
    check=judge_basic,
)
PASSWORD_HASH = Format(
    id="password-hash",
    name="Password hash",
    literals=("$2a$", "$2b$", "$2y$", "$argon2", "$1$", "$5$", "$6$", "$apr1$", "pbkdf2_sha256$"),
    pattern=(
        r"(?:\$2[aby]\$[0-9]{2}\$[./0-9A-Za-z]{53}|\$(?:1|5|6|apr1)\$(?:rounds=[0-9]{1,9}\$)?[./0-9A-Za-z]{1,16}\$[./0-9A-Za-z]{22,86}"
        r"|\$argon2(?:id|i|d)\$[0-9A-Za-z=,$+/]{40,}|pbkdf2_sha256\$[0-9]{1,8}\$[0-9A-Za-z]{1,32}\$[0-9A-Za-z+/]{32,}={0,2})"
    ),
    advice="No answer needs it: select the fields that the page shows.",
    check=judge_presence,
)
NETRC = Format(
    id="netrc-password",
    name="Password of a .netrc file",
    literals=("machine ",),
    is_searched=True,
    pattern=r"machine [^ \t\r\n]+[ \t\r\n]+login [^ \t\r\n]+[ \t\r\n]+password ([^ \t\r\n\"\\]+)",
    check=judge_url_password,
)

FORMATS = (PEM, ENCODED_PEM, BEARER, BASIC, JWT, NETRC, PASSWORD_HASH, URL_PASSWORD)
