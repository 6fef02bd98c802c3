// The dashboard: shows the user what the assistant sees. Page text is always rendered as plain text.
import { render } from "preact";
import { App } from "./app.js";
import { Feed } from "./feed/feed.js";

const root = document.getElementById("app");
if (root) {
  const feed = new Feed();
  feed.start();
  render(<App feed={feed} />, root);
}
