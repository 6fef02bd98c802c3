// The app shell: navigation on the left, connection state at the top, the current view in the middle.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Feed } from "./feed/feed.js";
import { useFeed } from "./feed/useFeed.js";
import { ConnectionState } from "./parts/connectionState.js";
import { type Editor, readEditor, saveEditor } from "./parts/editor.js";
import { EditorChoice } from "./parts/editorChoice.js";
import { Empty } from "./parts/empty.js";
import { KeyHelp } from "./parts/keyHelp.js";
import { Nav } from "./parts/nav.js";
import { EditorContext } from "./parts/sourcePlace.js";
import { useKeys } from "./useKeys.js";
import { select, useRoute } from "./useRoute.js";
import { VIEWS } from "./views/index.js";

export function App({ feed }: { feed: Feed }) {
  useFeed(feed);
  const place = useRoute();
  const help = useRef<HTMLDialogElement>(null);
  const showHelp = useCallback(() => help.current?.showModal(), []);
  const togglePause = useCallback(() => feed.pause(!feed.paused), [feed]);
  const [editor, changeEditor, showEditor, editorDialog] = useEditor(feed.state?.folder ?? "");
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
      <Nav current={view.name} counts={feed.state?.counts ?? {}} {...{ showHelp, showEditor }} />
      <header class="top">
        <h1>{view.title}</h1>
        <ConnectionState feed={feed} togglePause={togglePause} />
      </header>
      <main class="stage">
        {feed.connection === "shut" ? (
          <SignedOut />
        ) : (
          <EditorContext.Provider value={editor}>
            <view.Component key={view.name} feed={feed} selected={place.selected} select={selectHere} />
          </EditorContext.Provider>
        )}
      </main>
      <KeyHelp dialog={help} />
      <EditorChoice dialog={editorDialog} editor={editor} change={changeEditor} />
    </div>
  );
}

/** The editor that the user chose in this browser, and its dialog. */
function useEditor(knownFolder: string) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<Editor>();
  const show = useCallback(() => dialog.current?.showModal(), []);
  const change = useCallback((editor: Editor) => {
    saveEditor(editor);
    setChosen(editor);
  }, []);
  return [chosen ?? readEditor(knownFolder), change, show, dialog] as const;
}

/** Shown to a browser whose session has ended. */
function SignedOut() {
  return (
    <Empty title="Session expired">
      The server restarted, or newer sessions replaced this one. Run <code>gasoline open</code> in a terminal.
    </Empty>
  );
}
