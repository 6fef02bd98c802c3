export function violationsIn(
  typescript: string,
  ownCalls?: ReadonlySet<string>,
  ownFields?: ReadonlySet<string>,
): { rule: string; code: string }[];
