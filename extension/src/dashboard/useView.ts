// Reads a view from the server, and again when something happened; at most once in a while.
import { useEffect, useState } from "preact/hooks";
import { DASHBOARD_LOOK_AGAIN_MS, DASHBOARD_REFRESH_MS } from "../generated/limits.js";
import type { Feed } from "./feed/feed.js";

export interface Loaded<T> {
  /** What was read last; undefined before the first answer and for another id. */
  data: T | undefined;
  /** Why there is nothing, in words for the person. */
  problem: string;
}

interface Answer {
  text: string;
  status: number;
}

const NO_ANSWER = 0;
const UNREACHABLE = "The server does not answer. Is it running? `gasoline status` says so.";

/** `id` asks for one thing's detail; null asks for nothing. */
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

/** Reads now, after news and now and then; returns the end of it. */
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
    // What a person reads stays while the server is away; the frame says that it is.
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
    const answer = await fetch(address, { signal });
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
