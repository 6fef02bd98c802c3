type Discount = { percent: number };
type Item = { name: string; price: number; count: number; discount: Discount };

const share = (discount: Discount) => 1 - discount.percent / 100;

export function total(items: Item[]): number {
  return items.reduce((sum, item) => sum + item.price * item.count * share(item.discount), 0);
}
