// Records where the page's code sends beacons and opens event sources; their timing comes from the browser.

import { URL_CHARS } from "../../generated/limits.js";
import { append, itemAt, removeAt, slice } from "../core/natives.js";
import type { Hooks, Undo } from "../core/patch.js";
import { textOf } from "../core/readSafely.js";
import { absoluteUrl } from "../core/stamp.js";

const { prototype: navigatorPrototype } = Navigator;

const MAX_WAITING_CALLERS = 50; // beacons and event sources whose timing did not come yet

interface Caller {
  url: string;
  callSite: string;
}

export interface Callers {
  watch: (hooks: Hooks) => Undo;
  /** A comma and the field for the request that the browser reports, or nothing. */
  take: (url: string) => string;
}

/** `callSite`: see callSites.ts. */
export function createCallers(callSite: () => string): Callers {
  /** Calls that the browser has not reported yet, oldest first. */
  const waiting: Caller[] = [];

  const called = (url: unknown): void => {
    const field = callSite();
    if (field === "") return;
    append(waiting, { url: slice(absoluteUrl(textOf(url)), 0, URL_CHARS), callSite: field });
    if (waiting.length > MAX_WAITING_CALLERS) removeAt(waiting, 0);
  };

  return {
    watch: (hooks) => {
      hooks.patch(navigatorPrototype, "sendBeacon", {
        __proto__: null,
        beforeCall: (_, args) => called(itemAt(args, 0)),
      });
      hooks.patch(window, "EventSource", { __proto__: null, made: (_, args) => called(itemAt(args, 0)) });
      return hooks.undo;
    },
    take: (url) => {
      for (let i = 0; i < waiting.length; i++) {
        const caller = waiting[i] as Caller;
        if (caller.url !== url) continue;
        removeAt(waiting, i);
        return caller.callSite;
      }
      return "";
    },
  };
}
