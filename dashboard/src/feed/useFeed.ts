// Re-renders a component whenever the feed changes.
import { useEffect, useState } from "preact/hooks";
import type { Feed } from "./feed.js";

export function useFeed(feed: Feed): void {
  const [, setVersion] = useState(feed.version);
  useEffect(() => {
    const update = () => setVersion(feed.version);
    // Effects run after the first frame: the feed may have announced something since the render.
    update();
    return feed.listen(update);
  }, [feed]);
}
