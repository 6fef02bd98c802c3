// Reads what belongs to the page, whose getters and conversions may throw: that is its right and no failure of ours.

/** The property's value; nothing where there is none or it cannot be read. */
export function readProperty(object: unknown, key: string): unknown {
  if (typeof object !== "object" || object === null) return undefined;
  try {
    return (object as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** As `readProperty`, for texts. */
export function readText(object: unknown, key: string): string {
  const value = readProperty(object, key);
  return typeof value === "string" ? value : "";
}

/** What the browser makes of an argument where it wants a text. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return `${value}`;
  } catch {
    return "";
  }
}
