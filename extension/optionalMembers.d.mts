export function optionalMembersIn(typescript: string): string[];
