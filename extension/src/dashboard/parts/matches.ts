// Whether an entry is what the person looks for.

/** Every word must be in one of the texts, in whatever letters. */
export function matches(filter: string, ...texts: (string | number | undefined)[]): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const all = texts.join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}
