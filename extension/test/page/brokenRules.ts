// Breaks a rule for code in the page's world, so that a test of the lint sees it fail.
export function count(list: readonly unknown[]): number {
  let count = 0;
  for (const _ of list) count++;
  return count;
}
