// Formats cents as a price.
const euros = new Intl.NumberFormat("en-IE", { style: "currency", currency: "EUR" });

export function money(cents: number): string {
  return euros.format(cents / 100);
}
