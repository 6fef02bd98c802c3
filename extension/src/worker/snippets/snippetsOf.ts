// The snippets of one error: for its topmost frames, within a time limit.

import { MAX_SNIPPETS } from "../../generated/limits.js";
import type { SourceSnippet } from "../../generated/wire.js";
import { within } from "../../shared/within.js";
import type { FoundError } from "./errorsIn.js";
import { findEvaluated, isEvaluated } from "./evaluatedModules.js";
import { type Located, locate } from "./locateSource.js";
import type { SourceDocument, SourceFile } from "./sourceFile.js";
import { SOURCE_FILE_WAIT_MS } from "./sourceFile.js";
import type { SourceFiles } from "./sourceFiles.js";
import { type Frame, framesOf } from "./stackFrames.js";
import { type FrameFile, findHotModule, isHotModule } from "./turbopack.js";

export const SNIPPETS_BYTES = 10 * 1024; // ERR-06: all snippets of one error, as JSON
const SNIPPET_EXTRACTION_MS = 50; // of one error
const SOURCE_FILES_WAIT_MS = 2_500; // all files of an error; below ERROR_CONTEXT_MS, so that what is there is sent

/** Keeps what was read in time: a slow library map must not lose the application's lines. */
export async function snippetsOf(
  error: FoundError,
  document: SourceDocument,
  files: SourceFiles,
): Promise<SourceSnippet[]> {
  const frames = framesOf(error);
  const deadline = performance.now() + SOURCE_FILES_WAIT_MS;
  const locateThe = (some: Frame[]) => locateAll(some, (frame) => fileOf(frame, document, files), deadline);
  const top = await locateThe(frames.slice(0, MAX_SNIPPETS));
  const chosen = top.some(({ isApplication }) => isApplication)
    ? top
    : withApplication(top, await locateThe(frames.slice(MAX_SNIPPETS)));
  return withinBytes(chosen.map(({ snippet }) => snippet));
}

/** Three frames inside of a framework do not say what is wrong: the first frame of the application then is the third. */
function withApplication(top: Located[], deeper: Located[]): Located[] {
  const first = deeper.find(({ isApplication }) => isApplication);
  return first === undefined ? top : [...top.slice(0, MAX_SNIPPETS - 1), first];
}

async function locateAll(
  frames: Frame[],
  read: (frame: Frame) => Promise<FrameFile | null>,
  deadline: number,
): Promise<Located[]> {
  const leftMs = Math.max(0, deadline - performance.now());
  const files = await Promise.all(frames.map((frame) => within(read(frame), leftMs)));
  const extractionEnd = performance.now() + SNIPPET_EXTRACTION_MS;
  const found: Located[] = [];
  for (const each of files) {
    const located = each ? locate(each.frame, each.file) : null;
    if (located !== null) found.push(located);
    if (performance.now() > extractionEnd) break;
  }
  return found;
}

/** The script that the frame is in, and the frame as its lines count. */
export async function fileOf(
  frame: Frame,
  document: SourceDocument,
  files: SourceFiles,
): Promise<FrameFile | null> {
  if (isReadable(frame.url, document) && isHotModule(frame.url)) return findHotModule(frame, document, files);
  const file = await scriptOf(frame.url, document, files);
  return file && { frame, file };
}

async function scriptOf(
  url: string,
  document: SourceDocument,
  files: SourceFiles,
): Promise<SourceFile | null> {
  if (isEvaluated(url)) return findEvaluated(url, document, files);
  return isReadable(url, document) ? inTime(files.get(url, document)) : null;
}

/** Decoding a map counts, too. A file that took longer stays in the cache for the next error. */
async function inTime(file: Promise<SourceFile | null>): Promise<SourceFile | null> {
  const lastMs = performance.now() + SOURCE_FILE_WAIT_MS;
  const loaded = await file;
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
