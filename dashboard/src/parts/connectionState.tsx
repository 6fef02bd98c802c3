// Shows whether the data is live, and who else is connected.
import type { Feed } from "../feed/feed.js";
import type { Connection } from "../feed/state.js";
import type { State } from "../generated/views.js";
import { plural } from "./format.js";
import { KeyHint } from "./keyHelp.js";
import { SaveSession } from "./saveSession.js";

const WORDS: Record<Connection, string> = {
  connecting: "Connecting…",
  live: "Live",
  lost: "Reconnecting…",
  frozen: "Server does not respond",
  shut: "Session expired",
};

export function ConnectionState({ feed, togglePause }: { feed: Feed; togglePause: () => void }) {
  const { connection, paused, waiting, state } = feed;
  if (state?.recording) {
    return (
      <p class="recording" role="status">
        {state.recording}
      </p>
    );
  }
  return (
    <div class="connection">
      {state && <Others state={state} />}
      <span class="pill" role="status">
        <span class={`dot ${paused ? "paused" : connection}`} aria-hidden="true" />
        {paused ? `Paused${waiting ? ` · ${plural(waiting, "new event")}` : ""}` : WORDS[connection]}
      </span>
      <SaveSession />
      <button type="button" aria-pressed={paused} onClick={togglePause}>
        {paused ? "Resume" : "Pause"} <KeyHint keys="p" />
      </button>
    </div>
  );
}

function Others({ state: { extension, pilot, clients } }: { state: State }) {
  return (
    <p class="others">
      <span>{extension.connected ? `Extension, ${plural(extension.watched, "tab")}` : "No extension"}</span>
      <span>{plural(clients.length, "client")}</span>
      {pilot && <span class="pilot">AI Web Pilot on</span>}
    </p>
  );
}
