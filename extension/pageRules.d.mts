export function violationsIn(
  typescript: string,
  ownMethods?: ReadonlySet<string>,
): { rule: string; code: string }[];
export function methodNamesIn(typescript: string): string[];
