document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const item = { sku: "A-17", quantity: event.target.quantity.value };
  await fetch("/api/stock", {
    method: "POST",
    body: JSON.stringify(item),
    headers: { "Content-Type": "application/json" },
  });
  window.done = true;
});
