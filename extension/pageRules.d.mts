export function violationsIn(
  typescript: string,
  ownCalls?: ReadonlySet<string>,
): { rule: string; code: string }[];
