// The dashboard: what the assistant sees, for the person. Text of pages is only ever shown as text.
import { render } from "preact";
import { App } from "./app.js";
import { Feed } from "./feed/feed.js";

const root = document.getElementById("app");
if (root) {
  const feed = new Feed();
  feed.start();
  render(<App feed={feed} />, root);
}
