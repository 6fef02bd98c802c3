"""Captured events as logs, spans and metrics."""

from gasoline.analysis.telemetry.log_records import log_of
from gasoline.analysis.telemetry.page_loads import MAX_PAGE_LOADS, PageLoads
from gasoline.analysis.telemetry.spans import span_of_load, span_of_request
from gasoline.analysis.telemetry.vitals import points_of
from gasoline.commands.otlp.pending import MAX_SENT, SETTLE_S, Pending
from gasoline.commands.otlp.telemetry import telemetry_of
from gasoline.model.events import ConsoleEntry, ExceptionEntry, NetworkEntry, RequestTiming
from gasoline.model.performance import LongTasks, PerformanceSnapshot, Timing

TS = "2026-01-31T12:00:00.500Z"
NS = 1_769_860_800_500_000_000
PAGE = "http://localhost:5173/cart"


def test_an_exception_is_a_log_with_its_type_stack_and_place() -> None:
    entry = ExceptionEntry(
        id="a.1",
        ts=TS,
        url=PAGE,
        tab_id=7,
        message="Uncaught TypeError: no total",
        stack="TypeError: no total\n    at pay (http://localhost:5173/pay.js:4:9)",
    )
    log = log_of(entry)
    assert (log.service, log.time_ns, log.level, log.event_name) == ("localhost:5173", NS, "error", "exception")
    assert log.body == "Uncaught TypeError: no total"
    assert log.attributes["exception.type"] == "TypeError"
    assert log.attributes["exception.message"] == "no total"
    assert "at pay" in str(log.attributes["exception.stacktrace"])
    assert log.attributes["code.file.path"] == "http://localhost:5173/pay.js"
    assert log.attributes["code.line.number"] == 4
    assert log.attributes["url.full"] == PAGE
    assert log.attributes["gasoline.tab_id"] == 7


def test_a_secret_that_only_the_joined_message_shows_is_masked() -> None:
    log = log_of(ConsoleEntry(ts=TS, url=PAGE, args=["Authorization: Bearer", "s3cretS3cretS3cret99"]))
    assert "s3cret" not in log.body


def test_a_request_is_a_client_span_by_the_http_conventions() -> None:
    request = RequestTiming(
        id="a.2",
        ts=TS,
        url="https://shop.example/api/orders?page=2",
        method="POST",
        status=503,
        initiator="fetch",
        duration=12.5,
        transfer_size=300,
        page_url=PAGE,
    )
    span = span_of_request(request, PageLoads())
    assert (span.name, span.is_client, span.error) == ("POST", True, "503")
    assert (span.start_ns, span.end_ns - span.start_ns) == (NS, 12_500_000)
    assert span.service == "localhost:5173"
    assert span.attributes.items() >= {
        ("http.request.method", "POST"),
        ("url.full", "https://shop.example/api/orders?page=2"),
        ("server.address", "shop.example"),
        ("server.port", 443),
        ("http.response.status_code", 503),
        ("error.type", "503"),
        ("http.response.size", 300),
    }
    assert span_of_request(request, PageLoads()).ids == span.ids


def test_the_trace_of_a_request_is_the_one_sent_to_its_server() -> None:
    trace, parent = "ab" * 16, "cd" * 8
    span = span_of_request(
        RequestTiming(ts=TS, url=PAGE, method="GET", status=500, trace_id=trace, span_id=parent), PageLoads()
    )
    log = log_of(NetworkEntry(ts=TS, url=PAGE, method="GET", status=500, trace_id=trace, span_id=parent))
    assert (span.ids.trace, span.ids.span) == (trace, parent)
    assert log.ids == span.ids


def test_a_request_without_an_answer_failed_and_one_of_unknown_status_did_not() -> None:
    def error(**fields: object) -> str:
        return span_of_request(RequestTiming(ts=TS, url=PAGE, **fields), PageLoads()).error  # type: ignore[arg-type]

    assert error(method="GET", status=0) == "no_response"
    assert error(method="GET", status=0, aborted=True) == "aborted"
    assert error(initiator="img") == ""
    assert error(method="GET", status=304) == ""


def test_a_page_load_is_a_span_from_the_navigation_to_the_load_event() -> None:
    loaded = PerformanceSnapshot(
        id="p1", ts=TS, url="/cart", page_url=PAGE, timing=Timing(load=900, time_to_first_byte=100)
    )
    span = span_of_load(loaded)
    assert span is not None
    assert (span.name, span.service, span.attributes["url.full"]) == ("documentLoad", "localhost:5173", PAGE)
    assert (span.start_ns, span.end_ns) == (NS - 100_000_000, NS + 800_000_000)
    assert span_of_load(PerformanceSnapshot(ts=TS, url="/cart")) is None
    assert span_of_load(PerformanceSnapshot(ts=TS, url="/cart", soft_navigation=True, timing=Timing(load=1))) is None


def loaded(ts: str, id: str = "p1", tab_id: int = 7, load: float | None = 900) -> PerformanceSnapshot:
    timing = Timing(load=load, time_to_first_byte=100)
    return PerformanceSnapshot(id=id, ts=ts, url="/cart", page_url=PAGE, tab_id=tab_id, timing=timing)


def fetched(ts: str, **more: object) -> RequestTiming:
    return RequestTiming(**{"id": "r", "ts": ts, "url": PAGE, "page_url": PAGE, "tab_id": 7, **more})  # type: ignore[arg-type]


def test_a_request_during_a_page_load_is_a_child_of_its_span() -> None:
    loads = PageLoads()
    first, second = loaded("2026-01-31T12:00:00.500Z"), loaded("2026-01-31T12:00:10.500Z", "p2")
    for snapshot in (first, second, loaded("2026-01-31T12:00:10.400Z", "p3", tab_id=8)):
        loads.add(snapshot)
    page = span_of_load(second)
    assert page is not None
    child = span_of_request(fetched("2026-01-31T12:00:10.700Z"), loads)
    assert (child.parent, child.ids.trace) == (page.ids, page.ids.trace)
    assert child.ids.span != page.ids.span
    for later_or_elsewhere in (
        fetched("2026-01-31T12:00:09.000Z"),  # between two loads
        fetched("2026-01-31T12:00:12.000Z"),  # when the page was loaded
        fetched("2026-01-31T12:00:10.700Z", tab_id=9),
    ):
        assert span_of_request(later_or_elsewhere, loads).parent is None


def test_a_request_of_a_page_that_still_loads_is_a_child_of_its_later_span() -> None:
    loads = PageLoads()
    loads.add(loaded(TS, load=None))
    child = span_of_request(fetched("2026-01-31T12:00:03.000Z"), loads)
    loads.add(loaded(TS, load=5_000))
    page = span_of_load(loaded(TS, load=5_000))
    assert page is not None
    assert child.parent == page.ids
    assert span_of_request(fetched("2026-01-31T12:00:03.000Z"), loads).parent == page.ids


def test_a_request_with_a_trace_header_is_linked_with_the_page_load() -> None:
    loads = PageLoads()
    loads.add(loaded(TS))
    span = span_of_request(fetched(TS, trace_id="ab" * 16, span_id="cd" * 8), loads)
    page = span_of_load(loaded(TS))
    assert page is not None
    assert (span.ids.trace, span.parent, span.link) == ("ab" * 16, None, page.ids)


def test_page_loads_are_remembered_within_bounds() -> None:
    loads = PageLoads()
    for number in range(MAX_PAGE_LOADS + 1):
        loads.add(loaded(TS, str(number), tab_id=number))
    assert loads.of(fetched(TS, tab_id=0)) is None
    assert loads.of(fetched(TS, tab_id=1)) is not None


def test_vitals_that_the_browser_reported_are_metrics_in_seconds() -> None:
    snapshot = PerformanceSnapshot(
        ts=TS,
        url="/orders/4711",
        page_url="http://localhost:5173/orders/4711",
        timing=Timing(largest_contentful_paint=1_250),
        cumulative_layout_shift=0.25,
        long_tasks=LongTasks(),
    )
    points = {point.name: point for point in points_of(snapshot)}
    assert set(points) == {"browser.web_vital.lcp", "browser.web_vital.cls"}
    lcp, cls = points["browser.web_vital.lcp"], points["browser.web_vital.cls"]
    assert (lcp.value, lcp.unit, lcp.attributes) == (1.25, "s", {"url.path": "/orders/:id"})
    assert (cls.value, cls.unit) == (0.25, "1")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def entry(times: int = 1, id: str = "a.1") -> ConsoleEntry:
    return ConsoleEntry(id=id, ts=TS, url=PAGE, args=["late"], aggregated_count=times)


def test_an_event_waits_for_its_updates_and_its_later_repeats_are_counted() -> None:
    clock = Clock()
    pending = Pending(clock)
    pending.add(entry())
    pending.add(entry(3))
    assert pending.take_due() == []
    clock.now = SETTLE_S
    [log] = telemetry_of(pending.take_due(), pending.loads).logs
    assert log.attributes["gasoline.times"] == 3
    pending.add(entry(5))
    [again] = telemetry_of(pending.take_all(), pending.loads).logs
    assert again.attributes["gasoline.times"] == 2
    pending.add(entry(5))
    assert telemetry_of(pending.take_all(), pending.loads).logs == []


def test_a_page_is_one_span_and_only_changed_vitals_are_sent_again() -> None:
    pending = Pending(Clock())

    def page(load: float | None, lcp: float, cls: float) -> PerformanceSnapshot:
        timing = Timing(load=load, largest_contentful_paint=lcp)
        return PerformanceSnapshot(id="p", ts=TS, url="/", page_url=PAGE, timing=timing, cumulative_layout_shift=cls)

    counts = []
    for snapshot in (page(None, 100, 0), page(500, 100, 0), page(500, 200, 0)):
        pending.add(snapshot)
        found = telemetry_of(pending.take_all(), pending.loads)
        counts.append((len(found.spans), len(found.points)))
    assert counts == [(0, 2), (1, 0), (0, 1)]


def test_what_was_sent_is_remembered_within_bounds() -> None:
    pending = Pending(Clock())
    for number in range(MAX_SENT + 1):
        pending.add(entry(id=str(number)))
    pending.take_all()
    pending.add(entry(id="1"))
    pending.add(entry(id="0"))
    known, forgotten = pending.take_all()
    assert (known.times_sent, forgotten.times_sent) == (1, 0)
