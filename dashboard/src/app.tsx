// The app shell: navigation on the left, connection state at the top, the current view in the middle.
import { useCallback, useEffect, useRef } from "preact/hooks";
import type { Feed } from "./feed/feed.js";
import { useFeed } from "./feed/useFeed.js";
import { ConnectionState } from "./parts/connectionState.js";
import { Empty } from "./parts/empty.js";
import { KeyHelp } from "./parts/keyHelp.js";
import { Nav } from "./parts/nav.js";
import { useKeys } from "./useKeys.js";
import { select, useRoute } from "./useRoute.js";
import { VIEWS } from "./views/index.js";

export function App({ feed }: { feed: Feed }) {
  useFeed(feed);
  const place = useRoute();
  const help = useRef<HTMLDialogElement>(null);
  const showHelp = useCallback(() => help.current?.showModal(), []);
  const togglePause = useCallback(() => feed.pause(!feed.paused), [feed]);
  useKeys({ help: showHelp, pause: togglePause });
  const view = VIEWS.find(({ name }) => name === place.view) ?? VIEWS[0];
  const selectHere = useCallback((id: string) => view && select(view.name, id), [view]);
  const isRecording = feed.state?.recording !== undefined;
  useEffect(() => {
    document.title = [view?.title, isRecording && "Recording", "Gasoline"].filter(Boolean).join(" – ");
  }, [view, isRecording]);
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
          <SignedOut />
        ) : (
          <view.Component key={view.name} feed={feed} selected={place.selected} select={selectHere} />
        )}
      </main>
      <KeyHelp dialog={help} />
    </div>
  );
}

/** Shown to a browser whose session has ended. */
function SignedOut() {
  return (
    <Empty title="Session expired">
      The server restarted, or newer sessions replaced this one. Run <code>gasoline open</code> in a terminal.
    </Empty>
  );
}
