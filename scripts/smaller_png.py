"""Writes a screenshot as a smaller PNG, with a palette of 256 colors: the browser finds them, we pack them."""

import base64
import struct
import zlib

from playwright.sync_api import Page

SIGNATURE = b"\x89PNG\r\n\x1a\n"
PALETTE = 3
BEST = 9

# Colors so chosen, the frequent ones first, that none is far from one of them; each becomes the nearest.
REDUCE = """async (data) => {
  const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + data)).blob());
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const dots = canvas.getImageData(0, 0, width, height).data;
  const counts = new Map();
  const at = (dot) => (dots[dot] << 16) | (dots[dot + 1] << 8) | dots[dot + 2];
  for (let dot = 0; dot < dots.length; dot += 4) counts.set(at(dot), (counts.get(at(dot)) ?? 0) + 1);
  const frequent = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([color]) => color);
  const distance = (a, b) =>
    ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;
  const apart = (least) => {
    const chosen = [];
    for (const color of frequent) {
      if (chosen.every((one) => distance(one, color) > least)) chosen.push(color);
      if (chosen.length > 256) return null;
    }
    return chosen;
  };
  let palette = null;
  for (let least = 0; palette === null; least += 4) palette = apart(least);
  const nearest = (color) =>
    palette.reduce((best, one, number) => (distance(one, color) < distance(palette[best], color) ? number : best), 0);
  const numbers = new Map([...counts.keys()].map((color) => [color, nearest(color)]));
  const reduced = new Uint8Array(width * height);
  for (let dot = 0; dot < reduced.length; dot++) reduced[dot] = numbers.get(at(dot * 4));
  return { width, height, palette, dots: reduced.toBase64() };
}"""


def smaller_png(png: bytes, workshop: Page) -> bytes:
    """`workshop` is any page in which a script may run."""
    reduced = workshop.evaluate(REDUCE, base64.b64encode(png).decode())
    width, height = reduced["width"], reduced["height"]
    dots = base64.b64decode(reduced["dots"])
    rows = b"".join(b"\0" + dots[start : start + width] for start in range(0, len(dots), width))
    return SIGNATURE + b"".join(
        (
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, PALETTE, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(color.to_bytes(3) for color in reduced["palette"])),
            _chunk(b"IDAT", zlib.compress(rows, BEST)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
