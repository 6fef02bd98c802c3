"""The words that make a name sensitive: one table for audit, redactor, scripts, fixtures and the extension.

Plain tuples of lower-case words, so that they can be exported. A name is compared word by word: `dbPassword`,
`DB_PASSWORD` and `db-password` are the same two words.
"""

PASSWORD_WORDS = ("password", "passwd", "passwrd", "passwort", "passphrase", "passcode", "pwd")
"""The value is a password, however weak it looks."""

SECRET_WORDS = ("secret", "credential", "jwt", "cookie", "authorization", "cvv", "cvc", "otp", "ssn", "mnemonic")
"""The value is secret whatever it looks like."""

TOKEN_WORDS = ("token", "bearer")
"""The value is a token, unless it is an ordinary word: programs call many things a token."""

KEY_OWNERS = (
    "api",
    "access",
    "private",
    "secret",
    "auth",
    "signing",
    "signature",
    "encryption",
    "encrypt",
    "decryption",
    "crypto",
    "cipher",
    "hmac",
    "master",
    "account",
    "shared",
    "service",
    "consumer",
    "license",
    "licence",
    "subscription",
    "storage",
    "admin",
    "root",
    "session",
    "seed",
    "unseal",
    "recovery",
)
"""`key` after one of these is a secret; after any other word its value decides."""

TOKEN_OWNERS = (
    "access",
    "refresh",
    "auth",
    "id",
    "session",
    "bearer",
    "api",
    "personal",
    "repo",
    "oauth",
    "client",
    "user",
    "server",
    "bot",
    "reset",
    "login",
    "secret",
)
"""`token` after one of these is a secret like a key."""

UNCERTAIN_WORDS = (
    "key",
    "auth",
    "signature",
    "sig",
    "login",
    "pat",
    "sid",
    "sessid",
    "ticket",
    "api",
)
"""The value alone decides: it has to look generated."""

EMBEDDED_WORDS = ("password", "passwd", "passphrase", "pwd", "secret", "token")
"""Count as the last of several joined words, too, or before one of `ENDING_WORDS`: `clientsecret`, `passwordnew`."""

DESCRIBING_WORDS = (
    "name",
    "type",
    "url",
    "uri",
    "endpoint",
    "label",
    "hint",
    "path",
    "file",
    "filename",
    "dir",
    "length",
    "size",
    "count",
    "limit",
    "usage",
    "min",
    "max",
    "class",
    "style",
    "placeholder",
    "error",
    "errors",
    "message",
    "msg",
    "title",
    "description",
    "prefix",
    "suffix",
    "policy",
    "rule",
    "rules",
    "format",
    "regex",
    "pattern",
    "header",
    "param",
    "expiry",
    "expires",
    "expiration",
    "ttl",
    "at",
    "in",
    "algorithm",
    "alg",
    "strength",
    "score",
    "visible",
    "required",
    "enabled",
    "disabled",
    "valid",
    "invalid",
    "changed",
    "index",
    "address",
    "symbol",
    "contract",
    "decimals",
    "kind",
    "status",
    "version",
    "arn",
    "ref",
    "icon",
    "button",
    "map",
    "event",
    "handler",
    "callback",
    "manager",
    "provider",
    "factory",
    "scope",
    "list",
    "banner",
    "rate",
)
"""A name that ends with one of these, or has it right behind its sensitive word, is about a secret: its type, its
length, where to get it."""

PUBLIC_WORDS = ("public", "publishable", "integrity", "checksum", "sha")
"""A key or token with one of these in its name may be seen by everybody."""

LOCATING_WORDS = (
    *("primary", "foreign"),
    *("cache", "object", "s3", "file", "asset", "blob", "bucket", "media", "image", "photo", "video", "thumbnail"),
    *(
        "avatar",
        "attachment",
        "upload",
        "download",
        "document",
        "page",
        "element",
        "node",
        "component",
        "field",
        "form",
    ),
    *("idempotency", "idempotence", "dedup", "dedupe", "deduplication", "correlation", "trace", "lookup", "cursor"),
    *(
        "partition",
        "sort",
        "row",
        "column",
        "range",
        "composite",
        "candidate",
        "surrogate",
        "alternate",
        "unique",
        "join",
    ),
    *(
        "routing",
        "map",
        "group",
        "query",
        "item",
        "entity",
        "record",
        "index",
        "job",
        "task",
        "queue",
        "topic",
        "shard",
    ),
    *("translation", "locale", "i18n", "shortcut", "tree", "list", "tab", "menu", "option", "order", "cart", "site"),
)
"""`key` after one of these says where something is stored or which one it is; a site's key of a captcha is public."""

VARIANT_WORDS = (
    "base64",
    "b64",
    "value",
    "string",
    "prod",
    "production",
    "live",
    "staging",
    "dev",
    "test",
    "new",
    "old",
    "current",
    "confirm",
    "confirmation",
    "repeat",
    "again",
    "hash",
    "digest",
    "code",
    "v",
)
"""May follow a sensitive word, as numbers may: `reset_token_v2`, `api_key_prod`, `passwordConfirmation`."""

POSITION_WORDS = (
    "csrf",
    "xsrf",
    "next",
    "prev",
    "previous",
    "page",
    "paging",
    "pagination",
    "continuation",
    "cursor",
    "sync",
    "resume",
    "scroll",
    "push",
    "notification",
    "fcm",
    "apns",
    "device",
    "cancel",
    "cancellation",
    "csrfmiddleware",
    "authenticity",
    "antiforgery",
    "forgery",
)
"""`token` after one of these grants nothing: it says where a list goes on, which form was sent, or whom to notify."""

COUNTING_WORDS = (
    "max",
    "min",
    "total",
    "prompt",
    "completion",
    "input",
    "output",
    "num",
    "n",
    "reasoning",
    "cached",
)
"""Words before `token` that make it a number of tokens."""

WITH_ID_WORDS = ("secret",)
"""Words that remain a secret with `id` behind them; any other id only names one."""

PLACE_WORDS = ("map", "location", "marker")
"""A pin of one of these is a sign on a map."""

ENDING_WORDS = (
    *VARIANT_WORDS,
    *DESCRIBING_WORDS,
    *KEY_OWNERS,
    "key",
    "field",
    "input",
    "text",
    "box",
)
"""What may follow one of `EMBEDDED_WORDS` in the same word. Other endings make other words: `tokenizer`."""

FIELD_WORDS = (
    "card",
    "creditcard",
    "debitcard",
    "cardnumber",
    "cardexpiry",
    "cardexpiration",
    "ccnumber",
    "iban",
    "pass",
    "pin",
    "totp",
    "sessionid",
    "securitycode",
)
"""A form field with one of these in its name never leaves the page. Two words of a name count as one: `card_number`."""
