type Message = { type: "price"; tea: string; price: number | { amount: string } };

/** Shows the latest price, and connects again when the server restarts. */
export function watchPrices(output: HTMLElement) {
  const socket = new WebSocket(`ws://${location.host}/api/prices`);
  socket.onmessage = ({ data }) => {
    const message: Message = JSON.parse(data);
    const amount = typeof message.price === "number" ? message.price : Number(message.price.amount);
    output.textContent = `${message.tea} costs ${amount.toFixed(2)}`;
  };
  socket.onclose = () => setTimeout(watchPrices, 100, output);
}
