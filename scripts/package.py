"""Makes everything that a release uploads, into `dist/` or `--out DIR`, and prints one path per line.

That is the wheel, the source distribution, the extension as zips (for the Chrome Web Store, to load unpacked, and for
Firefox, ready to be signed), the third-party notices and SHA256SUMS.

The same sources make the same bytes, whenever and wherever they are packed.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from gasoline import __version__

ROOT = Path(__file__).resolve().parents[1]
SAME_TIME = (1980, 1, 1, 0, 0, 0)
SAME_EPOCH = "1577836800"
"""The time that hatchling writes into archives; SOURCE_DATE_EPOCH overrides it."""
READABLE = 0o644 << 16
NOTICES = "THIRD_PARTY_NOTICES.md"
BUILT_PARTS = ("gasoline/extension/", "gasoline/extension_firefox/", "gasoline/dashboard/built/")
"""The folders of the wheel that have notices."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    out: Path = parser.parse_args().out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    made = list(package(out))
    sums = out / "SHA256SUMS"
    sums.write_text("".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in made))
    print(*made, sums, sep="\n")


def package(out: Path) -> Iterator[Path]:
    wheel = python_package("wheel", out, f"gasoline-{__version__}-py3-none-any.whl")
    yield wheel
    yield python_package("sdist", out, f"gasoline-{__version__}.tar.gz")
    in_wheel = {part: files_below(wheel, part) for part in BUILT_PARTS}
    yield pack(in_wheel[BUILT_PARTS[0]], out / f"gasoline-extension-unpacked-{__version__}.zip")
    yield pack(in_wheel[BUILT_PARTS[1]], out / f"gasoline-extension-firefox-{__version__}.zip")
    yield pack(store_extension(), out / f"gasoline-extension-store-{__version__}.zip")
    notices = out / NOTICES
    notices.write_text(join_notices([files[NOTICES].decode() for files in in_wheel.values()]), "utf-8", newline="\n")
    yield notices


def python_package(target: str, out: Path, name: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(out)]
    environment = {"SOURCE_DATE_EPOCH": SAME_EPOCH, **os.environ}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return out / name


def files_below(archive: Path, folder: str) -> dict[str, bytes]:
    with zipfile.ZipFile(archive) as packed:
        names = [name for name in packed.namelist() if name.startswith(folder)]
        return {name.removeprefix(folder): packed.read(name) for name in names}


def store_extension() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as built:
        build = ["node", "extension/build.mjs", "--flavour", "store", "--out", built]
        subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        files = [file for file in Path(built).rglob("*") if file.is_file()]
        return {file.relative_to(built).as_posix(): file.read_bytes() for file in files}


def pack(files: Mapping[str, bytes], archive: Path) -> Path:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, SAME_TIME)
            entry.external_attr = READABLE
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, files[name])
    return archive


def join_notices(texts: list[str]) -> str:
    """One file with the section of each package once."""
    introduction, *_ = texts[0].partition("## ")
    sections = {section for text in texts for section in re.split(r"^(?=## )", text, flags=re.M)[1:]}
    return introduction + "\n".join(section.rstrip("\n") + "\n" for section in sorted(sections))


if __name__ == "__main__":
    main()
