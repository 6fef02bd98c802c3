// Navigation history from the browser's own events; no page function is wrapped.
import type { EnhancedAction } from "../generated/wire.js";
import { type ActionJournal, plainUrl } from "./actionJournal.js";
import type { Undo } from "./listenFirst.js";

export type NavigationTrigger = NonNullable<EnhancedAction["trigger"]>;

/** The parts of the Navigation API that are used. */
interface History extends EventTarget {
  activation?: { from: { url: string | null } | null } | null;
}
interface EntryChange extends Event {
  navigationType: "push" | "replace" | "traverse" | "reload" | null;
  from: { url: string | null };
}

const LOADS: Readonly<Record<string, NavigationTrigger>> = {
  navigate: "load",
  prerender: "load",
  reload: "reload",
  back_forward: "popstate",
};
const ROUTES = { push: "pushState", replace: "replaceState", traverse: "popstate", reload: null } as const;

function browserHistory(): History | undefined {
  return (window as { navigation?: History }).navigation;
}

/** Null if the page was open before us. */
export function howLoaded(): { trigger: NavigationTrigger; from: string | null } | null {
  if (document.readyState !== "loading") return null;
  const [timing] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return { trigger: LOADS[timing?.type ?? "navigate"] ?? "load", from: cameFrom() };
}

function cameFrom(): string | null {
  return browserHistory()?.activation?.from?.url || document.referrer || null;
}

/** Called for every URL change without a load, and when a page returns from the back/forward cache. */
export function watchHistory(
  onChange: (trigger: NavigationTrigger, from: string | null, to: string) => void,
): Undo {
  const history = browserHistory();
  let isHash = false;
  const before = (event: Event) => {
    isHash = (event as Event & { hashChange: boolean }).hashChange;
  };
  const after = (event: Event) => {
    const { navigationType, from } = event as EntryChange;
    const route = navigationType && ROUTES[navigationType];
    if (route) onChange(isHash && route !== "popstate" ? "hashchange" : route, from.url, location.href);
    isHash = false;
  };
  const back = (event: PageTransitionEvent) => {
    if (event.persisted) onChange("popstate", null, location.href);
  };
  history?.addEventListener("navigate", before);
  history?.addEventListener("currententrychange", after);
  window.addEventListener("pageshow", back);
  return () => {
    history?.removeEventListener("navigate", before);
    history?.removeEventListener("currententrychange", after);
    window.removeEventListener("pageshow", back);
  };
}

/** `onRoute` is called after each change of the address without a load. */
export function recordNavigations(journal: ActionJournal, onRoute: () => void): Undo {
  const loaded = howLoaded();
  if (loaded !== null) record(journal, loaded.trigger, loaded.from, location.href);
  return watchHistory((trigger, from, to) => {
    if (from === to) return;
    const { last } = journal;
    // Pages that reflect input in their URL change it with each key.
    if (trigger === "replaceState" && last?.type === "navigate" && last.trigger === trigger) {
      journal.revise(last, { toUrl: plainUrl(to) });
    } else record(journal, trigger, from, to);
    onRoute();
  });
}

function record(journal: ActionJournal, trigger: NavigationTrigger, from: string | null, to: string): void {
  const fromUrl = from === null ? {} : { fromUrl: plainUrl(from) };
  journal.record({ type: "navigate", trigger, ...fromUrl, toUrl: plainUrl(to) }, Date.now(), to);
}
