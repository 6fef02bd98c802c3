"""Fields that only the server sets: what a sender says there is ignored."""

from typing import Any

from msgspec import UNSET, inspect
from msgspec.structs import replace

from gasoline.model.events import SERVER_SIDE, Event


class ServerSide:
    """The server's own fields of one stream's events."""

    def __init__(self, kind: inspect.Type) -> None:
        structs = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
        fields = [field for struct in structs if isinstance(struct, inspect.StructType) for field in struct.fields]
        self._names = {field.encode_name: field.name for field in fields if _is_server_side(field.type)}

    @property
    def wire_names(self) -> frozenset[str]:
        return frozenset(self._names)

    def unset(self, event: Event) -> Event:
        """A new event as its sender may send it."""
        said = [name for name in self._names.values() if getattr(event, name, UNSET) is not UNSET]
        return replace(event, **dict.fromkeys(said, UNSET)) if said else event

    def without(self, fields: dict[str, Any]) -> dict[str, Any]:
        """An event's fields on the wire, before they are merged with those that are known."""
        return {name: value for name, value in fields.items() if name not in self._names}


def _is_server_side(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.Metadata) and kind.extra == SERVER_SIDE
