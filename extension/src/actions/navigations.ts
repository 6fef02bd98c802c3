// Where the page goes: loads, and changes of its address without one. Of the page itself, not of frames in it.
import type { NavigationTrigger } from "./history.js";
import { howLoaded, watchHistory } from "./history.js";
import { type Journal, plainUrl } from "./journal.js";
import type { Undo } from "./listeners.js";

/** `onRoute` is called after each change of the address without a load. */
export function recordNavigations(journal: Journal, onRoute: () => void): Undo {
  const loaded = howLoaded();
  if (loaded !== null) record(journal, loaded.trigger, loaded.from, location.href);
  return watchHistory((trigger, from, to) => {
    if (from === to) return;
    const { last } = journal;
    // Pages that write what is typed into their address do so with each key.
    if (trigger === "replaceState" && last?.type === "navigate" && last.trigger === trigger) {
      journal.revise(last, { toUrl: plainUrl(to) });
    } else record(journal, trigger, from, to);
    onRoute();
  });
}

function record(journal: Journal, trigger: NavigationTrigger, from: string | null, to: string): void {
  const fromUrl = from === null ? {} : { fromUrl: plainUrl(from) };
  journal.record({ type: "navigate", trigger, ...fromUrl, toUrl: plainUrl(to) }, Date.now(), to);
}
