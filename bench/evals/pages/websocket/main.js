const feed = new WebSocket(document.location.href.replace(/^http.*/, window.feedUrl));
feed.onopen = () => {
  feed.send(JSON.stringify({ type: "subscribe", channel: "prices" }));
  document.querySelector("#state").textContent = "live";
};
feed.onmessage = ({ data }) => {
  const { type, symbol, price } = JSON.parse(data);
  if (type === "price") document.querySelector("#prices").innerHTML += `<tr><td>${symbol}<td>${price}`;
};
feed.onclose = () => {
  document.querySelector("#state").textContent = "offline";
};
