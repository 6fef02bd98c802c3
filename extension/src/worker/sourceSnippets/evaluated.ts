// Modules that a bundle runs by eval, as webpack and Next.js do in development: no server has them as files.
import { PAGE_SCRIPTS } from "../../generated/limits.js";
import { type SourceDocument, type SourceFile, withMap } from "./sourceFile.js";
import type { SourceFiles } from "./sourceFiles.js";

/** The addresses of a document's scripts. */
export type ListScripts = (document: SourceDocument) => Promise<string[]>;

export function isEvaluated(url: string): boolean {
  return /^webpack(-internal)?:/.test(url);
}

/** Looks for the module in the bundles of the page, one after the other. */
export async function findEvaluated(
  url: string,
  document: SourceDocument,
  files: SourceFiles,
  listScripts: ListScripts,
): Promise<SourceFile | null> {
  const scripts = (await listScripts(document)).filter((each) => isOf(each, document.origin));
  for (const script of scripts.slice(0, PAGE_SCRIPTS)) {
    const bundle = await files.get(script, document);
    const text = bundle === null ? null : evaluatedText(bundle.lines, url);
    if (text !== null) return withMap(url, text, new Headers(), readNothing);
  }
  return null;
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

/** Such modules have their maps inside; another address would be relative to no server. */
function readNothing(): null {
  return null;
}

function isOf(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}
