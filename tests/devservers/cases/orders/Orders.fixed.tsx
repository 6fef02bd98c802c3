import { useRef, useState } from "react";

type Order = { id: number; tea: string };

export default function Orders() {
  const [orders, setOrders] = useState<Order[]>([]);
  const isPlacing = useRef(false);

  async function place() {
    if (isPlacing.current) return;
    isPlacing.current = true;
    const answer = await fetch("/api/orders", { method: "POST", body: JSON.stringify({ tea: "Assam" }) });
    setOrders((await answer.json()).orders);
  }

  return (
    <>
      <button onClick={place}>Place order</button>
      <p>{orders.length} placed</p>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>{order.tea}</li>
        ))}
      </ul>
    </>
  );
}
