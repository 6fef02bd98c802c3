"""Accessibility reports are kept for thirty seconds, by address and question."""

from parts import Clock

from gasoline.model import limits
from gasoline.store.audits import AuditKey, Audits

PLAIN = AuditKey(None, (), False)


def test_a_report_is_fresh_for_thirty_seconds() -> None:
    clock = Clock()
    audits = Audits(clock)
    audits.keep("http://a/", PLAIN, {"n": 1})
    clock.seconds += limits.AUDIT_CACHE_S - 0.1
    assert audits.fresh_urls(PLAIN) == ["http://a/"]
    clock.seconds += 0.1
    assert audits.fresh_urls(PLAIN) == []


def test_another_question_is_another_report() -> None:
    audits = Audits(Clock())
    audits.keep("http://a/", PLAIN, {"n": 1})
    for other in (AuditKey("main", (), False), AuditKey(None, ("wcag2a",), False), AuditKey(None, (), True)):
        assert audits.fresh_urls(other) == []


def test_the_oldest_report_goes_first() -> None:
    audits = Audits(Clock())
    for number in range(limits.AUDITS_KEPT + 1):
        audits.keep(f"http://a/{number}", PLAIN, {})
    assert audits.find("http://a/0", PLAIN) is None
    assert len(audits.fresh_urls(PLAIN)) == limits.AUDITS_KEPT
