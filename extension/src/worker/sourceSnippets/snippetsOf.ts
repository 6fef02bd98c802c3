// The snippets of one error: of its topmost frames, within the time that it has.
import { SNIPPET_EXTRACTION_MS, SNIPPETS } from "../../generated/limits.js";
import type { SourceSnippet } from "../../generated/wire.js";
import type { FoundError } from "./errorsIn.js";
import { findEvaluated, isEvaluated, type ListScripts } from "./evaluated.js";
import { type Frame, framesOf } from "./frames.js";
import { type Located, locate } from "./locate.js";
import type { SourceDocument, SourceFile } from "./sourceFile.js";
import type { SourceFiles } from "./sourceFiles.js";
import { withinBytes } from "./withinBytes.js";

export interface SnippetParts {
  files: SourceFiles;
  listScripts: ListScripts;
}

export async function snippetsOf(
  error: FoundError,
  document: SourceDocument,
  parts: SnippetParts,
): Promise<SourceSnippet[]> {
  const frames = framesOf(error);
  const top = await locateAll(frames.slice(0, SNIPPETS), document, parts);
  const chosen = top.some(({ isApplication }) => isApplication)
    ? top
    : await withApplication(top, frames.slice(SNIPPETS), document, parts);
  return withinBytes(chosen.map(({ snippet }) => snippet));
}

/** Three frames inside of a framework do not say what is wrong: the first frame of the application then is the third. */
async function withApplication(
  top: Located[],
  deeper: Frame[],
  document: SourceDocument,
  parts: SnippetParts,
): Promise<Located[]> {
  const first = (await locateAll(deeper, document, parts)).find(({ isApplication }) => isApplication);
  return first === undefined ? top : [...top.slice(0, SNIPPETS - 1), first];
}

async function locateAll(frames: Frame[], document: SourceDocument, parts: SnippetParts): Promise<Located[]> {
  const files = await Promise.all(frames.map(({ url }) => fileOf(url, document, parts)));
  const deadline = performance.now() + SNIPPET_EXTRACTION_MS;
  const found: Located[] = [];
  for (const [index, frame] of frames.entries()) {
    const file = files[index];
    const located = file ? locate(frame, file) : null;
    if (located !== null) found.push(located);
    if (performance.now() > deadline) break;
  }
  return found;
}

async function fileOf(
  url: string,
  document: SourceDocument,
  { files, listScripts }: SnippetParts,
): Promise<SourceFile | null> {
  if (isEvaluated(url)) {
    return files.remember(`${document.id} ${url}`, () => findEvaluated(url, document, files, listScripts));
  }
  // Scripts of other origins, blobs and extensions are not ours to read.
  const isReadable = /^https?:/.test(url) && URL.canParse(url) && new URL(url).origin === document.origin;
  return isReadable ? files.get(url, document) : null;
}
