"""The numbers that the server shares with the extension and the dashboard."""

from collections import Counter
from pathlib import Path

import pytest

from extension_limits import WITH_DASHBOARD, WITH_EXTENSION, values_of

ROOT = Path(__file__).parents[2]


def test_each_shared_number_has_one_name() -> None:
    names = Counter(name for table in (WITH_EXTENSION, WITH_DASHBOARD) for names in table.values() for name in names)
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize(("side", "table"), [("extension", WITH_EXTENSION), ("dashboard", WITH_DASHBOARD)])
def test_each_exported_number_is_used(side: str, table: dict[str, tuple[str, ...]]) -> None:
    sources = [path for path in (ROOT / side / "src").rglob("*.ts*") if path.name != "limits.ts"]
    text = "\n".join(path.read_text("utf-8") for path in sources)
    assert [name for name in values_of(table) if name not in text] == []
