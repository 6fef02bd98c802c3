"""Size of the script that runs in every frame of every captured page."""

from row import Must, Row
from workbench import Workbench

MUST = Must(50, "KB")


def run(bench: Workbench) -> list[Row]:
    size = (bench.extension / "page.js").stat().st_size / 1e3
    return [Row("page.js", f"{size:.1f} KB", must=MUST, value=size)]
