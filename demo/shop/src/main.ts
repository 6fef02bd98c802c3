// The shop's page: products from the server, a cart, and buying.
import { fetchProducts } from "./api.js";
import { onCartChange } from "./cart.js";
import { showCart } from "./cart-view.js";
import { showCatalog } from "./catalog.js";
import { buy } from "./checkout.js";
import { byId } from "./element.js";

async function start(): Promise<void> {
  onCartChange(showCart);
  byId("checkout").addEventListener("submit", (event) => {
    event.preventDefault();
    void buy();
  });
  const products = await fetchProducts();
  showCatalog(products);
  // biome-ignore lint/suspicious/noConsole: an ordinary page that logs something
  console.info(`Catalog loaded: ${products.length} products`);
}

void start();
