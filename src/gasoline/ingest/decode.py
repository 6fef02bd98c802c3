"""Typed decoding of request bodies, with errors that a sender can act on."""

import json
from typing import TypeVar

import msgspec

from gasoline.ingest.bad_body import BadBody

T = TypeVar("T")


def decode_body(decoder: msgspec.json.Decoder[T], body: bytes, expected: str) -> T:
    """The body as the decoder's type; BadBody names what was expected otherwise."""
    try:
        return _decode(decoder, body)
    except msgspec.ValidationError as error:
        raise BadBody(f"{error}. Expected {expected}.", code="invalid_body") from None
    except (ValueError, RecursionError) as error:
        raise BadBody(f"The body is not valid JSON ({error}). Expected {expected}.", code="bad_json") from None


def _decode(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    """Half a surrogate pair is no reason to lose a batch: it becomes a question mark."""
    try:
        return decoder.decode(body)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        return decoder.decode(json.dumps(json.loads(body), ensure_ascii=False).encode("utf-8", "replace"))
