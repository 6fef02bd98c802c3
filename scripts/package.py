"""Makes what is uploaded: `dist/gasoline-extension-VERSION.zip` for the store. `--out DIR` chooses another folder."""

import argparse
import subprocess
import tempfile
import zipfile
from pathlib import Path

from gasoline import __version__

ROOT = Path(__file__).resolve().parents[1]
SAME_TIME = (1980, 1, 1, 0, 0, 0)
"""The same sources make the same bytes, whenever and wherever they are packed."""
READABLE = 0o644 << 16


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as built:
        build = ["node", "extension/build.mjs", "--flavour", "store", "--out", built]
        subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        print(pack(Path(built), out / f"gasoline-extension-{__version__}.zip"))


def pack(folder: Path, archive: Path) -> Path:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), SAME_TIME)
            entry.external_attr = READABLE
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, file.read_bytes())
    return archive


if __name__ == "__main__":
    main()
