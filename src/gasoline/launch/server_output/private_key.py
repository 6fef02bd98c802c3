"""Private keys that are printed line by line: their lines are left out, because alone they are not recognized."""

import re

SERVER_KEY_LINES = 200  # lines after the head of a key, or after a gap, that may be lines of a key
KEY_LINE_CHARS = 16  # a shorter text is not recognized as a line of a key, unless it follows one

# RUN-10
_BEGIN = re.compile(r"-----BEGIN (?:[A-Z]{2,9} ){0,2}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(r"-----END (?:[A-Z]{2,9} ){0,2}PRIVATE KEY(?: BLOCK)?-----")
_PROCESS = re.compile(r"\s*(?:\[[\w.-]+\]|[\w.-]+ +\|)")
"""`[0] ` or `api-1  | `."""
_KEY = re.compile(r"[0-9A-Za-z+/]+={0,2}")
_AROUND = " \t'\"`,;+.|[](){}>"


class PrivateKeyFilter:
    """Masks keys in the lines of one stream. Lines of other processes may come between those of a key."""

    def __init__(self) -> None:
        self._left = 0
        """So many lines may still belong to a key."""
        self._follows_key_line = False

    def skip_lines(self) -> None:
        """After a gap, the next lines may be the rest of a key."""
        self._left = SERVER_KEY_LINES

    def without_key(self, line: str) -> str:
        """The line without its part of a private key; empty if nothing else is in it."""
        head = _BEGIN.search(line)
        if head and not _END.search(line, head.end()):
            self._left, self._follows_key_line = SERVER_KEY_LINES, True
            return line[: head.end()]
        if self._left and (end := _END.search(line)):
            self._left, self._follows_key_line = 0, False
            rest = line[end.end() :]
            return rest if any(char.isalnum() for char in rest) else ""
        return "" if self._left and self._is_key_line(line) else line

    def _is_key_line(self, line: str) -> bool:
        self._left -= 1
        text = line[found.end() :] if (found := _PROCESS.match(line)) else line
        text = text.strip(_AROUND).removesuffix("\\n")
        has_size = self._follows_key_line or len(text) >= KEY_LINE_CHARS
        self._follows_key_line = has_size and _KEY.fullmatch(text) is not None
        return self._follows_key_line
