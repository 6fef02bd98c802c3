import { addToCart } from "./cart.js";

const products = await (await fetch("/exception/products.json")).json();

document.querySelector("#add").addEventListener("click", () => {
  setTimeout(() => {
    window.done = true;
  }, 50);
  addToCart(products[0]);
});
