"""Reads a number that only the extension uses from its TypeScript source."""

import ast
import re
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "extension/src"


def extension_constant(name: str) -> int:
    """Of a product of whole numbers, such as `32 * 1024 * 1024`."""
    pattern = re.compile(rf"^(?:export )?const {name} = (?P<value>[\d_ *]+);", re.MULTILINE)
    found = [match["value"] for path in SOURCE.rglob("*.ts") for match in pattern.finditer(path.read_text("utf-8"))]
    assert len(found) == 1, f"{name} is defined {len(found)} times in {SOURCE}"
    product = 1
    for factor in found[0].split("*"):
        product *= ast.literal_eval(factor.strip())
    return product
