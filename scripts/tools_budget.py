"""Says how many bytes of `tools/list` are left, measured as it travels; fails above the budget."""

import json
import sys
from pathlib import Path

from gasoline.launch import first_answers
from gasoline.tools.schema import TOOLS_LIST_BYTES

RECORDED = Path(first_answers.__file__).with_name("first_answers.json")


def listed_bytes(recorded: str) -> int:
    """The largest result that a client with the five composite tools gets, over all versions of the protocol."""
    answers = json.loads(recorded)
    additions = [{}, *(version["tools/list"] for version in answers["modern"].values())]
    results = [{**more, **answers["tools"]["composite"]} for more in additions]
    return max(len(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode()) for result in results)


def main() -> int:
    size = listed_bytes(RECORDED.read_text("utf-8"))
    left = TOOLS_LIST_BYTES - size
    verdict = f"{left:,} left" if left >= 0 else f"{-left:,} too many: shorten descriptions of parameters"
    print(f"tools/list: {size:,} of {TOOLS_LIST_BYTES:,} bytes, {verdict}")
    return 0 if left >= 0 else 1


if __name__ == "__main__":
    sys.exit(main())
