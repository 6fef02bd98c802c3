// Adds to events that were already sent where the application called from: the frames of their call stacks, source-mapped.

import { KEY_CHARS, MAX_CALL_PLACES, URL_CHARS } from "../../generated/limits.js";
import type { CallPlace, StreamName } from "../../generated/wire.js";
import type { Parcel } from "../../shared/messages.js";
import { within } from "../../shared/within.js";
import { cleanPath, isLibraryScript } from "./cleanPath.js";
import { isEvaluated } from "./evaluatedModules.js";
import { plainName } from "./functionAround.js";
import { locate } from "./locateSource.js";
import { fileOf } from "./snippetsOf.js";
import type { SourceDocument } from "./sourceFile.js";
import type { SourceFiles } from "./sourceFiles.js";
import { documentOf, type ErrorPage, type SourceSnippetsParts } from "./sourceSnippets.js";
import { type Frame, framesOf } from "./stackFrames.js";
import { isHotModule } from "./turbopack.js";

const CALL_SITE_MS = 3_000; // all call sites of one parcel
const MAX_PARCELS = 20; // parcels whose call sites are looked for at once
const MAX_KNOWN_FRAMES = 500; // frames whose place is remembered
const MAX_CALLS_SEEN = 1_000; // events whose call site was sent, because an event may come again with more in it

/** The streams whose events may have a call stack. */
const STREAMS: readonly StreamName[] = ["logs", "network", "websocket_events"];

/** The page world wrote it, so no field is trusted. */
type Called = Partial<Record<"id" | "eventId" | "url" | "pageUrl" | "_callStack", unknown>>;

/** What an update names: an event of a WebSocket has the connection's id. */
type Identity = { id: string } | { eventId: string };

interface Call {
  identity: Identity;
  frames: Frame[];
}

interface PlacedFrame {
  place: CallPlace;
  isApplication: boolean;
}

export class CallSites {
  private readonly pending = new Set<Promise<void>>();
  private readonly known = new Map<string, Promise<PlacedFrame>>();
  private readonly seen = new Set<string>();
  private seq = 0;

  constructor(
    private readonly parts: Pick<SourceSnippetsParts, "deliver" | "client">,
    private readonly files: SourceFiles,
  ) {}

  /** Begins to look for the places of the parcel's calls; returns at once. */
  consider(page: ErrorPage, parcel: Parcel): void {
    if (page.origin === "null" || this.pending.size >= MAX_PARCELS) return;
    const calls = callsIn(parcel).filter(({ identity }) => this.isNew(nameOf(identity)));
    if (calls.length === 0) return;
    const work = this.place(page, parcel.stream, calls).finally(() => this.pending.delete(work));
    this.pending.add(work);
  }

  /** Resolves when what is under way is done, or after that time. */
  async settled(waitMs: number): Promise<void> {
    if (this.pending.size === 0) return;
    await within(Promise.all(this.pending), waitMs);
  }

  private async place(page: ErrorPage, stream: StreamName, calls: Call[]): Promise<void> {
    const document = documentOf(page, page.url);
    const placing = Promise.all(
      calls.map(async ({ identity, frames }) => ({
        ...identity,
        calledFrom: nearest(await Promise.all(frames.map((frame) => this.placeOf(frame, document)))),
      })),
    ).catch(() => []);
    const placed = (await within(placing, CALL_SITE_MS)) ?? [];
    if (placed.length === 0) return;
    const events = placed.map((update) => JSON.stringify(update)).join(",");
    const { client, deliver } = this.parts;
    deliver(page.tabId, { stream, events, count: placed.length, errors: 0, client, seq: this.seq++ });
  }

  /** A module that a bundler replaces under the same address is looked up every time. */
  private placeOf(frame: Frame, document: SourceDocument): Promise<PlacedFrame> {
    if (isEvaluated(frame.url) || isHotModule(frame.url)) return place(frame, document, this.files);
    const key = `${document.id} ${frame.url}:${frame.line}:${frame.column}`;
    let known = this.known.get(key);
    if (known === undefined) {
      known = place(frame, document, this.files);
      this.known.set(key, known);
      const [oldest] = this.known.keys();
      if (this.known.size > MAX_KNOWN_FRAMES && oldest !== undefined) this.known.delete(oldest);
    }
    return known;
  }

  private isNew(name: string): boolean {
    if (this.seen.has(name)) return false;
    this.seen.add(name);
    const [oldest] = this.seen;
    if (this.seen.size > MAX_CALLS_SEEN && oldest !== undefined) this.seen.delete(oldest);
    return true;
  }
}

export function callsIn({ stream, events }: Parcel): Call[] {
  if (!STREAMS.includes(stream) || !events.includes('"_callStack"')) return [];
  try {
    return (JSON.parse(`[${events}]`) as (Called | null)[]).flatMap((called) => toCall(called ?? {}));
  } catch {
    return [];
  }
}

function toCall({ id, eventId, _callStack }: Called): Call[] {
  if (typeof _callStack !== "string") return [];
  const frames = framesOf({ id: "", url: "", stack: _callStack, place: null });
  if (frames.length === 0) return [];
  if (typeof eventId === "string" && eventId !== "") return [{ identity: { eventId }, frames }];
  return typeof id === "string" && id !== "" ? [{ identity: { id }, frames }] : [];
}

function nameOf(identity: Identity): string {
  return "eventId" in identity ? identity.eventId : identity.id;
}

/** The application's own, each line once; none if all frames are a library's. */
function nearest(placed: readonly PlacedFrame[]): CallPlace[] {
  const places: CallPlace[] = [];
  for (const { place, isApplication } of placed) {
    const isKnown = places.some(({ file, line }) => file === place.file && line === place.line);
    if (isApplication && !isKnown) places.push(place);
    if (places.length === MAX_CALL_PLACES) break;
  }
  return places;
}

/** In the source, or, where that cannot be read, as the browser names it. */
async function place(frame: Frame, document: SourceDocument, files: SourceFiles): Promise<PlacedFrame> {
  const found = await fileOf(frame, document, files).catch(() => null);
  const located = found && locate(found.frame, found.file);
  if (located) {
    const { file, line, column, function: name, isGenerated = false } = located.snippet;
    return { place: toPlace(file, line, column, name, isGenerated), isApplication: located.isApplication };
  }
  const path = cleanPath(frame.url, frame.url);
  return {
    place: toPlace(frame.url, frame.line, frame.column, plainName(frame.name), true),
    isApplication: !isLibraryScript(path),
  };
}

function toPlace(
  file: string,
  line: number,
  column: number | undefined,
  name: string | undefined,
  isGenerated: boolean,
): CallPlace {
  const place: CallPlace = { file: file.slice(0, URL_CHARS).toWellFormed(), line };
  if (column !== undefined) place.column = column;
  if (name) place.function = name.slice(0, KEY_CHARS);
  if (isGenerated) place.isGenerated = true;
  return place;
}
