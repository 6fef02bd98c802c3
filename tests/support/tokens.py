"""How many tokens a model reads a text as, in the o200k encoding."""

import json
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("count_tokens.mjs")
WAIT_S = 60


def count_tokens(*texts: str) -> list[int]:
    """One number for each text."""
    node = shutil.which("node")
    assert node is not None and (ROOT / "node_modules/gpt-tokenizer").is_dir(), "run `make setup`"
    answer = subprocess.run(
        [node, str(PROGRAM)],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=WAIT_S,
        check=True,
    )
    return [int(number) for number in json.loads(answer.stdout)]
