"""An unhandled rejection of a call that had failed: nobody caught it."""

from gasoline.analysis.errors.summary import path_in_sentence
from gasoline.kernel.quoted import method_in_prose
from gasoline.model.error_context import FailedRequest
from gasoline.model.events import AnyLogEntry, ExceptionEntry


def unhandled_failure(entry: AnyLogEntry, request: FailedRequest | None) -> str:
    """Empty where the error is not a rejection or no request failed before it."""
    if request is None or not isinstance(entry, ExceptionEntry) or entry.rejection is not True:
        return ""
    outcome = f"answered {request.status}" if request.status else "got no answer"
    name = f"{method_in_prose(request.method)} {path_in_sentence(request.url)}"
    return f"{name} {outcome}, and no code handled the rejection that followed"
