"""Media types of files that a person chose, by their names."""

import mimetypes


def file_type(name: str) -> str:
    """What the name says; a browser would send it so."""
    return mimetypes.guess_type(f"file.{name.rpartition('.')[2]}")[0] or "application/octet-stream"
