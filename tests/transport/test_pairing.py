"""Pairing: both sides prove that they know the same secret; a first contact needs a person, who can revoke it."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from parts import Clock

from gasoline.ingest.bad_body import BadBody
from gasoline.ingest.pairing import PAIR_CONTEST_S, PAIR_EXCHANGE_S, Pairing
from gasoline.launch.pairing_keys import (
    EXTENSION_ORIGIN,
    PAIR_CODE_S,
    PAIR_WINDOW_S,
    BadCode,
    extension_key,
    is_firefox_origin,
    normalize_code,
    pairing_proof,
)
from gasoline.launch.pairings import MAX_PAIRINGS, Pairings
from gasoline.model.wire import PairAnswer, PairRequest

NONCE = "c" * 32
ADDRESS = "127.0.0.1:7890"
CODE = "0123-4567-89AB-CDEF"
FIRST = PairRequest(challenge=NONCE, first=True, named=True)
FIREFOX = "moz-extension://d81444e2-fdb3-4f86-b06d-5a93f1e834b5"
OTHER_FIREFOX = "moz-extension://00000000-fdb3-4f86-b06d-5a93f1e834b5"
BROWSER = frozenset({4711})
OTHER_BROWSER = frozenset({4712})


class Server(Pairing):
    """A server with a state directory and a clock of its own."""

    def __init__(self, state_dir: Path) -> None:
        self.clock = Clock()
        self.pairings = Pairings(state_dir)
        now = lambda: "2026-01-02T03:04:05.678Z"  # noqa: E731
        super().__init__("secret", "1.0", ADDRESS, self.pairings, monotonic=self.clock, now=now)

    def own_key(self) -> str:
        """The key that `gasoline extension` writes into its copy."""
        record = self.pairings.own_copy(EXTENSION_ORIGIN)
        return extension_key("secret", record.origin, record.id)

    def ask(
        self,
        request: PairRequest = FIRST,
        browser: frozenset[int] = BROWSER,
        origin: str = EXTENSION_ORIGIN,
        *,
        loads_only_ours: bool = False,
        may_be_own_user: bool = True,
    ) -> PairAnswer:
        return self.answer(
            request, origin, browser=browser, loads_only_ours=loads_only_ours, may_be_own_user=may_be_own_user
        )

    def refusal(self, request: PairRequest = FIRST, browser: frozenset[int] = BROWSER) -> tuple[int, str]:
        with pytest.raises(BadBody) as caught:
            self.ask(request, browser)
        return caught.value.status, caught.value.code

    def pair_with(self, key: str) -> str:
        """The credential of an extension that has this key."""
        answer = self.ask(with_key(key))
        assert self.ask(proof_for(answer, key)).paired
        return pairing_proof(key, "session", ADDRESS, NONCE, str(answer.challenge))

    def pair_in_window(self, browser: frozenset[int] = BROWSER) -> str:
        """The key of an extension that paired without a code."""
        self.open_window()
        answer = self.ask(browser=browser)
        assert self.ask(proof_for(answer, str(answer.key))).paired
        return str(answer.key)


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


def with_key(key: str) -> PairRequest:
    return PairRequest(challenge=NONCE, pairing=key.split(".", maxsplit=1)[0])


def proof_for(answer: PairAnswer, secret: str, address: str = ADDRESS, role: Any = "extension") -> PairRequest:
    theirs = str(answer.challenge)
    return PairRequest(challenge=theirs, proof=pairing_proof(secret, role, address, NONCE, theirs))


def test_extension_and_server_compute_the_same() -> None:
    """As extension/test/worker/server/pairing.test.ts has it."""
    computed = pairing_proof("secret", "session", ADDRESS, "a" * 16, "b" * 16)
    assert computed == "b038055f43ef3fae32367bbdf4ff7e910b8e42a3b9919a161169d5a45aec4acb"


# GUARD-09
def test_an_extension_with_its_key_gets_a_credential_that_only_this_server_knows(
    server: Server, tmp_path: Path
) -> None:
    key = server.own_key()
    answer = server.ask(with_key(key))
    assert answer.key is UNSET
    assert answer.proof == pairing_proof(key, "server", ADDRESS, NONCE, str(answer.challenge))
    assert server.ask(proof_for(answer, key)) == PairAnswer(version="1.0", paired=True)
    credential = pairing_proof(key, "session", ADDRESS, NONCE, str(answer.challenge))
    assert server.is_credential(credential)
    assert not Server(tmp_path).is_credential(credential)


def test_the_key_itself_opens_nothing_and_does_not_give_away_the_token(server: Server) -> None:
    key = server.own_key()
    assert server.is_credential("secret")
    assert not server.is_credential(key)
    assert not server.is_credential("")
    assert extension_key("secret", "moz-extension://other", key.split(".")[0]) != key


@pytest.mark.parametrize("role", ["server", "extension"])
def test_a_wrong_proof_is_refused(server: Server, role: str) -> None:
    key = server.own_key()
    secret = key if role == "server" else "guess"
    assert server.refusal(proof_for(server.ask(with_key(key)), secret, role=role)) == (401, "pairing_failed")


def test_a_proof_for_another_port_is_refused(server: Server) -> None:
    key = server.own_key()
    answer = server.ask(with_key(key))
    assert answer.proof != pairing_proof(key, "server", "127.0.0.1:7891", NONCE, str(answer.challenge))
    assert server.refusal(proof_for(answer, key, "127.0.0.1:7891")) == (401, "pairing_failed")


def test_a_proof_serves_once(server: Server) -> None:
    key = server.own_key()
    request = proof_for(server.ask(with_key(key)), key)
    server.ask(request)
    assert server.refusal(request) == (401, "pairing_failed")


def test_a_key_that_was_never_given_out_is_refused_although_it_could_be_computed(server: Server) -> None:
    key = extension_key("secret", EXTENSION_ORIGIN, "")
    answer = server.ask(PairRequest(challenge=NONCE))
    assert server.refusal(proof_for(answer, key)) == (401, "pairing_revoked")


def test_a_first_contact_without_a_person_is_refused(server: Server) -> None:
    assert server.refusal() == (403, "pairing_closed")


# GUARD-10
def test_a_window_lets_one_browser_in_and_closes(server: Server) -> None:
    server.open_window()
    server.clock.seconds += PAIR_WINDOW_S - 1
    answer = server.ask()
    assert server.refusal(browser=OTHER_BROWSER) == (403, "pairing_closed")
    assert server.ask(proof_for(answer, str(answer.key))).paired
    (record,) = server.pairings.all()
    assert (record.origin, record.how) == (EXTENSION_ORIGIN, "window")


# GUARD-10
def test_a_window_ends_by_itself(server: Server) -> None:
    server.open_window()
    server.clock.seconds += PAIR_WINDOW_S
    assert server.refusal() == (403, "pairing_closed")


def test_a_window_is_for_browsers_of_the_same_user_alone(server: Server) -> None:
    server.open_window()
    assert server.refusal(browser=frozenset()) == (403, "pairing_closed")
    assert server.ask().key is not UNSET, "who was refused has not used it up"


# GUARD-10
def test_a_first_start_opens_nothing_to_a_browser_that_may_have_other_extensions(server: Server) -> None:
    server.open_window(first_contact=True)
    assert server.refusal() == (403, "pairing_closed")
    assert server.ask(loads_only_ours=True).key is not UNSET, "who was refused has not used it up"
    with pytest.raises(BadBody, match="needs a person"):
        server.ask(loads_only_ours=True)


def test_a_person_who_asks_for_a_window_after_a_first_start_gets_one_for_any_browser(server: Server) -> None:
    server.open_window(first_contact=True)
    server.open_window()
    assert server.ask().key is not UNSET


def test_an_extension_that_looks_for_a_server_by_itself_does_not_use_up_the_window(server: Server) -> None:
    server.open_window()
    assert server.refusal(PairRequest(challenge=NONCE, first=True)) == (403, "pairing_closed")
    assert server.ask().key is not UNSET


@pytest.mark.parametrize("first_contact", [True, False])
def test_an_extension_with_a_key_closes_the_window_for_first_contacts_only(server: Server, first_contact: bool) -> None:
    server.open_window(first_contact=first_contact)
    server.pair_with(server.own_key())
    assert server.is_window_open is not first_contact


def test_a_second_extension_of_the_same_browser_disputes_a_pairing_without_a_code(server: Server) -> None:
    """The other one was faster in the window: it loses its access as soon as a person connects ours."""
    key = server.pair_in_window()
    credential = server.pair_with(key)
    ended: list[bool] = []
    server.on_revoked = lambda: ended.append(server.is_credential(credential))
    assert server.refusal() == (403, "pairing_closed")
    assert ended == [False], "open connections are ended when the credential is invalid"
    assert server.refusal(proof_for(server.ask(with_key(key)), key)) == (401, "pairing_revoked")
    assert server.pairings.all() == []
    assert server.pairings.was_used, "no window opens by itself again"


def test_only_a_person_in_the_same_browser_and_soon_disputes_a_pairing(server: Server) -> None:
    credential = server.pair_with(server.pair_in_window())
    server.refusal(PairRequest(challenge=NONCE, first=True))
    server.refusal(browser=OTHER_BROWSER)
    server.clock.seconds += PAIR_CONTEST_S
    server.refusal()
    assert server.is_credential(credential)


def test_a_pairing_by_code_is_not_disputed(server: Server) -> None:
    server.expect_code(CODE)
    key = str(server.ask(proof_for(server.ask(), normalize_code(CODE))).key)
    credential = server.pair_with(key)
    server.refusal()
    assert server.is_credential(credential)


def test_a_dispute_is_a_problem_until_the_extension_is_paired(server: Server) -> None:
    server.pair_in_window()
    server.refusal()
    server.refusal()
    assert server.problem == "contested"
    server.pair_with(server.own_key())
    assert server.problem is None


def test_a_revoked_key_is_refused_at_once_and_the_others_are_not(server: Server) -> None:
    kept, revoked = server.pair_in_window(), server.own_key()
    credentials = [server.pair_with(kept), server.pair_with(revoked)]
    under_way = server.ask(with_key(revoked))
    assert [record.id for record in server.revoke({revoked.split(".")[0]})] == [revoked.split(".")[0]]
    assert [server.is_credential(each) for each in credentials] == [True, False]
    assert server.refusal(proof_for(under_way, revoked)) == (401, "pairing_failed")
    assert server.refusal(proof_for(server.ask(with_key(revoked)), revoked)) == (401, "pairing_revoked")
    assert server.own_key() != revoked, "the next own copy has another key"


def test_pairings_outlive_the_server(server: Server, tmp_path: Path) -> None:
    Server(tmp_path).pair_with(server.pair_in_window())


@pytest.mark.parametrize("content", ["", "[]", '{"pairings": 1}', '{"pairings": [1, {"id": 2, "how": "code"}]}'])
def test_a_damaged_file_of_pairings_is_an_empty_one(server: Server, tmp_path: Path, content: str) -> None:
    (tmp_path / "pairings.json").write_text(content)
    assert server.pairings.all() == []
    server.pair_with(server.own_key())


def test_the_pairings_that_are_remembered_are_bounded(server: Server) -> None:
    for _ in range(MAX_PAIRINGS + 1):
        server.pair_in_window()
    assert len(server.pairings.all()) == MAX_PAIRINGS


def test_the_code_that_a_person_gave_is_proven_and_exchanged_for_the_key(server: Server) -> None:
    server.expect_code(CODE)
    answer = server.ask(browser=frozenset())
    code = normalize_code(CODE)
    assert answer.key is UNSET, "the key comes after the proof"
    assert answer.proof == pairing_proof(code, "server", ADDRESS, NONCE, str(answer.challenge))
    server.pair_with(str(server.ask(proof_for(answer, code)).key))
    assert server.refusal() == (403, "pairing_closed"), "a code connects once"


def test_a_client_without_the_code_gets_nothing_and_does_not_use_it_up(server: Server) -> None:
    server.expect_code(CODE)
    assert server.refusal(proof_for(server.ask(), "0" * 16)) == (401, "pairing_failed")
    assert server.ask(proof_for(server.ask(), normalize_code(CODE))).key is not UNSET


def test_another_user_who_knows_the_code_gets_nothing_and_does_not_use_it_up(server: Server) -> None:
    server.expect_code(CODE)
    with pytest.raises(BadBody, match="needs a person"):
        server.ask(may_be_own_user=False)
    assert server.ask(proof_for(server.ask(), normalize_code(CODE))).key is not UNSET


def test_a_code_expires_also_for_a_pairing_under_way(server: Server) -> None:
    server.expect_code(CODE)
    server.clock.seconds += PAIR_CODE_S - 1
    answer = server.ask()
    server.clock.seconds += 1
    assert server.refusal(proof_for(answer, normalize_code(CODE))) == (401, "pairing_failed")
    assert server.refusal() == (403, "pairing_closed")


@pytest.mark.parametrize("typed", ["0123456789abcdef", " 0123-4567 89AB-CDEF\n"])
def test_a_code_may_be_typed_as_people_do(typed: str) -> None:
    assert normalize_code(typed) == "0123456789ABCDEF"


@pytest.mark.parametrize("typed", ["", "0123", "0123-4567-89AB-CDEFG", "0123-4567-89AB-CDEO"])
def test_what_no_popup_shows_is_not_a_code(typed: str) -> None:
    with pytest.raises(BadCode, match="popup"):
        normalize_code(typed)


# GUARD-12
@pytest.mark.parametrize("code", ["", CODE])
def test_an_unknown_firefox_origin_may_pair_for_a_minute_after_a_person_asked_for_it(server: Server, code: str) -> None:
    assert not server.may_introduce(FIREFOX)
    if code:
        server.expect_code(code)
    else:
        server.open_window()
    server.clock.seconds += PAIR_WINDOW_S - 1
    assert server.may_introduce(FIREFOX)
    server.clock.seconds += 1
    assert not server.may_introduce(FIREFOX)


# GUARD-12
def test_the_first_start_of_a_server_does_not_let_firefox_pair(server: Server) -> None:
    server.open_window(first_contact=True)
    assert server.is_window_open
    assert not server.may_introduce(FIREFOX)


# GUARD-12
def test_a_paired_firefox_origin_is_remembered_exactly_until_it_is_revoked(server: Server, tmp_path: Path) -> None:
    server.open_window()
    answer = server.ask(origin=FIREFOX)
    assert server.may_introduce(FIREFOX), "it has to finish what it began"
    assert not server.may_introduce(OTHER_FIREFOX), "the window takes one"
    assert not server.is_known_origin(FIREFOX), "before its proof it is nobody"
    assert server.ask(proof_for(answer, str(answer.key)), origin=FIREFOX).paired
    assert not server.may_introduce(FIREFOX)
    assert Server(tmp_path).is_known_origin(FIREFOX)
    assert not server.is_known_origin(OTHER_FIREFOX)
    server.revoke({record.id for record in server.pairings.all()})
    assert not server.is_known_origin(FIREFOX)


# GUARD-12
def test_a_firefox_origin_that_paired_by_a_code_closes_the_door_behind_it(server: Server) -> None:
    server.expect_code(CODE)
    answer = server.ask(origin=FIREFOX)
    assert server.may_introduce(OTHER_FIREFOX), "whoever does not know the code has not used it up"
    assert server.ask(proof_for(answer, normalize_code(CODE)), origin=FIREFOX).paired
    assert not server.may_introduce(OTHER_FIREFOX)


# GUARD-12
@pytest.mark.parametrize("code", ["", CODE])
def test_a_firefox_origin_has_to_finish_within_the_minute_in_which_it_may_begin(server: Server, code: str) -> None:
    if code:
        server.expect_code(code)
    else:
        server.open_window()
    server.clock.seconds += PAIR_WINDOW_S - 1
    answer = server.ask(origin=FIREFOX)
    server.clock.seconds += 1
    assert not server.may_introduce(FIREFOX)
    secret = normalize_code(code) if code else str(answer.key)
    assert server.refusal(proof_for(answer, secret)) == (401, "pairing_failed")


def test_a_pairing_under_way_expires(server: Server) -> None:
    key = server.own_key()
    answers = [server.ask(with_key(key)), server.ask(with_key(key))]
    server.clock.seconds += PAIR_EXCHANGE_S - 1
    assert server.ask(proof_for(answers[0], key)).paired
    server.clock.seconds += 1
    assert server.refusal(proof_for(answers[1], key)) == (401, "pairing_failed")


@pytest.mark.parametrize(
    "origin",
    [
        f"{FIREFOX}/",
        f"{FIREFOX}.evil.example",
        FIREFOX.upper(),
        FIREFOX.replace("d8", "D8"),
        "moz-extension://",
        "moz-extension://evil.example",
        FIREFOX.replace("moz", "chrome"),
        f"{FIREFOX}\n",
    ],
)
def test_only_the_exact_form_is_an_origin_of_firefox(origin: str) -> None:
    assert is_firefox_origin(FIREFOX)
    assert not is_firefox_origin(origin)
