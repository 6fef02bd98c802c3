// Modules that webpack and Next.js run with eval in development; they exist only inside bundles.
import type { LoadedScript } from "../../shared/probeTypes.js";
import { type SourceDocument, type SourceFile, withMap } from "./sourceFile.js";
import type { SourceFiles } from "./sourceFiles.js";

// Below SOURCE_FILES; scripts of a page that are searched for a module that it runs by eval
export const MAX_PAGE_SCRIPTS = 15;

export function isEvaluated(url: string): boolean {
  return /^webpack(-internal)?:/.test(url);
}

/** Looks for the module in what the page has loaded: in its hot updates, newest first, then in its bundles. */
export async function findEvaluated(
  url: string,
  document: SourceDocument,
  files: SourceFiles,
): Promise<SourceFile | null> {
  const scripts = (await document.scripts()).filter((each) => isOf(each.url, document.origin));
  const updates = scripts.filter(isHotUpdate).reverse();
  const bundles = scripts.filter((each) => !isHotUpdate(each));
  return (
    (await findIn(updates, url, (script) => files.get(script, document))) ??
    (await findIn(bundles, url, (script) => files.getBundle(script, document, updatesNotSearched(updates))))
  );
}

/** The code that `eval("…//# sourceURL=URL\n")` runs: the bundler wrote it as a JSON string, on a line of its own. */
export function evaluatedText(lines: readonly string[], url: string): string | null {
  const mark = `//# sourceURL=${url}`;
  for (const line of lines) {
    const at = line.indexOf(mark);
    // Another address may begin with this one.
    if (at < 0 || !/["\\]/.test(line[at + mark.length] ?? "")) continue;
    const literal = line.slice(line.indexOf('"'), line.indexOf('"', at) + 1);
    try {
      const text = String(JSON.parse(literal));
      // Behind it webpack closes a block that it put around the module, and a map is looked for at the end.
      return text.slice(0, text.indexOf(mark) + mark.length);
    } catch {
      // A mention in some other text.
    }
  }
  return null;
}

async function findIn(
  scripts: readonly LoadedScript[],
  url: string,
  read: (script: string) => Promise<SourceFile | null>,
): Promise<SourceFile | null> {
  for (const script of scripts.slice(0, MAX_PAGE_SCRIPTS)) {
    const file = await read(script.url);
    const text = file === null ? null : evaluatedText(file.lines, url);
    if (text !== null) return withMap(url, text, new Headers(), readNothing);
  }
  return null;
}

/** Each has a name of its own, so that all of them stay readable. */
function isHotUpdate({ url }: LoadedScript): boolean {
  return /\.hot-update\.m?js(?:\?|$)/.test(url);
}

/** With more updates than are searched, a module may be in one of the others: then the bundle must be newer than they. */
function updatesNotSearched(updates: readonly LoadedScript[]): number {
  return Math.max(0, updates.length - MAX_PAGE_SCRIPTS);
}

/** Such modules have their maps inside; another address would be relative to no server. */
async function readNothing(): Promise<null> {
  return null;
}

function isOf(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}
