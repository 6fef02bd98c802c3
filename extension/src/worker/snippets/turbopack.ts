// Modules that Turbopack replaced by a hot update: it runs them by eval, under the address of a chunk and the module's id.

import type { SourceDocument, SourceFile } from "./sourceFile.js";
import type { SourceFiles } from "./sourceFiles.js";
import type { Frame } from "./stackFrames.js";

const ADDRESS = /^(?<chunk>https?:[^?]+\/_next\/static\/[^?]+\.js)\?id=(?<id>[^&]+)$/;

/** A frame and the file that its lines count in. */
export interface FrameFile {
  frame: Frame;
  file: SourceFile;
}

export function isHotModule(url: string): boolean {
  return ADDRESS.test(url);
}

/** The server has the module only as a part of the rebuilt chunk, a few lines further down. */
export async function findHotModule(
  frame: Frame,
  document: SourceDocument,
  files: SourceFiles,
): Promise<FrameFile | null> {
  const { chunk = "", id = "" } = ADDRESS.exec(frame.url)?.groups ?? {};
  const file = await files.getNewest(chunk, document);
  const head = file?.lines.findIndex((line) => line.startsWith(`${JSON.stringify(moduleId(id))}, (`)) ?? -1;
  if (!file || head < 0) return null;
  return { frame: { ...frame, line: frame.line + head }, file };
}

/** Turbopack encodes the id, and then the address that contains it. */
function moduleId(encoded: string): string {
  try {
    return decodeURIComponent(decodeURIComponent(encoded.replaceAll("+", " ")));
  } catch {
    return "";
  }
}
