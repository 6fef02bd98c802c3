"""The pictures of the documentation: there, made by the script, small, and harmless."""

import re
import struct
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
MOST_BYTES = 150_000

sys.path.insert(0, str(ROOT / "scripts"))

from pictures import PICTURES, SCHEMES, Picture  # noqa: E402

MADE = {f"{picture.name}-{scheme}.png" for picture in PICTURES for scheme in SCHEMES} | {"demo.svg"}


def test_every_picture_is_one_that_the_script_makes() -> None:
    assert {file.name for file in IMAGES.iterdir()} == MADE, "run `make pictures`"


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_picture_is_small(name: str) -> None:
    assert (IMAGES / name).stat().st_size < MOST_BYTES


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_light_and_dark_show_the_same_at_two_dots_a_pixel(picture: Picture) -> None:
    sizes = {_size(IMAGES / f"{picture.name}-{scheme}.png") for scheme in SCHEMES}
    assert len(sizes) == 1
    assert sizes.pop()[0] == 2 * picture.width


def test_the_cast_is_a_picture_and_nothing_else() -> None:
    """No script, nothing from elsewhere: it is shown on other people's pages."""
    text = (IMAGES / "demo.svg").read_text("utf-8")
    tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(text).iter()}
    assert tags == {"svg", "title", "style", "rect", "circle", "g", "text", "tspan"}
    assert not re.search(r"href|url\(|@import|<!", text)
    assert "prefers-reduced-motion" in text


def _size(file: Path) -> tuple[int, int]:
    width, height = struct.unpack(">II", file.read_bytes()[16:24])
    return width, height
