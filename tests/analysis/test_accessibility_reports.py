"""Accessibility reports are kept for thirty seconds, by address and question."""

from pathlib import Path

from fake_browser import FakeBrowser, returning
from parts import Clock, Parts

from gasoline.store.accessibility_reports import AUDIT_CACHE_S, AUDITS_KEPT, AccessibilityReports, ReportKey

PLAIN = ReportKey(None, (), False)


# A11Y-03
def test_a_report_is_fresh_for_thirty_seconds() -> None:
    clock = Clock()
    audits = AccessibilityReports(clock)
    audits.keep("http://a/", PLAIN, {"n": 1})
    clock.seconds += AUDIT_CACHE_S - 0.1
    assert audits.fresh_urls(PLAIN) == ["http://a/"]
    clock.seconds += 0.1
    assert audits.fresh_urls(PLAIN) == []


def test_another_question_is_another_report() -> None:
    audits = AccessibilityReports(Clock())
    audits.keep("http://a/", PLAIN, {"n": 1})
    for other in (ReportKey("main", (), False), ReportKey(None, ("wcag2a",), False), ReportKey(None, (), True)):
        assert audits.fresh_urls(other) == []


def test_the_oldest_report_goes_first() -> None:
    audits = AccessibilityReports(Clock())
    for number in range(AUDITS_KEPT + 1):
        audits.keep(f"http://a/{number}", PLAIN, {})
    assert audits.find("http://a/0", PLAIN) is None
    assert len(audits.fresh_urls(PLAIN)) == AUDITS_KEPT


# A11Y-04
async def test_the_page_has_thirty_seconds_for_an_audit(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    browser = FakeBrowser(parts, returning({"url": "http://a/", "report": {"violations": []}}))
    await parts.ask("run_accessibility_audit")
    [audit] = [query for query in browser.asked if query["type"] == "accessibility"]
    assert audit["timeoutMs"] == 29_000, "the server waits 30 s, and the extension a second less"
