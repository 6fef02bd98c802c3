// Loads a view from the server, and reloads it after changes, with a minimum interval.
import { useEffect, useState } from "preact/hooks";
import type { Feed } from "./feed/feed.js";

export const DASHBOARD_REFRESH_MS = 1_000; // a view that is looked at is read again at most so often
const ANSWER_WAIT_MS = 10_000; // then the server counts as unreachable
const DASHBOARD_LOOK_AGAIN_MS = 3_000; // and at least so often: tabs, clients and times change without an event

export interface Loaded<T> {
  /** The latest data; undefined before the first answer and after a change of id. */
  data: T | undefined;
  /** Why there is no data, as a message for the user. */
  problem: string;
}

interface Answer {
  text: string;
  status: number;
}

const NO_ANSWER = 0;
const UNREACHABLE = "The server does not respond. Run `gasoline status` to check whether it is running.";

/** `id` requests the details of one entry; null requests nothing. */
export function useView<T>(feed: Feed, name: string, id: string | null = ""): Loaded<T> {
  const address = id === null ? "" : `/dashboard/views/${name}${id && `?id=${encodeURIComponent(id)}`}`;
  const [loaded, setLoaded] = useState<Loaded<T> & { address: string }>({ ...NOTHING, address: "" });
  useEffect(
    () =>
      address ? keepReading(feed, address, (next: Loaded<T>) => setLoaded({ ...next, address })) : undefined,
    [feed, address],
  );
  return loaded.address === address ? loaded : NOTHING;
}

const NOTHING = { data: undefined, problem: "" };

/** Loads now, after changes and periodically; returns the function that stops it. */
function keepReading<T>(feed: Feed, address: string, show: (loaded: Loaded<T>) => void): () => void {
  const stop = new AbortController();
  let shown = "";
  let hasData = false;
  let isReading = false;
  let hasNews = false;
  const read = async () => {
    isReading = true;
    hasNews = false;
    const answer = await get(address, stop.signal);
    if (stop.signal.aborted) return;
    if (answer.status === 401) feed.shut();
    // Keeps the data on screen while the server is unreachable; the app shell shows the connection state.
    const isAway = answer.status === NO_ANSWER && hasData;
    if (!isAway && answer.text !== shown) show(loadedFrom(answer));
    if (!isAway) shown = answer.text;
    hasData ||= answer.status === 200;
    setTimeout(() => {
      isReading = false;
      if (hasNews && !stop.signal.aborted) void read();
    }, DASHBOARD_REFRESH_MS);
  };
  const unlisten = feed.listen(() => {
    hasNews = !feed.paused;
    if (hasNews && !isReading) void read();
  });
  const lookAgain = setInterval(() => {
    if (!isReading && !feed.paused && !document.hidden) void read();
  }, DASHBOARD_LOOK_AGAIN_MS);
  void read();
  return () => {
    clearInterval(lookAgain);
    unlisten();
    stop.abort();
  };
}

async function get(address: string, signal: AbortSignal): Promise<Answer> {
  try {
    const answer = await fetch(address, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WAIT_MS)]),
    });
    return { text: await answer.text(), status: answer.status };
  } catch {
    return { text: JSON.stringify({ message: UNREACHABLE }), status: NO_ANSWER };
  }
}

function loadedFrom<T>({ text, status }: Answer): Loaded<T> {
  const body = JSON.parse(text) as T & { message?: string };
  return status === 200
    ? { data: body, problem: "" }
    : { data: undefined, problem: body.message ?? UNREACHABLE };
}
