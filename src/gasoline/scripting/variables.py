"""Names of environment variables for values that were not recorded: one per field."""

import re
from dataclasses import dataclass, field

from gasoline.scripting.steps import Secret, Target

VARIABLE_CHARS = 40  # the name of an environment variable

PREFIX = "GASOLINE_"
UNNAMED = "VALUE"


@dataclass
class Variables:
    """Assigns names; the same field always gets the same name."""

    _names: dict[str, str] = field(default_factory=dict)

    def secret_of(self, target: Target) -> Secret:
        return self._named(str((target.selectors, target.frames, target.shadow)), target.label)

    def secret_named(self, label: str) -> Secret:
        """The variable for a value that does not belong to a field, such as the answer to a prompt."""
        return self._named(label, label)

    def _named(self, field_of: str, label: str) -> Secret:
        if field_of not in self._names:
            self._names[field_of] = self._free(_name_for(label))
        return Secret(self._names[field_of])

    @property
    def names(self) -> list[str]:
        return list(self._names.values())

    def _free(self, wanted: str) -> str:
        taken = set(self._names.values())
        number = 2
        name = wanted
        while name in taken:
            name = f"{wanted}_{number}"
            number += 1
        return name


def _name_for(label: str) -> str:
    words = re.sub(r"[^A-Z0-9]+", "_", label.upper().encode("ascii", "ignore").decode()).strip("_")
    return PREFIX + (words[:VARIABLE_CHARS].strip("_") or UNNAMED)
