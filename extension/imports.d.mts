export const MAY_IMPORT: Readonly<Record<string, readonly string[]>>;
export function violationsIn(file: string, typescript: string): string[];
