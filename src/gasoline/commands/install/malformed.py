"""A configuration file that cannot be edited safely, and where it goes wrong."""


class Malformed(Exception):
    """The text is not what its format demands at `line`, `column` (both from 1)."""

    def __init__(self, message: str, text: str, offset: int) -> None:
        before = text[:offset]
        self.message = message
        self.line = before.count("\n") + 1
        self.column = offset - (before.rfind("\n") + 1) + 1
        super().__init__(f"{message} at line {self.line}, column {self.column}")
