"""Pairing: server and extension prove to each other, by HMAC over the token, that they are old friends."""

import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Callable
from typing import Literal

from msgspec import UNSET

from gasoline.ingest.bad_body import BadBody
from gasoline.model import limits
from gasoline.model.wire import PairAnswer, PairRequest


class Pairing:
    """On first contact the extension is given the token; later both sides only prove that they know it.

    With strict authentication a first contact needs a person: it is accepted within a minute of `gasoline pair`.
    """

    def __init__(self, token: str, version: str, strict: bool, monotonic: Callable[[], float]) -> None:
        self._token = token
        self._version = version
        self._strict = strict
        self._monotonic = monotonic
        self._open_until = 0.0
        self.problem: Literal["closed", "unfinished"] | None = None
        """Why the extension is not paired, as far as can be seen from here."""
        self._challenges: deque[str] = deque(maxlen=limits.PAIR_CHALLENGES)

    def open_window(self) -> None:
        self._open_until = self._monotonic() + limits.PAIR_WINDOW_S

    def answer(self, request: PairRequest) -> PairAnswer:
        if request.proof is not UNSET:
            return self._finish(request.challenge, request.proof)
        if request.first and self._strict and self._monotonic() >= self._open_until:
            self.problem = "closed"
            raise BadBody("Pairing is closed: run `gasoline pair`, then connect again.", "pairing_closed", 403)
        # An extension that knows another token stops here: our proof does not convince it.
        self.problem = "unfinished"
        self._challenges.append(secrets.token_hex(32))
        return PairAnswer(
            version=self._version,
            proof=self._proof("server", request.challenge),
            challenge=self._challenges[-1],
            token=self._token if request.first else UNSET,
        )

    def _finish(self, challenge: str, proof: str) -> PairAnswer:
        expected = self._proof("extension", challenge)
        if challenge not in self._challenges or not hmac.compare_digest(proof.encode(), expected.encode()):
            raise BadBody("The proof does not fit: pair again from the start.", "pairing_failed", 401)
        self._challenges.remove(challenge)
        self.problem = None
        return PairAnswer(version=self._version, paired=True)

    def _proof(self, side: str, challenge: str) -> str:
        return hmac.new(self._token.encode(), f"{side}:{challenge}".encode(), hashlib.sha256).hexdigest()
