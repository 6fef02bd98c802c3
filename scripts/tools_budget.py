"""Says how many bytes of `tools/list` are left, measured as it travels; fails above the budget."""

import json
import sys
from pathlib import Path

from gasoline.launch import first_answers
from gasoline.tools.schema import TOOLS_LIST_BYTES

# The newest version of the protocol adds its own members to the result.
PROTOCOL_BYTES = 160

RECORDED = Path(first_answers.__file__).with_name("first_answers.json")


def listed_bytes(recorded: str) -> int:
    """The size of the result that clients with the five composite tools get."""
    result = json.loads(recorded)["tools"]["composite"]
    return len(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode())


def main() -> int:
    size = listed_bytes(RECORDED.read_text("utf-8"))
    budget = TOOLS_LIST_BYTES - PROTOCOL_BYTES
    left = budget - size
    verdict = f"{left:,} left" if left >= 0 else f"{-left:,} too many: shorten descriptions of parameters"
    print(f"tools/list: {size:,} of {budget:,} bytes, {verdict}")
    return 0 if left >= 0 else 1


if __name__ == "__main__":
    sys.exit(main())
