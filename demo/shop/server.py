"""The demo shop's server: a page, products, orders, and two ways an order goes wrong."""

import argparse
import json
import sys
import traceback
from collections.abc import Iterable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".map": "application/json",
    ".svg": "image/svg+xml",
}
PAGES = {"/": "public/index.html", "/style.css": "public/style.css", "/art.svg": "public/art.svg"}
BUNDLES = ("/app.js", "/app.js.map")
MAX_BODY_BYTES = 64 * 1024

PRODUCTS = [
    {"id": "morning-blend", "name": "Morning Blend", "note": "Beans, 250 g, chocolate and plum", "priceCents": 1450},
    {"id": "house-espresso", "name": "House Espresso", "note": "Beans, 250 g, dark and round", "priceCents": 1600},
    {"id": "moka-pot", "name": "Moka Pot", "note": "Three cups, for the stove", "priceCents": 3900},
    {"id": "pour-over", "name": "Pour-over Dripper", "note": "Glass, with a server", "priceCents": 2400},
    {"id": "stoneware-mug", "name": "Stoneware Mug", "note": "Thrown by hand, 300 ml", "priceCents": 1800},
    {"id": "gooseneck-kettle", "name": "Gooseneck Kettle", "note": "Steel, pours where you look", "priceCents": 6200},
]
PRICES: dict[str, int] = {str(product["id"]): int(str(product["priceCents"])) for product in PRODUCTS}
COUPONS = {"SLOW10": 10}
EXPIRED = {"SPRING24"}
STOCK = {product: 20 for product in PRICES if product != "moka-pot"}  # nobody has counted the Moka Pots yet


class StockUnknown(Exception):
    """The stock service has no number for a product."""


class Answer(NamedTuple):
    status: HTTPStatus
    body: dict[str, Any]


def take_order(order: Any, number: int, *, counted: bool = False) -> Answer:
    """A receipt, or one of the refusals that the buggy page does not check; `counted` is a working stock service."""
    try:
        items = {str(item["id"]): int(item["quantity"]) for item in order["items"]}
        coupon = order.get("coupon")
        total = sum(PRICES[product] * quantity for product, quantity in items.items())
    except (TypeError, KeyError, ValueError, AttributeError):
        return _refusal(HTTPStatus.BAD_REQUEST, "malformed_order", "This is not an order.")
    if coupon in EXPIRED:
        message = f"The coupon {coupon} ended in May 2024."
        return _refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "coupon_expired", message)
    try:
        check_stock(items, STOCK if not counted else dict.fromkeys(PRICES, 20))
    except StockUnknown as error:
        traceback.print_exc()
        return _refusal(HTTPStatus.INTERNAL_SERVER_ERROR, "stock_unknown", str(error))
    total -= total * COUPONS.get(coupon, 0) // 100
    receipt = {"total": total, "items": sum(items.values()), "coupon": coupon}
    return Answer(HTTPStatus.CREATED, {"id": f"SM-{1000 + number}", "receipt": receipt})


def check_stock(items: Iterable[str], stock: dict[str, int]) -> None:
    for product in items:
        if product not in stock:
            name = next(each["name"] for each in PRODUCTS if each["id"] == product)
            raise StockUnknown(f"The stock of the {name} is unknown at the moment.")


def _refusal(status: HTTPStatus, code: str, message: str) -> Answer:
    return Answer(status, {"error": {"code": code, "message": message}})


class Shop(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int, *, fixed: bool, counted: bool = False) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.bundle = HERE / "dist" / "fixed" if fixed else HERE / "dist"
        self.counted = counted
        self.orders = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


class Handler(BaseHTTPRequestHandler):
    server: Shop
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path == "/api/products":
            self._send(HTTPStatus.OK, "application/json", json.dumps(PRODUCTS).encode())
        elif path in PAGES:
            self._send_file(HERE / PAGES[path])
        elif path in BUNDLES:
            self._send_file(self.server.bundle / path[1:])
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        if self.path != "/api/orders" or length > MAX_BODY_BYTES:
            self.close_connection = True
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self.server.orders += 1
        answer = take_order(_parsed(self.rfile.read(length)), self.server.orders, counted=self.server.counted)
        self._send(answer.status, "application/json", json.dumps(answer.body).encode())

    def _send_file(self, file: Path) -> None:
        self._send(HTTPStatus.OK, TYPES[file.suffix], file.read_bytes())

    def _send(self, status: HTTPStatus, content_type: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """An access line, as most servers print it."""
        if self.path.startswith("/api/"):
            print(self.address_string(), format % args, file=sys.stderr, flush=True)


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="default: a free one")
    parser.add_argument("--fixed", action="store_true", help="serve the page with its bug fixed")
    parser.add_argument(
        "--counted", action="store_true", help="use a stock service that works, so that orders are accepted"
    )
    args = parser.parse_args()
    shop = Shop(args.port, fixed=args.fixed, counted=args.counted)
    if not (shop.bundle / "app.js").is_file():
        print("The page is not built yet: run `node demo/shop/build.mjs`.")
        return 1
    print(f"Shop: {shop.url}", flush=True)
    try:
        shop.serve_forever()
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
