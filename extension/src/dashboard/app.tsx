// The frame: navigation on the left, what is known of the connection on top, the view in the middle.
import { useCallback, useEffect, useRef } from "preact/hooks";
import type { Feed } from "./feed/feed.js";
import { useFeed } from "./feed/useFeed.js";
import { ConnectionState } from "./parts/connectionState.js";
import { KeyHelp } from "./parts/keyHelp.js";
import { Nav } from "./parts/nav.js";
import { Shut } from "./parts/shut.js";
import { useKeys } from "./useKeys.js";
import { select, usePlace } from "./usePlace.js";
import { VIEWS } from "./views/index.js";

export function App({ feed }: { feed: Feed }) {
  useFeed(feed);
  const place = usePlace();
  const help = useRef<HTMLDialogElement>(null);
  const showHelp = useCallback(() => help.current?.showModal(), []);
  const togglePause = useCallback(() => feed.pause(!feed.paused), [feed]);
  useKeys({ help: showHelp, pause: togglePause });
  const view = VIEWS.find(({ name }) => name === place.view) ?? VIEWS[0];
  const selectHere = useCallback((id: string) => view && select(view.name, id), [view]);
  useEffect(() => {
    document.title = view ? `${view.title} – Gasoline` : "Gasoline";
  }, [view]);
  if (!view) return null;
  return (
    <div class="frame">
      <Nav current={view.name} counts={feed.state?.counts ?? {}} showHelp={showHelp} />
      <header class="top">
        <h1>{view.title}</h1>
        <ConnectionState feed={feed} togglePause={togglePause} />
      </header>
      <main class="stage">
        {feed.connection === "shut" ? (
          <Shut />
        ) : (
          <view.Component key={view.name} feed={feed} selected={place.selected} select={selectHere} />
        )}
      </main>
      <KeyHelp dialog={help} />
    </div>
  );
}
