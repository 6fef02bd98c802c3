// A handler that fails.
import express from "express";

const app = express();

app.get("/api/orders", () => {
  throw new RangeError("no stock");
});

app.listen(Number(process.argv[2]), "127.0.0.1");
