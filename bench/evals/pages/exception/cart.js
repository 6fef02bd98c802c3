const lines = [];

export function addToCart(product) {
  const amount = product.price.amount * 1.2;
  lines.push({ name: product.name, amount });
  document.querySelector("#cart").textContent = `${lines.length} in your cart`;
}
