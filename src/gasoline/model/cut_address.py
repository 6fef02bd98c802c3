"""Long addresses, shortened."""


def cut_address(address: str, chars: int) -> str:
    """Cut between two segments of the path: no exit would recognise half a token as a secret."""
    if len(address) <= chars:
        return address
    return address[: address.rfind("/", 0, chars - 1) + 1] + "…"
