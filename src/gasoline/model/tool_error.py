"""A failure that an assistant reads: what was wrong, what is accepted, the next step."""


class ToolError(Exception):
    """Becomes `{error, message, hint}`; `code` is a stable snake_case word."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
