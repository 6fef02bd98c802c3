// A handler that fails.
export function orders() {
  throw new RangeError("no stock");
}
