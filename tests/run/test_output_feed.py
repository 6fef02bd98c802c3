"""Output that comes faster than it can be parsed: what is kept, and what is counted."""

import pytest

from gasoline.launch.dev_server import output_feed
from gasoline.launch.dev_server.output_feed import Chunk, OutputFeed
from gasoline.launch.server_output.line_reader import LineReader


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> OutputFeed:
    """With room for 12 bytes, and for 12 more that look like an error."""
    monkeypatch.setattr(output_feed, "SERVER_FEED_BYTES", 12)
    monkeypatch.setattr(output_feed, "SERVER_FEED_ERROR_BYTES", 12)
    return OutputFeed()


def taken(feed: OutputFeed) -> list[tuple[str, bytes, bool]]:
    chunks: list[Chunk] = []
    while chunk := feed.pop():
        chunks.append(chunk)
    return [(chunk.stream, chunk.data, chunk.follows_gap) for chunk in chunks]


# RUN-03
def test_the_newest_output_is_kept_and_dropped_lines_are_counted(feed: OutputFeed) -> None:
    for data in (b"a\nb\nc\n", b"d\ne\nf\n", b"g\nh\ni\n"):
        feed.put("stdout", data)
    assert feed.dropped_lines == 3
    assert taken(feed) == [("stdout", b"d\ne\nf\n", True), ("stdout", b"g\nh\ni\n", False)]


def test_output_that_looks_like_an_error_is_kept_longer(feed: OutputFeed) -> None:
    for data in (b"before\n", b"KeyError: 1\n", b"after\n", b"latest\n"):
        feed.put("stdout", data)
    assert feed.dropped_lines == 2
    assert taken(feed) == [("stdout", b"KeyError: 1\n", True), ("stdout", b"latest\n", True)]


def test_a_gap_in_one_stream_is_not_a_gap_in_another(feed: OutputFeed) -> None:
    feed.put("stdout", b"out of it\n")
    feed.put("stderr", b"err\n")
    feed.put("stdout", b"newer\n")
    assert taken(feed) == [("stderr", b"err\n", False), ("stdout", b"newer\n", True)]


def test_unread_output_is_counted_by_the_length_of_the_lines_before_it(feed: OutputFeed) -> None:
    feed.put("stdout", b"12345\n1234\n")
    feed.skip("stdout", 1_100)
    feed.put("stdout", b"x\n")
    assert feed.dropped_lines == 200 + 2
    assert taken(feed) == [("stdout", b"x\n", True)]


def test_lines_on_both_sides_of_a_gap_are_not_joined() -> None:
    reader = LineReader()
    assert reader.feed(b"complete\ntoken=abc") == ["complete"]
    reader.skip_line()
    assert reader.feed(b"the end of a secret") == []
    assert reader.feed(b", still\nnext\n") == ["next"]
