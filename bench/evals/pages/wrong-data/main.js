const cart = await (await fetch("/api/cart")).json();
document.querySelector("#total").textContent = `${cart.price + cart.shipping} EUR`;
