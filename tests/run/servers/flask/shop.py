"""A handler that fails."""

from flask import Flask

app = Flask(__name__)


@app.get("/api/orders")
def orders() -> str:
    raise ValueError("no stock")
