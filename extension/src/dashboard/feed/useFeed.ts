// Renders a component again whenever the feed has something new.
import { useEffect, useState } from "preact/hooks";
import type { Feed } from "./feed.js";

export function useFeed(feed: Feed): void {
  const [, setVersion] = useState(feed.version);
  useEffect(() => feed.listen(() => setVersion(feed.version)), [feed]);
}
