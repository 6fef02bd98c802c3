"""US social security numbers, by the rules they are issued by."""

PATTERN = r"\b[0-9]{3}-[0-9]{2}-[0-9]{4}\b"
NEVER_ISSUED = frozenset({"078-05-1120", "219-09-9999", "123-45-6789"})
"""Printed in a wallet, in a brochure, on every form."""
FIRST_UNUSED_AREA = "900"


def is_ssn(text: str) -> bool:
    area, group, serial = text.split("-")
    return (
        text not in NEVER_ISSUED
        and area not in {"000", "666"}
        and area < FIRST_UNUSED_AREA
        and group != "00"
        and serial != "0000"
    )
