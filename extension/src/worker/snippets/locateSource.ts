// From a frame and its script to the source around it.
import { isIgnored, type TraceMap, traceSegment } from "@jridgewell/trace-mapping";
import { KEY_CHARS, URL_CHARS } from "../../generated/limits.js";
import type { SourceSnippet } from "../../generated/wire.js";
import { cleanPath, isLibraryPath, isLibraryScript } from "./cleanPath.js";
import { functionAround, plainName } from "./functionAround.js";
import { linesAround, SNIPPET_LINE_CHARS, splitLines } from "./linesAround.js";
import type { SourceFile } from "./sourceFile.js";
import type { Frame } from "./stackFrames.js";

export interface Located {
  snippet: SourceSnippet;
  /** Code of the application's authors, not of a package. */
  isApplication: boolean;
}

/** Null if the frame cannot be one of this script. */
export function locate(frame: Frame, file: SourceFile): Located | null {
  if (!couldRun(frame, file.lines) || isAttribute(frame, file)) return null;
  return (file.map && inOriginal(onName(frame, file.lines), file.map, file)) ?? inGenerated(frame, file);
}

/** Browsers count the lines of a handler in an attribute, such as `onclick="…"`, in their own way. */
function isAttribute({ name }: Frame, { isDocument }: SourceFile): boolean {
  return isDocument && /(^|\.)on[a-z]+$/.test(name);
}

/** For `f().name` the browser reports the dot, which maps lack: they would give the end of `f()`, maybe a line above. */
function onName(frame: Frame, lines: readonly string[]): Frame {
  const isDot = lines[frame.line - 1]?.[frame.column - 1] === ".";
  return isDot ? { ...frame, column: frame.column + 1 } : frame;
}

/** An error happens at the first character of a token; anything else shows that the script is not the one that ran. */
function couldRun({ line, column }: Frame, lines: readonly string[]): boolean {
  const text = lines[line - 1];
  if (text === undefined || column > text.length + 1) return false;
  const around = text.slice(Math.max(0, column - 2), column);
  return !/[\p{ID_Continue}$]{2}$/u.test(column > 1 ? around : "") && !/\s$/.test(around);
}

function inOriginal(frame: Frame, map: TraceMap, file: SourceFile): Located | null {
  const segment = traceSegment(map, frame.line - 1, frame.column - 1);
  if (segment === null || segment.length === 1) return null;
  const [generated0, index, line0, column0] = segment;
  const source = map.resolvedSources[index];
  const content = map.sourcesContent?.[index];
  if (!source || typeof content !== "string") return null;
  const lines = splitLines(content);
  if (!isIn(lines, line0 + 1, column0 + 1)) return null;
  const behind = (file.lines[frame.line - 1] ?? "").slice(generated0, frame.column - 1);
  return around(frame, lines, line0 + 1, column0 + 1 + sharedChars(behind, lines[line0] ?? "", column0), {
    path: cleanPath(source, file.url),
    isIgnored: isIgnored(map, source),
  });
}

/** Maps may know lines only, or where an expression begins: as far as the code is the same, the column goes with it. */
function sharedChars(generated: string, original: string, column0: number): number {
  return original.startsWith(generated, column0) ? generated.length : 0;
}

function around(
  { name }: Frame,
  lines: readonly string[],
  line: number,
  column: number,
  source: { path: string; isIgnored: boolean },
): Located {
  const place = placed(source.path, line, column, functionAround(lines, line, column, name));
  return {
    snippet: { ...place, snippet: linesAround(lines, line, column) },
    isApplication: !isLibraryPath(source.path) && !source.isIgnored,
  };
}

function inGenerated({ line, column, name, url }: Frame, file: SourceFile): Located {
  // Lines of a minified neighbor say nothing.
  const lines = linesAround(file.lines, line, column).filter(
    ({ line: number, isError }) => isError || (file.lines[number - 1]?.length ?? 0) <= SNIPPET_LINE_CHARS,
  );
  const path = /^https?:/.test(url) ? url : cleanPath(url, file.url);
  return {
    snippet: { ...placed(path, line, column, plainName(name)), isGenerated: true, snippet: lines },
    isApplication: !isLibraryScript(cleanPath(url, file.url)),
  };
}

function placed(file: string, line: number, column: number, name: string | undefined) {
  const place = { file: file.slice(0, URL_CHARS).toWellFormed(), line, column };
  return name ? { ...place, function: name.slice(0, KEY_CHARS) } : place;
}

/** A map may say anything. */
function isIn(lines: readonly string[], line: number, column: number): boolean {
  const text = lines[line - 1];
  return text !== undefined && column >= 1 && column <= text.length + 1;
}
