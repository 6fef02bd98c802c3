// Turns identifiers into words: `no_issues_detected` becomes “No issues detected”.
const CAPITALS = new Set(["cls", "fcp", "id", "inp", "lcp", "pii", "ttfb", "url"]);

export function readableName(name: string): string {
  const text = name
    .split("_")
    .map((word) => (CAPITALS.has(word) ? word.toUpperCase() : word))
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
