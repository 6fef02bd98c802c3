// The WCAG part of axe's tags: the levels as they are, the criteria as people write them.

/** `["cat.color", "wcag2aa", "wcag143"]` is `["wcag2aa", "1.4.3"]`. */
export function wcagOf(tags: readonly string[]): string[] {
  const levels = tags.filter((tag) => /^wcag\d+a+$/.test(tag));
  const criteria = tags.flatMap((tag) => {
    const [, principle, guideline, criterion] = /^wcag(\d)(\d)(\d{1,2})$/.exec(tag) ?? [];
    return principle === undefined ? [] : [`${principle}.${guideline}.${criterion}`];
  });
  return [...levels, ...criteria];
}
