// Whether an entry matches the filter.

/** Every word must occur in one of the texts, ignoring case. */
export function matches(filter: string, ...texts: (string | number | undefined)[]): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const all = texts.join(" ").toLowerCase();
  return words.every((word) => all.includes(word));
}
