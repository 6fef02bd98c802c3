"""An invalid request body: becomes a 4xx response that says what to do."""


class BadBody(Exception):
    """`code` is a stable snake_case word; `status` the HTTP status."""

    def __init__(self, message: str, code: str = "bad_request", status: int = 400, retry_after: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.retry_after = retry_after
