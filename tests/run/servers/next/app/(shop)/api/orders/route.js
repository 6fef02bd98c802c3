// A handler that fails.
export function GET() {
  throw new RangeError("no stock");
}
