// Finds known places of source files in a text: in a summary, and in the frames of a stack.

export interface Place {
  file: string;
  line: number;
}

/** What the text says at a place. */
export interface NamedPlace extends Place {
  text: string;
}

const ORIGIN = /^(?:https?|file):\/\/[^/]*\//;
const BEFORE = String.raw`(?<=^|[\s(@"'“]|https?://[^/\s]+/)`;
const QUERY = String.raw`(?:\?[^\s():]*)?`;
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;

/** Plain text, and the places as the text names them: with or without the origin and the query of the file. */
export function splitAtPlaces(text: string, places: readonly Place[]): (string | NamedPlace)[] {
  const named = new Map<string, Place>();
  for (const { file, line } of places) {
    for (const name of [
      file,
      file
        .replace(ORIGIN, "")
        .replace(/^\//, "")
        .replace(/[?#].*$/, ""),
    ]) {
      if (name !== "") named.set(`${name}:${line}`, { file, line });
    }
  }
  if (named.size === 0) return [text];
  const names = [...named.keys()].map((name) => name.replace(SPECIAL, "\\$&").replace(/:\d+$/, `${QUERY}$&`));
  const pattern = new RegExp(`${BEFORE}(${names.join("|")})(?!\\d)`, "u");
  return text.split(pattern).map((part, index) => {
    const place = index % 2 === 1 && (named.get(part) ?? named.get(part.replace(/\?[^:]*/, "")));
    return place ? { ...place, text: part } : part;
  });
}
