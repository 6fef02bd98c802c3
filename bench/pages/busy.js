// 200 console messages with their objects, 100 requests, 100 WebSocket frames of two shapes, and a bug behind a button.
const MESSAGES = 200;
const REQUESTS = 100;
const FRAMES = 100;

for (let number = 0; number < MESSAGES; number += 1) {
  console.log(`order ${number} loaded`, { id: number, state: "open", lines: [number, number + 1] });
}
for (let number = 0; number < REQUESTS; number += 1) {
  await (await fetch(`/echo/items/${number}?page=2`)).text();
}

document.querySelector("#buy").addEventListener("click", async () => {
  const reply = await (await fetch("/status/422/orders", { method: "POST", body: '{"sku":7}' })).json();
  document.querySelector("#state").textContent = `Paid ${reply.order.total}`;
});

const socket = new WebSocket(new URLSearchParams(document.location.search).get("socket"));
let received = 0;
socket.onmessage = () => {
  received += 1;
  if (received === FRAMES) ready();
};

function ready() {
  document.title = "ready";
  document.querySelector("#state").textContent = "ready for orders";
}
