// How a page came to its address, from the browser's own account of it: nothing of the page is wrapped.
import type { EnhancedAction } from "../generated/wire.js";
import type { Undo } from "./listeners.js";

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

/** Null when the page was there before us. */
export function howLoaded(): { trigger: NavigationTrigger; from: string | null } | null {
  if (document.readyState !== "loading") return null;
  const [timing] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return { trigger: LOADS[timing?.type ?? "navigate"] ?? "load", from: cameFrom() };
}

function cameFrom(): string | null {
  return browserHistory()?.activation?.from?.url || document.referrer || null;
}

/** Told of every change of the address without a load, and of a page that comes back from the cache as it was. */
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
