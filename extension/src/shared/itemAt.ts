// Reads a list or a text where there may be nothing.

/** Nothing where there is none: `list[i]` would then look for it on prototypes, which a page can change. */
export function itemAt<T>(list: ArrayLike<T>, i: number): T | undefined {
  return i >= 0 && i < list.length ? list[i] : undefined;
}
