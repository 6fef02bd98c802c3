"""US social security numbers, by the rules they are issued by. Those that are printed in brochures count, too: where a
page under development shows one, it will show real ones."""

PATTERN = r"\b[0-9]{3}-[0-9]{2}-[0-9]{4}\b"
FIRST_UNUSED_AREA = "900"


def is_ssn(text: str) -> bool:
    area, group, serial = text.split("-")
    return area not in {"000", "666"} and area < FIRST_UNUSED_AREA and group != "00" and serial != "0000"
