export function privateNamesIn(sources: readonly string[]): string[];
