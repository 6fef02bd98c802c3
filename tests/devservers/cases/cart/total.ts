type Item = { name: string; price: number; count: number };

export function total(items: Item[]): number {
  return items.reduce((sum, item) => sum + item.price * item.count, 0);
}
