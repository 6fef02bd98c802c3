"""Pairing: both sides prove that they know the token; a first contact may need a person."""

import hashlib
import hmac

import pytest
from msgspec import UNSET
from parts import Clock

from gasoline.ingest.bad_body import BadBody
from gasoline.ingest.pairing import Pairing
from gasoline.model import limits
from gasoline.model.wire import PairRequest

CHALLENGE = "c" * 32


def proof(token: str, side: str, challenge: str) -> str:
    return hmac.new(token.encode(), f"{side}:{challenge}".encode(), hashlib.sha256).hexdigest()


def pairing(strict: bool = False, clock: Clock | None = None) -> Pairing:
    return Pairing("secret", "1.0", strict, clock or Clock())


def test_first_contact_gets_the_token_and_both_proofs_fit() -> None:
    server = pairing()
    answer = server.answer(PairRequest(challenge=CHALLENGE, first=True))
    assert answer.token == "secret"
    assert answer.proof == proof("secret", "server", CHALLENGE)
    theirs = str(answer.challenge)
    assert server.answer(PairRequest(challenge=theirs, proof=proof("secret", "extension", theirs))).paired


def test_a_known_extension_is_not_given_the_token_again() -> None:
    assert pairing().answer(PairRequest(challenge=CHALLENGE)).token is UNSET


@pytest.mark.parametrize("side", ["server", "extension"])
def test_a_wrong_proof_is_refused(side: str) -> None:
    server = pairing()
    theirs = str(server.answer(PairRequest(challenge=CHALLENGE)).challenge)
    token = "secret" if side == "server" else "guess"
    with pytest.raises(BadBody) as caught:
        server.answer(PairRequest(challenge=theirs, proof=proof(token, side, theirs)))
    assert (caught.value.status, caught.value.code) == (401, "pairing_failed")


def test_a_proof_serves_once() -> None:
    server = pairing()
    theirs = str(server.answer(PairRequest(challenge=CHALLENGE)).challenge)
    request = PairRequest(challenge=theirs, proof=proof("secret", "extension", theirs))
    server.answer(request)
    with pytest.raises(BadBody):
        server.answer(request)


def test_strict_pairing_opens_for_a_minute_after_the_person_asked() -> None:
    clock = Clock()
    server = pairing(strict=True, clock=clock)
    first = PairRequest(challenge=CHALLENGE, first=True)
    with pytest.raises(BadBody) as caught:
        server.answer(first)
    assert (caught.value.status, caught.value.code) == (403, "pairing_closed")
    server.open_window()
    clock.seconds += limits.PAIR_WINDOW_S - 1
    assert server.answer(first).token == "secret"
    clock.seconds += 1
    with pytest.raises(BadBody):
        server.answer(first)


def test_strict_pairing_still_lets_an_old_friend_prove_itself() -> None:
    assert pairing(strict=True).answer(PairRequest(challenge=CHALLENGE)).proof
