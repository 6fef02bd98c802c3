"""Typed decoding of request bodies, with errors that a sender can act on."""

from typing import TypeVar

import msgspec

from gasoline.ingest.bad_body import BadBody

T = TypeVar("T")


def decode_body(decoder: msgspec.json.Decoder[T], body: bytes, expected: str) -> T:
    """The body as the decoder's type; BadBody names what was expected otherwise."""
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        raise BadBody(f"{error}. Expected {expected}.", code="invalid_body") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadBody(f"The body is not valid JSON ({error}). Expected {expected}.", code="bad_json") from None
