type Message = { type: "price"; tea: string; price: number };

/** Shows the latest price, and connects again when the server restarts. */
export function watchPrices(output: HTMLElement) {
  const socket = new WebSocket(`ws://${location.host}/api/prices`);
  socket.onmessage = ({ data }) => {
    const message: Message = JSON.parse(data);
    const price = typeof message.price === "number" ? message.price.toFixed(2) : "–";
    output.textContent = `${message.tea} costs ${price}`;
  };
  socket.onclose = () => setTimeout(watchPrices, 100, output);
}
