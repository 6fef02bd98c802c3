"""The pictures of the documentation: there, made by the script, small, and harmless."""

import re
import struct
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from gasoline.dashboard.views import ALL as VIEWS

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
MOST_BYTES = 150_000

sys.path.insert(0, str(ROOT / "scripts"))

from pictures import PICTURES, Picture  # noqa: E402

MADE = {file for picture in PICTURES for file in picture.files()} | {"demo.svg"}


def test_every_picture_is_one_that_the_script_makes() -> None:
    assert {file.name for file in IMAGES.iterdir()} == MADE, "run `make pictures`"


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_picture_is_small(name: str) -> None:
    assert (IMAGES / name).stat().st_size < MOST_BYTES


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_has_its_size_in_every_color_scheme(picture: Picture) -> None:
    sizes = {_size(IMAGES / file) for file in picture.files()}
    assert len(sizes) == 1
    width, height = sizes.pop()
    assert width == picture.dots * picture.width
    assert picture.height is None or height == picture.dots * picture.height


def test_the_store_gets_pictures_of_the_sizes_it_takes() -> None:
    sizes = {file: _size(IMAGES / file) for file in MADE if file.startswith("store-")}
    assert sizes.pop("store-tile.png") == (440, 280)
    assert set(sizes.values()) == {(1280, 800)}
    assert 1 <= len(sizes) <= 5


def test_every_view_of_the_dashboard_is_in_its_page() -> None:
    page = (ROOT / "docs" / "dashboard.md").read_text("utf-8")
    others = [view.name for view in VIEWS if view.name != "timeline"]
    assert [name for name in others if f"images/view-{name}.png" not in page] == []


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
