"""Pairing: server and extension prove to each other that they know the same secret, each with a number of its own."""

import hmac
import logging
import secrets
from collections import deque
from collections.abc import Callable, Collection
from typing import Literal, NamedTuple

from msgspec import UNSET

from gasoline.ingest.bad_body import BadBody
from gasoline.launch.pairing_keys import (
    PAIR_CODE_S,
    PAIR_WINDOW_S,
    extension_key,
    is_firefox_origin,
    normalize_code,
    pairing_proof,
)
from gasoline.launch.pairings import PairingRecord, Pairings, new_pairing_id
from gasoline.model.wire import PairAnswer, PairRequest

logger = logging.getLogger("gasoline.pairing")

MAX_PAIR_CHALLENGES = 1_000  # concurrent pairings; any process may begin one
MAX_PAIR_CREDENTIALS = 100  # browsers that are paired with a running server, each counted again when it reconnects
PAIR_EXCHANGE_S = 60.0  # how long an extension may take to send its proof
PAIR_CONTEST_S = 600.0  # how long a second extension of the same browser disputes a pairing without a code

NEVER = float("-inf")
HOW = {
    "own_copy": "with the key in its own copy",
    "code": "with the code that you typed",
    "window": "without a code",
}


class Exchange(NamedTuple):
    """A pairing under way."""

    secret: str
    """The extension's key, or the code that a person gave."""
    pairing: PairingRecord | None
    """None: the extension has the key of a pairing that was revoked."""
    extension_nonce: str
    is_code: bool = False
    browser: frozenset[int] = frozenset()
    """For a pairing without a code: the processes of the browser."""
    until: float = NEVER
    """When its proof comes too late; set as it begins."""


class Credential(NamedTuple):
    """What the extension sends with each request after it has paired."""

    text: str
    pairing_id: str


class CodelessPairing(NamedTuple):
    """The newest pairing without a code, and how long a second extension of the same browser disputes it."""

    pairing_id: str
    browser: frozenset[int]
    until: float


class Pairing:
    """An extension that has a key proves it. One without a key needs a person, who either gives the code that its
    popup shows, or opens a window in which one browser of the same user may pair without it.

    The proof contains the server's address: a program on another port cannot pass it on. After it the extension sends
    a credential that this process alone accepts; the token itself it never has.
    """

    def __init__(
        self,
        token: str,
        version: str,
        address: str,
        pairings: Pairings,
        *,
        monotonic: Callable[[], float],
        now: Callable[[], str],
    ) -> None:
        self._token = token
        self._version = version
        self._address = address
        self._pairings = pairings
        self._monotonic = monotonic
        self._now = now
        self._open_until = NEVER
        self._is_first_contact = False
        self._code = ""
        self._code_until = NEVER
        self._firefox_until = NEVER
        self._codeless: CodelessPairing | None = None
        self._exchanges: dict[str, Exchange] = {}
        self._credentials: deque[Credential] = deque(maxlen=MAX_PAIR_CREDENTIALS)
        self.on_revoked: Callable[[], None] = lambda: None
        """Called when credentials have become invalid."""
        self.problem: Literal["closed", "unfinished", "contested"] | None = None
        """Why the extension is not paired, as far as can be seen from here."""

    def open_window(self, *, first_contact: bool = False) -> None:
        """`first_contact`: nobody has paired yet. Only for a browser that was started with our extension and no other,
        because no person confirms it; any pairing closes it."""
        self._open_until = self._monotonic() + PAIR_WINDOW_S
        self._is_first_contact = first_contact
        self._firefox_until = NEVER if first_contact else self._open_until

    def expect_code(self, typed: str) -> None:
        self._code = normalize_code(typed)
        self._code_until = self._monotonic() + PAIR_CODE_S
        self._firefox_until = self._monotonic() + PAIR_WINDOW_S

    @property
    def is_window_open(self) -> bool:
        return self._monotonic() < self._open_until

    def is_known_origin(self, origin: str) -> bool:
        """Whether a person has connected an extension of this origin, and not revoked it."""
        return any(record.origin == origin for record in self._pairings.all())

    def may_introduce(self, origin: str) -> bool:
        """Whether an unknown origin of Firefox may pair: soon after `gasoline pair`, and to finish what it began."""
        now = self._monotonic()
        begun = (exchange.pairing for exchange in self._exchanges.values() if now < exchange.until)
        return now < self._firefox_until or any(record and record.origin == origin for record in begun)

    def needs_peer(self, request: PairRequest) -> bool:
        """Whether the answer depends on who asks."""
        needs_browser = request.named and (self.is_window_open or self._disputable is not None)
        return request.first and (self._is_code_expected or needs_browser)

    def is_credential(self, offered: str) -> bool:
        """Compared in full and in constant time."""
        known = (self._token, *(credential.text for credential in self._credentials))
        return any(hmac.compare_digest(offered.encode(), one.encode()) for one in known)

    def revoke(self, pairing_ids: Collection[str]) -> list[PairingRecord]:
        """The keys and credentials of these pairings are refused from now on; returns the pairings that existed."""
        removed = self._pairings.remove(pairing_ids)
        ids = {record.id for record in removed}
        self._exchanges = {
            nonce: exchange
            for nonce, exchange in self._exchanges.items()
            if exchange.pairing is None or exchange.pairing.id not in ids
        }
        kept = [credential for credential in self._credentials if credential.pairing_id not in ids]
        self._credentials = deque(kept, maxlen=MAX_PAIR_CREDENTIALS)
        for record in removed:
            logger.warning("revoked pairing %s of %s", record.id, record.origin)
        self.on_revoked()
        return removed

    def answer(
        self,
        request: PairRequest,
        origin: str,
        *,
        browser: frozenset[int] = frozenset(),
        loads_only_ours: bool = False,
        may_be_own_user: bool = False,
    ) -> PairAnswer:
        """`browser`: the processes that ask, if the system shows that they are a browser of the same user;
        `loads_only_ours`: whether it was started with our extension and no other; `may_be_own_user`: unless the system
        shows that another user asks."""
        if request.proof is not UNSET:
            return self._finish(request.challenge, request.proof)
        if not request.first:
            # An extension that knows another key stops here: our proof does not convince it.
            self.problem = "unfinished"
            pairing_id = "" if request.pairing is UNSET else request.pairing
            key = extension_key(self._token, origin, pairing_id)
            return self._begin(Exchange(key, self._record(pairing_id, origin), request.challenge))
        if self._is_code_expected and may_be_own_user:
            self.problem = "closed"
            record = PairingRecord(new_pairing_id(), origin, "code")
            return self._begin(Exchange(self._code, record, request.challenge, is_code=True))
        is_welcome = loads_only_ours or not self._is_first_contact
        if not (self.is_window_open and request.named and browser and is_welcome):
            raise self._refusal_of_first(request, browser)
        record = PairingRecord(new_pairing_id(), origin, "window")
        key = self._key_of(record)
        begun = self._begin(Exchange(key, record, request.challenge, browser=browser), key)
        self._open_until = self._firefox_until = NEVER
        return begun

    def _refusal_of_first(self, request: PairRequest, browser: frozenset[int]) -> BadBody:
        disputed = self._disputable
        if disputed is not None and request.named and browser & disputed.browser:
            # One browser has one Gasoline: of two extensions that say so, nobody can tell which one is ours.
            self.problem = "contested"
            self._codeless = None
            self.revoke({disputed.pairing_id})
        elif self.problem != "contested":
            self.problem = "closed"
        return BadBody(
            "Pairing needs a person: run the `gasoline pair` command that the extension's popup shows.",
            "pairing_closed",
            403,
        )

    @property
    def _is_code_expected(self) -> bool:
        return self._monotonic() < self._code_until

    @property
    def _disputable(self) -> CodelessPairing | None:
        return self._codeless if self._codeless and self._monotonic() < self._codeless.until else None

    def _record(self, pairing_id: str, origin: str) -> PairingRecord | None:
        record = self._pairings.find(pairing_id)
        return record if record and record.origin == origin else None

    def _key_of(self, record: PairingRecord) -> str:
        return extension_key(self._token, record.origin, record.id)

    def _begin(self, exchange: Exchange, key: str | None = None) -> PairAnswer:
        nonce = secrets.token_hex(32)
        self._exchanges[nonce] = exchange._replace(until=self._deadline(exchange.pairing))
        if len(self._exchanges) > MAX_PAIR_CHALLENGES:
            del self._exchanges[next(iter(self._exchanges))]
        return PairAnswer(
            version=self._version,
            proof=pairing_proof(exchange.secret, "server", self._address, exchange.extension_nonce, nonce),
            challenge=nonce,
            key=UNSET if key is None else key,
        )

    def _deadline(self, record: PairingRecord | None) -> float:
        """An unknown origin of Firefox has to finish while it could still begin."""  # GUARD-12
        deadline = self._monotonic() + PAIR_EXCHANGE_S
        if record is None or not is_firefox_origin(record.origin) or self.is_known_origin(record.origin):
            return deadline
        return min(deadline, self._firefox_until)

    def _finish(self, nonce: str, proof: str) -> PairAnswer:
        exchange = self._exchanges.pop(nonce, None)
        if exchange is None or self._monotonic() >= exchange.until or not self._is_proven(exchange, nonce, proof):
            raise BadBody("The proof is not valid: start pairing again.", "pairing_failed", 401)
        record = exchange.pairing
        if record is None:
            self.problem = "closed"
            raise BadBody("This pairing was revoked: a person has to pair again.", "pairing_revoked", 401)
        key = self._key_of(record)
        session = pairing_proof(key, "session", self._address, exchange.extension_nonce, nonce)
        self._credentials.appendleft(Credential(session, record.id))
        self.problem = None
        self._pairings.connected(record, self._now())
        if exchange.is_code or self._is_first_contact:
            self._open_until = NEVER
        if exchange.is_code:
            self._code_until = self._firefox_until = NEVER
        if not record.last_connected:
            self._announce(record, exchange.browser)
        return PairAnswer(version=self._version, paired=True, key=key if exchange.is_code else UNSET)

    def _announce(self, record: PairingRecord, browser: frozenset[int]) -> None:
        if record.how == "window":
            self._codeless = CodelessPairing(record.id, browser, self._monotonic() + PAIR_CONTEST_S)
        logger.warning(
            "paired %s %s as %s. Was this not you? Run: gasoline pair --revoke %s",
            record.origin,
            HOW[record.how],
            record.id,
            record.id,
        )

    def _is_proven(self, exchange: Exchange, nonce: str, proof: str) -> bool:
        if exchange.is_code and (exchange.secret != self._code or not self._is_code_expected):
            return False
        expected = pairing_proof(exchange.secret, "extension", self._address, exchange.extension_nonce, nonce)
        return hmac.compare_digest(proof.encode(), expected.encode())
