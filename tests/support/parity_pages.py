"""The page that every parity scenario begins on."""

from site_for_tests import Site

PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
HTML = f"""<!doctype html><html lang="en"><title>Parity</title><link rel="icon" href="data:,">
<style>body {{ margin: 0 }}</style><button id="buy" data-testid="buy" style="width: 120px; height: 40px">Buy</button>
<input id="name" aria-label="Your name"><img id="logo" src="{PIXEL}"><script src="/parity.js"></script></html>"""
SCRIPT = """function add(cart) {
  return cart.items.length;
}
async function inner() {
  await null;
  throw new RangeError("too late");
}
async function outer() {
  await inner();
}
function shout(text) {
  console.warn(text, { left: 2 });
}
"""


def parity_page(site: Site, **headers: str) -> str:
    site.script("/parity.js", SCRIPT)
    return site.page("/parity-strict" if headers else "/parity", HTML, **headers)
