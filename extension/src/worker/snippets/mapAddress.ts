// The source map URL of a script.

const COMMENT = "sourceMappingURL=";
/** Without quotes: inside a string, as in bundles that eval their modules, it belongs to another script. */
const ADDRESS = /^[^\s'"`\\]+\s*$/;

/** The header takes precedence (ECMA-426), then the last comment. */
export function mapAddress(lines: readonly string[], headers: Headers): string | null {
  const header = headers.get("SourceMap") ?? headers.get("X-SourceMap");
  return header?.trim() || lastComment(lines);
}

/** Only at the end: with code after it, it is the comment of something that was bundled. */
function lastComment(lines: readonly string[]): string | null {
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] as string;
    const address = addressIn(line);
    if (address !== null) return address;
    if (!isBlankOrComment(line)) return null;
  }
  return null;
}

/** Searches by hand, because a line may be many megabytes long. */
function addressIn(line: string): string | null {
  const at = line.lastIndexOf(COMMENT);
  if (at < 0 || !/\/\/[#@]\s*$/.test(line.slice(Math.max(0, at - 10), at))) return null;
  const address = line.slice(at + COMMENT.length);
  return ADDRESS.test(address) ? address.trim() : null;
}

function isBlankOrComment(line: string): boolean {
  return /^\s*(\/\/|$)/.test(line);
}
