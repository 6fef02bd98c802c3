"""What a page shows and receives now, within its share of memory."""

from gasoline.analysis.sessions.latest_shapes import fitting, message_shapes, response_shapes
from gasoline.analysis.sessions.visible_text import bounded_text, size_of
from gasoline.model.activity import Activity
from gasoline.model.page_state import (
    MESSAGE_SHAPES_BYTES,
    PAGE_TEXT_BYTES,
    RESPONSE_SHAPES_BYTES,
    PageState,
    VisibleText,
)

PAGE_STATE_BYTES = PAGE_TEXT_BYTES + RESPONSE_SHAPES_BYTES + MESSAGE_SHAPES_BYTES
NO_ROOM = "there was no room left to keep it"


def page_state_of(
    activity: Activity, text: VisibleText | str, *, has_bodies: bool, room: int = PAGE_STATE_BYTES
) -> PageState:
    """`text`: what the page shows, or why that is unknown; `room`: bytes for everything together."""
    shown = bounded_text(text, min(room, PAGE_TEXT_BYTES)) if isinstance(text, VisibleText) else None
    left = room - (size_of(shown) if shown else 0)
    all_responses, all_messages = response_shapes(activity.bodies), message_shapes(activity.messages)
    responses = fitting(all_responses, min(left, RESPONSE_SHAPES_BYTES))
    messages = fitting(all_messages, min(left - RESPONSE_SHAPES_BYTES, MESSAGE_SHAPES_BYTES))
    return PageState(
        text=shown,
        why_no_text=text if isinstance(text, str) else "" if shown else NO_ROOM,
        responses=tuple(responses),
        messages=tuple(messages),
        has_bodies=has_bodies,
        left_out=len(all_responses) + len(all_messages) - len(responses) - len(messages),
    )
