"""Bounds of the fields that most messages and events have: names, URLs, times, texts."""

from typing import Annotated

from msgspec import Meta

MAX_OBJECT_KEYS = 100  # keys of one object, items of one array, entries of one Map or Set
KEY_CHARS = 100  # an object key of a logged value
URL_CHARS = 2_048  # one URL in an entry (data: URLs are long)
EXACT_INTEGER = 2**53 - 1  # the highest whole number that JavaScript counts to
MAX_SPAN_MS = 10**10  # a span of time: a third of a year, so that a stored time plus a span is a time
SELECTOR_CHARS = 2_000  # a selector or a frame in a question
NAME_CHARS = 64  # ids, versions, codes and other names on the wire
TIME_CHARS = 40  # an ISO time
PROSE_CHARS = 1_000  # one of our messages or hints on the wire

SpanMs = Annotated[float, Meta(ge=-MAX_SPAN_MS, le=MAX_SPAN_MS)]
"""Milliseconds that may be added to a time; below zero where a clock was set back."""
