// The snippets of one error: for its topmost frames, within a time limit.

import { MAX_SNIPPETS } from "../../generated/limits.js";
import type { SourceSnippet } from "../../generated/wire.js";
import { within } from "../../shared/within.js";
import type { FoundError } from "./errorsIn.js";
import { findEvaluated, isEvaluated } from "./evaluatedModules.js";
import { type Located, locate } from "./locateSource.js";
import type { SourceDocument } from "./sourceFile.js";
import { SOURCE_FILE_WAIT_MS } from "./sourceFile.js";
import type { SourceFiles } from "./sourceFiles.js";
import { type Frame, framesOf } from "./stackFrames.js";
import { type FrameFile, findHotModule, isHotModule } from "./turbopack.js";

export const SNIPPETS_BYTES = 10 * 1024; // ERR-06: all snippets of one error, as JSON
export const SNIPPET_EXTRACTION_MS = 50; // of one error, for all its frames
const SOURCE_FILES_WAIT_MS = 2_500; // all files of an error; below ERROR_CONTEXT_MS, so that what is there is sent

export interface SnippetSearch {
  /** When all frames were looked for. */
  finished: Promise<void>;
  /** What has been found until now: a slow library map must not lose the application's lines. */
  found: () => SourceSnippet[];
}

export function searchSnippets(
  error: FoundError,
  document: SourceDocument,
  files: SourceFiles,
): SnippetSearch {
  const frames = framesOf(error);
  const top: Located[] = [];
  const deeper: Located[] = [];
  const locateAll = locator((frame) => fileOf(frame, document, files));
  const search = async () => {
    await locateAll(frames.slice(0, MAX_SNIPPETS), top);
    if (!top.some(isApplication)) await locateAll(frames.slice(MAX_SNIPPETS), deeper);
  };
  return {
    finished: search(),
    found: () => withinBytes(withApplication(top, deeper).map(({ snippet }) => snippet)),
  };
}

/** Three frames inside of a framework do not say what is wrong: the first frame of the application then is the third. */
function withApplication(top: Located[], deeper: Located[]): Located[] {
  const first = deeper.find(isApplication);
  return first === undefined ? top : [...top.slice(0, MAX_SNIPPETS - 1), first];
}

function isApplication(located: Located): boolean {
  return located.isApplication;
}

/** Adds what it locates to `found`. The time for files, and the time for extraction, is that of all calls together. */
function locator(read: (frame: Frame) => Promise<FrameFile | null>) {
  const deadline = performance.now() + SOURCE_FILES_WAIT_MS;
  let extractionMs = SNIPPET_EXTRACTION_MS;
  return async (frames: Frame[], found: Located[]): Promise<void> => {
    const leftMs = Math.max(0, deadline - performance.now());
    const files = await Promise.all(frames.map((frame) => within(read(frame), leftMs)));
    for (const each of files) {
      if (extractionMs <= 0) return;
      const startMs = performance.now();
      const located = each ? locate(each.frame, each.file) : null;
      if (located !== null) found.push(located);
      extractionMs -= performance.now() - startMs;
    }
  };
}

/** The script that the frame is in, and the frame as its lines count. */
export function fileOf(
  frame: Frame,
  document: SourceDocument,
  files: SourceFiles,
): Promise<FrameFile | null> {
  return inTime(findFile(frame, document, files));
}

async function findFile(
  frame: Frame,
  document: SourceDocument,
  files: SourceFiles,
): Promise<FrameFile | null> {
  const { url } = frame;
  if (isReadable(url, document) && isHotModule(url)) return findHotModule(frame, document, files);
  const file = await (isEvaluated(url)
    ? findEvaluated(url, document, files)
    : readIfOurs(url, document, files));
  return file && { frame, file };
}

async function readIfOurs(url: string, document: SourceDocument, files: SourceFiles) {
  return isReadable(url, document) ? files.get(url, document) : null;
}

/** Decoding a map counts, too. A file that took longer stays in the cache for the next error. */
async function inTime<T>(found: Promise<T | null>): Promise<T | null> {
  const lastMs = performance.now() + SOURCE_FILE_WAIT_MS;
  const loaded = await found;
  return performance.now() > lastMs ? null : loaded;
}

/** Scripts of other origins, blobs and extensions are not ours to read. */
function isReadable(url: string, { origin }: SourceDocument): boolean {
  return /^https?:/.test(url) && URL.canParse(url) && new URL(url).origin === origin;
}

/** The topmost frames say most: the last snippets go first, then the outermost lines. */
export function withinBytes(
  snippets: readonly SourceSnippet[],
  bytes: number = SNIPPETS_BYTES,
): SourceSnippet[] {
  let kept = [...snippets];
  while (kept.length > 1 && sizeOf(kept) > bytes) kept.pop();
  while (kept[0] !== undefined && sizeOf(kept) > bytes) {
    const [{ snippet }] = kept as [SourceSnippet];
    if (snippet.length <= 1) return [];
    kept = [{ ...kept[0], snippet: withoutOuter(snippet) }];
  }
  return kept;
}

function withoutOuter(lines: SourceSnippet["snippet"]): SourceSnippet["snippet"] {
  const error = lines.findIndex(({ isError }) => isError);
  return error > lines.length - 1 - error ? lines.slice(1) : lines.slice(0, -1);
}

function sizeOf(snippets: SourceSnippet[]): number {
  return new TextEncoder().encode(JSON.stringify(snippets)).length;
}
